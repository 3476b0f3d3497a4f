import { describe, expect, it } from 'vitest';
import { eachBotHasAnId, listsEachBotOnce } from './carries-bots.ts';
import { answered } from './sample-exchange.ts';

const a = { botId: 'a' };
const b = { botId: 'b' };

describe('eachBotHasAnId', () => {
  const judged = (body: Readonly<Record<string, unknown>> | readonly unknown[]) => eachBotHasAnId([answered({ body })]);

  it.each([
    [[a, b]],
    [{ bots: [a, b], links: [{ rel: 'next' }] }],
    [{ bots: { first: a, second: b } }],
    [{ folders: [{ bots: [a] }, { bots: [b] }] }],
    [[]],
    [{ bots: [], links: [{ rel: 'self' }] }],
    [{ names: ['a', 'b'] }],
  ])('takes %j', (body) => {
    expect(judged(body)).toEqual([]);
  });
  it('shows the bot without one', () => {
    expect(judged({ bots: [a, { name: 'Draft' }] })).toEqual([
      { aspect: 'bot', expected: 'an object with a botId', observed: '{"name":"Draft"}' },
    ]);
  });
  it('shows a list of which no bot has one', () => {
    expect(judged({ bots: [{ id: 'a' }] })).toEqual([
      { aspect: 'bot', expected: 'an object with a botId', observed: '{"id":"a"}' },
    ]);
  });
  it('does not judge what is no JSON', () => {
    expect(eachBotHasAnId([answered({ body: 'x' })])).toEqual({ unjudged: 'the list is not JSON: "x"' });
  });
});

describe('listsEachBotOnce', () => {
  it('takes bots that name another one', () => {
    expect(listsEachBotOnce([answered({ body: [a, { ...b, fallback: a }] })])).toEqual([]);
  });
  it('shows the id that stands twice in a list', () => {
    expect(listsEachBotOnce([answered({ body: { bots: [a, b, a] } })])).toEqual([
      { aspect: 'botId', expected: 'each id once', observed: '"a" more than once' },
    ]);
    expect(listsEachBotOnce([answered({ body: 'x' })])).toEqual({ unjudged: 'the list is not JSON: "x"' });
  });
});
