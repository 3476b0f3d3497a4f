import { chatCall } from '../core/calls.ts';
import { clause } from '../core/check.ts';
import type { Probe } from '../core/probe.ts';
import { sessionIdIn } from '../expect/carries-session-id.ts';
import { isNoServerError } from '../expect/is-refusal.ts';
import { knowsNothingOfElsewhere } from '../expect/remembers.ts';
import { saysNothingToldToOthers } from '../expect/told-to-others.ts';

const question = 'Which words did I ask you to remember earlier in this conversation? Please repeat them.';
const told = (word: string): string => `Please remember this word for me: ${word}`;

/** A conversation, one turn that somebody of another workspace sends with its id, and the next turn of its owner. */
const strangerSpeaks: Probe = {
  name: 'conversation into which another workspace speaks',
  needs: ['token', 'otherToken', 'bot'],
  costs: { chats: 3, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, { message: 'Hello!' })],
    ...(['otherToken', 'token'] as const).map((as): Probe['steps'][number] => ({ bot, seen, nonce }) => {
      const sessionId = seen[0] === undefined ? undefined : sessionIdIn(seen[0]);
      if (sessionId === undefined) return { stop: 'the first reply carried no sessionId to continue with' };
      const message = as === 'token' ? question : told(nonce('word'));
      return [chatCall('chat', bot, { message, sessionId }, { as })];
    }),
  ],
};

/** What stands for "no session" with many clients, and was given out by no service. */
const nobodysIds = [null, '', {}] as const;

/** A word told by one workspace under each of these, then asked for by another. */
const underNobodysId: Probe = {
  name: 'words told and asked for under ids that nobody gave out',
  needs: ['token', 'otherToken', 'bot'],
  costs: { chats: 2 * nobodysIds.length, speeches: 0 },
  steps: (['token', 'otherToken'] as const).map(
    (as) =>
      ({ bot, nonce }) =>
        nobodysIds.map((sessionId, at) => {
          const message = as === 'token' ? told(nonce(`word ${at}`)) : question;
          return chatCall('chat', bot, { message, sessionId }, { as });
        }),
  ),
};

export const strangers = clause('1', 'sessions.strangers', {
  says: 'Conversations continue through a session identifier returned by the service, and are their caller’s own',
  also: ['2.3', '5'],
  checks: {
    'speak-into-no-conversation': {
      level: 'MUST',
      probe: strangerSpeaks,
      expect: [knowsNothingOfElsewhere, isNoServerError],
      fault: 'session-takes-turns-of-strangers',
    },
    'share-no-id-that-nobody-gave-out': {
      level: 'MUST',
      twin: 'chat.request/accepts-least',
      probe: underNobodysId,
      expect: [saysNothingToldToOthers],
      fault: 'session-of-no-id-shared',
    },
  },
});
