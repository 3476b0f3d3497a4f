import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { keepsListingBots } from './goes-on-listing.ts';

const token = (name = 'ASSAY_TOKEN') => [['Authorization', `Bearer \${${name}}`] as const];
type Asked = {
  readonly bots?: readonly string[];
  readonly chatWith?: string;
  readonly by?: string;
  readonly query?: string;
};

/** One after the other, a second each. */
function inTurn(...asked: readonly Asked[]) {
  return asked.map(({ bots, chatWith, by, query = '' }, at) => {
    const exchange = answered({
      id: `a#${at + 1}`,
      operation: chatWith === undefined ? 'bots' : 'chat',
      body: chatWith === undefined ? { bots: bots?.map((botId) => ({ botId })) } : { sessionId: 's' },
    });
    const url = `http://t/v1/bots${chatWith === undefined ? query : `/${encodeURIComponent(chatWith)}/chat`}`;
    const startedAt = `2026-11-30T08:00:0${at}.000Z`;
    return { ...exchange, startedAt, request: { ...exchange.request, url, headers: token(by) } };
  });
}

it('fails where a list is empty, and a bot of an earlier one answers its caller behind that', () => {
  const two = inTurn({ bots: ['ada', 'a b'] }, { bots: [] }, { chatWith: 'a b' });
  expect(keepsListingBots(two)).toEqual([
    {
      subject: 'list of bots',
      expected: 'a bot, as a#1 names 2 to the same caller, and one of them answers a#3',
      observed: 'no bot',
      exchange: 'a#2',
      restsOn: ['a#1', 'a#3'],
    },
  ]);
});
it.each([
  ['nobody answers any more', inTurn({ bots: ['ada'] }, { chatWith: 'ada' }, { bots: [] })],
  ['another bot answers', inTurn({ bots: ['ada'] }, { bots: [] }, { chatWith: 'bea' })],
  ['it answers somebody else', inTurn({ bots: ['ada'] }, { bots: [] }, { chatWith: 'ada', by: 'ASSAY_OTHER_TOKEN' })],
  ['there are fewer', inTurn({ bots: ['ada', 'bea'] }, { bots: ['ada'] }, { chatWith: 'bea' })],
  [
    'a query filters',
    inTurn({ bots: ['ada'] }, { bots: [], query: '?from=x' }, { bots: ['ada'] }, { chatWith: 'ada' }),
  ],
])('passes where %s', (_, seen) => {
  expect(keepsListingBots(seen)).toEqual([]);
});
it('does not judge a single list, that of another caller, or one that never had a bot', () => {
  const once = { inconclusive: 'nobody was listed the bots twice' };
  expect(keepsListingBots(inTurn({ bots: ['ada'] }, { chatWith: 'ada' }))).toEqual(once);
  expect(
    keepsListingBots(inTurn({ bots: ['ada'] }, { bots: [], by: 'ASSAY_OTHER_TOKEN' }, { chatWith: 'ada' })),
  ).toEqual(once);
  expect(keepsListingBots(inTurn({ bots: [] }, { bots: [] }))).toMatchObject({ isUnspecified: true });
});
