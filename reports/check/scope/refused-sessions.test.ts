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
it('says nothing where none was refused', () => {
  expect(refusedSessionsText({})).toBeUndefined();
});
