import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { botIdsIn, noBotText } from './bots.ts';

describe('a list without a bot to talk to', () => {
  it.each([
    [[], 'it listed none'],
    [
      [{ botId: 'b'.repeat(65_537) }],
      'its first bot has an id of 65,537 letters, and none of more than 65,536 is sent back',
    ],
    ['[{"botId":"."}]', 'its first bot has the id ".", which cannot be a path segment of a URL'],
    ['[{"botId":".."}]', 'its first bot has the id "..", which cannot be a path segment of a URL'],
    [
      String.raw`[{"botId":"\ud800"}]`,
      String.raw`its first bot has the id "\ud800", which cannot be a path segment of a URL`,
    ],
    [
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      'JSON nested 20,000 levels deep, which is not judged: at most 10,000 are read',
    ],
  ])('is told from others: %.20j', (body, because) => {
    const list = answered({ body });
    expect(botIdsIn(list)).toEqual([]);
    expect(noBotText(list)).toBe(because);
  });
  it.each([
    [answered({ status: 401 }), 'it answered with status 401'],
    [answered({ status: 200, body: '<html>' }), 'it answered with status 200 and no JSON: "<html>"'],
    [unanswered('refused'), 'no answer: '],
  ])('is told by what came in its place: %#', (exchange, because) => {
    expect(noBotText(exchange)).toMatch(new RegExp(`^${because}`));
  });
  it('is none where a bot stands behind one whose id is too long', () => {
    expect(botIdsIn(answered({ body: [{ botId: 'b'.repeat(65_537) }, { botId: 'a' }] }))).toEqual(['a']);
  });
});

describe('the bots in a list', () => {
  it.each([
    [
      [{ botId: 'a' }, { botId: 'b' }],
      ['a', 'b'],
    ],
    [{ data: { items: [{ botId: 7 }] } }, ['7']],
    [{ a: { botId: 'x' } }, ['x']],
    [{ botId: null }, []],
    [{ botId: 'only' }, ['only']],
    [{ botId: null, bots: [{ botId: 'a' }] }, ['a']],
    [{ filter: { botId: 'x' }, bots: [{ botId: 'a' }] }, ['a']],
    [{ bots: [{ botId: 'a', template: { botId: 'x' }, team: [{ botId: 'y' }] }] }, ['a']],
    [{ edges: [{ node: { botId: 'a' } }], query: { botId: 'x' } }, ['a']],
    [{ bots: [{ botId: 'a' }], tags: [{ owner: { botId: 'x' } }] }, ['a']],
    [{ bots: { first: { botId: 'a', clonedFrom: { botId: 'x' } }, second: { botId: 'b' } } }, ['a', 'b']],
    [[], []],
  ])('of %j are %j', (body, ids) => expect(botIdsIn(answered({ body }))).toEqual(ids));
  it('are none where the list was refused, or is nested deeper than any list', () => {
    expect(botIdsIn(answered({ status: 401, body: [{ botId: 'a' }] }))).toEqual([]);
    expect(botIdsIn(unanswered('refused'))).toEqual([]);
    expect(botIdsIn(answered({ body: `${'['.repeat(100_000)}{"botId":"a"}${']'.repeat(100_000)}` }))).toEqual([]);
  });
});
