import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { refusedSessionsText } from './refused-sessions.ts';

const refusedSessions = { turns: 215, refused: 97, exchange: 'a conversation#2' };

it('tells how many turns were refused, where to see one, and what was judged', () => {
  expect(refusedSessionsText({ refusedSessions })).toBe(
    '97 of 215 turns that continue a session were refused as if there were no such session. How many sessions a service keeps is not specified, so each of these conversations was sent once more by itself, and that was judged. A service that is meant to keep its sessions loses some while others are used',
  );
  expect(checkMarkdown(sampleRun([], { refusedSessions }))).toContain('97 of 215 turns that continue a session');
});
it('says of a service that refuses all that no session goes on, and not that it loses some', () => {
  expect(refusedSessionsText({ refusedSessions: { turns: 251, refused: 251, exchange: 'a conversation#2' } })).toBe(
    'Each of 251 turns that continue a session was refused as if there were no such session, also where a conversation was sent once more by itself. So no session goes on at all, however many a service keeps',
  );
});
it('says where nearly all came too late, and not that others were used meanwhile', () => {
  const keptFor = { ms: 2_013, since: 'begun' } as const;
  const text = refusedSessionsText({ refusedSessions: { ...refusedSessions, keptFor } });
  expect(text).toContain('later than 2.0 s after their session began');
  expect(text).not.toContain('while others are used');
});
it('says nothing where none was refused', () => {
  expect(refusedSessionsText({})).toBeUndefined();
});
