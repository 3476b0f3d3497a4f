import { describe, expect, it } from 'vitest';
import { botIdsAreStrings, eachBotHasAnId, listsEachBotOnce } from './carries-bots.ts';
import { answered } from '../sample-exchange.testing.ts';

const a = { botId: 'a' };
const b = { botId: 'b' };

const noBot = { inconclusive: 'no list of bots has any bot in it', isUnspecified: true };

describe('eachBotHasAnId', () => {
  const judged = (body: Readonly<Record<string, unknown>> | readonly unknown[]) => eachBotHasAnId([answered({ body })]);

  it.each([
    [[a, b]],
    [{ bots: [a, b], links: [{ rel: 'next' }] }],
    [{ bots: { first: a, second: b } }],
    [{ folders: [{ bots: [a] }, { bots: [b] }] }],
    [{ links: [{ rel: 'self' }], bots: [a] }],
    [{ names: ['a', 'b'], bots: [a, null, 7] }],
    [{ bots: [{ ...a, tools: [{ botId: 'x' }, { name: 'search' }] }] }],
  ])('takes %j', (body) => {
    expect(judged(body)).toEqual([]);
  });
  it.each([
    [[]],
    [{ bots: [], links: [{ rel: 'self' }] }],
    [{ links: [{ rel: 'self' }], bots: [] }],
    [{ names: ['a', 'b'] }],
    [{ bots: null, links: [{ rel: 'self' }] }],
    [{ data: { items: null }, links: [{ rel: 'self' }] }],
    [{}],
  ])('has nothing to judge in %j, and neither have the others', (body) => {
    for (const expectation of [listsEachBotOnce, eachBotHasAnId, botIdsAreStrings])
      expect(expectation([answered({ body })])).toEqual(noBot);
  });
  it('shows the bot without one', () => {
    expect(judged({ bots: [a, { name: 'Draft' }] })).toEqual([
      { subject: 'bot', expected: 'an object with a botId', observed: '{"name":"Draft"}' },
    ]);
  });
  it('shows a list of which no bot has one', () => {
    expect(judged({ bots: [{ id: 'a' }] })).toEqual([
      { subject: 'bot', expected: 'an object with a botId', observed: '{"id":"a"}' },
    ]);
    expect(judged({ bots: [{ id: 'a' }], links: [{ rel: 'self' }] })).toHaveLength(1);
    expect(judged({ bots: [{ id: 'a' }], next: null })).toHaveLength(1);
  });
  it('shows three of many, and the beginning of a long one', () => {
    expect(judged({ bots: [a, {}, {}, {}, {}] })).toHaveLength(3);
    const long = { name: 'x'.repeat(200) };
    expect(judged([a, long])).toMatchObject([{ observed: JSON.stringify(long).slice(0, 80) }]);
  });
  it('does not judge what is not JSON', () => {
    expect(eachBotHasAnId([answered({ body: 'x' })])).toEqual({ inconclusive: 'the list is not JSON: "x"' });
  });
});

describe('listsEachBotOnce', () => {
  it('takes bots that name another one', () => {
    expect(
      listsEachBotOnce([
        answered({
          body: [
            { ...a, team: [b, b] },
            { ...b, fallback: a },
          ],
        }),
      ]),
    ).toEqual([]);
    expect(listsEachBotOnce([answered({ body: { bots: [a, b], tags: ['x', 'x'] } })])).toEqual([]);
  });
  it('looks twelve levels deep, which more than any list needs, and exhausts no stack', () => {
    const nested = (levels: number) =>
      answered({ body: '['.repeat(levels) + '{"botId":"a"},{"botId":"a"}' + ']'.repeat(levels) });
    expect(listsEachBotOnce([nested(13)])).toMatchObject([{ observed: '"a" more than once' }]);
    expect(listsEachBotOnce([nested(14)])).toEqual(noBot);
    const because = 'JSON nested 50,001 levels deep, which is not judged: at most 10,000 are read';
    for (const expectation of [listsEachBotOnce, eachBotHasAnId, botIdsAreStrings])
      expect(expectation([nested(50_000)])).toEqual({ inconclusive: because });
  });
  it('compares each of 120,000 bots with none but those of its own id', () => {
    const bots = Array.from({ length: 120_000 }, (_, at) => ({ botId: `b${at}` }));
    expect(listsEachBotOnce([answered({ body: JSON.stringify(bots) })])).toEqual([]);
    expect(listsEachBotOnce([answered({ body: JSON.stringify([...bots, a, b, a]) })])).toEqual([
      { subject: 'botId', expected: 'each id once', observed: '"a" more than once' },
    ]);
  });
  it('shows the id that stands twice in a list', () => {
    expect(listsEachBotOnce([answered({ body: { bots: [a, b, a] } })])).toEqual([
      { subject: 'botId', expected: 'each id once', observed: '"a" more than once' },
    ]);
    expect(listsEachBotOnce([answered({ body: 'x' })])).toEqual({ inconclusive: 'the list is not JSON: "x"' });
  });
});

describe('botIdsAreStrings', () => {
  it('looks wherever a botId stands', () => {
    expect(botIdsAreStrings([answered({ body: { data: { items: [{ botId: 'a' }, { botId: 'b' }] } } })])).toEqual([]);
  });
  it('looks at no other botId than those of listed bots', () => {
    const body = { filter: { botId: null }, bots: [{ botId: 'a', clonedFrom: { botId: null } }] };
    expect(botIdsAreStrings([answered({ body })])).toEqual([]);
  });
  it('names what is no string', () => {
    expect(botIdsAreStrings([answered({ body: [{ botId: 1 }, { botId: '' }] })])).toEqual([
      { subject: 'botId', expected: 'a string that is not empty', observed: '1' },
      { subject: 'botId', expected: 'a string that is not empty', observed: '""' },
    ]);
    expect(botIdsAreStrings([answered({ body: 'x' })])).toEqual({ inconclusive: 'the list is not JSON: "x"' });
  });
});
