import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expect/sample-exchange.testing.ts';
import { botIdsIn } from './bots.ts';

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
