import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { noticesOf } from './notices.ts';

const told = (run: Parameters<typeof noticesOf>[0]): string => noticesOf(run).join(' ');

it('says nothing where nothing went wrong', () => {
  expect(noticesOf({})).toEqual([]);
});
it('says which bot a run talked to, where it was not the first', () => {
  expect(told({ passedOver: { bots: 1, status: 409, bot: 'desk' } })).toBe(
    'The first listed bot refused a plain chat (status 409), so this run talked to the next one, desk; --bot names another.',
  );
  expect(told({ passedOver: { bots: 2, status: 403, bot: 'desk' } })).toBe(
    'The first 2 listed bots refused a plain chat (status 403), so this run talked to the next one, desk; --bot names another.',
  );
});
it('says how many texts a filter refused', () => {
  expect(told({ filteredTexts: { texts: 3, status: 400, example: '"[]"', exchange: 'a#1' } })).toBe(
    'The target’s content filter refused 3 texts (such as "[]", status 400); which texts a service refuses is not specified, so no check fails by it.',
  );
});

const lostConnections = {
  requests: 15,
  times: 1,
  at: '2026-07-01T06:59:23.123Z',
  before: [
    { exchange: 'chat of everything#1', probe: 'chat of everything', check: 'chat.memory/keeps-letters' },
    { exchange: 'p#1', probe: 'p' },
  ],
};

it('tells how many requests lost their connection, when, and what the target was busy with', () => {
  expect(told({ lostConnections })).toBe(
    'Connections to the target were lost once at 06:59:23 UTC: 15 requests got no answer at first, and had one at another attempt, which is what was judged. Just before, it was busy with requests of chat.memory/keeps-letters, “p”. Its log of that time says whether it was started anew.',
  );
  expect(checkMarkdown(sampleRun([], { lostConnections }))).toContain('Connections to the target were lost once');
});
it('tells it of one request, and of several times', () => {
  expect(told({ lostConnections: { ...lostConnections, requests: 1, times: 3, before: [] } })).toBe(
    'Connections to the target were lost 3 times, first at 06:59:23 UTC: 1 request got no answer at first, and had one at another attempt, which is what was judged. Its log of that time says whether it was started anew.',
  );
});
const oneConnection = { since: '2026-07-01T06:59:23.123456Z' };

it('tells that the target serves one connection at a time, since when the run heeds it, and what that means', () => {
  expect(told({ oneConnection })).toBe(
    'The target serves one connection at a time: a request on a second one was answered only once the first was closed, though nothing was in flight on that. Since 06:59:23 UTC the run closed each before it opened another, as with --concurrency 1; clients that keep several open, as most do, wait for each other there.',
  );
  expect(checkMarkdown(sampleRun([], { oneConnection }))).toContain('The target serves one connection at a time');
});
const refusedSessions = { turns: 215, refused: 97, exchange: 'a conversation#2' };

it('tells how many turns were refused, where to see one, and what was judged', () => {
  expect(told({ refusedSessions })).toBe(
    '97 of 215 turns that continue a session were refused as if there were no such session. How many sessions a service keeps is not specified, so each of these conversations was sent once more by itself, and that was judged. A service that is meant to keep its sessions loses some while others are used, or has several processes that each know only sessions of their own.',
  );
  expect(checkMarkdown(sampleRun([], { refusedSessions }))).toContain('97 of 215 turns that continue a session');
});
it('says of a service that refuses all that no session goes on, and not that it loses some', () => {
  expect(told({ refusedSessions: { turns: 251, refused: 251, exchange: 'a conversation#2' } })).toBe(
    'Each of 251 turns that continue a session was refused as if there were no such session, also where a conversation was sent once more by itself. So no session goes on at all, however many a service keeps.',
  );
});
it('says where nearly all came too late, and not that others were used meanwhile', () => {
  const keptFor = { ms: 2_013, since: 'begun' } as const;
  const text = told({ refusedSessions: { ...refusedSessions, keptFor } });
  expect(text).toContain('later than 2.0 s after their session began');
  expect(text).not.toContain('while others are used');
});
it('tells how many answers only said "not now"', () => {
  const says =
    'Refused for the moment: 21 answers were 429, 2 502. By these no request counts as taken or refused; most are sent again, a few times at most.';
  const temporaryRefusals = [
    { status: 429, answers: 21 },
    { status: 502, answers: 2 },
  ];
  expect(told({ temporaryRefusals })).toBe(says);
  expect(told({ temporaryRefusals: [{ status: 503, answers: 1 }] })).toMatch(/: 1 answer was 503\. /);
  expect(checkMarkdown(sampleRun([], { temporaryRefusals }))).toContain(says);
});
it('tells the share of those that come at random', () => {
  expect(told({ temporaryRefusals: [{ status: 502, answers: 771, atRandomOf: 2_304 }] })).toMatch(
    /: 771 answers were 502 \(33% of all, at random: one of several servers behind it may be down\)\. By these /,
  );
});
