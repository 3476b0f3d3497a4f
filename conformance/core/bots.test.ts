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
    [[], []],
  ])('of %j are %j', (body, ids) => expect(botIdsIn(answered({ body }))).toEqual(ids));
  it('are none where the list was refused, or is nested deeper than any list', () => {
    expect(botIdsIn(answered({ status: 401, body: [{ botId: 'a' }] }))).toEqual([]);
    expect(botIdsIn(unanswered('refused'))).toEqual([]);
    expect(botIdsIn(answered({ body: `${'['.repeat(100_000)}{"botId":"a"}${']'.repeat(100_000)}` }))).toEqual([]);
  });
});
