import { chatCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { keepsConcurrentTurns } from '../../expectations/conversations/keeps-turns-at-once.ts';
import { recallsLetters } from '../../expectations/words/recalls-letters.ts';
import { recallsPreviousTurn } from '../../expectations/words/memory/known-at-once.ts';
import { twoTurnsAtOnce } from '../conversation.ts';
import { nextTurnsAtOnce, nextTurnsBehindStreams } from './next-turns.ts';

/** Letters of two to four bytes each, some of which are not Latin. */
const letters = 'é ß слово 漢字 👋';
const question = 'Which lines did I ask you to repeat in this conversation? Please repeat each as I wrote it.';

const tell =
  (by: 'chat' | 'stream'): Step =>
  ({ bot, nonce, seen }) => {
    const sessionId = newestSessionId(seen);
    if (seen.length > 0 && sessionId === undefined) return noIdIn(seen);
    const message = `Please repeat this line: ${nonce(`before ${by}`)} ${letters} ${nonce(`after ${by}`)}`;
    return [chatCall(by, bot, { message, sessionId })];
  };

/** Letters planted in a session by a chat and by a stream, and asked for. */
const lettersInASession: Probe = {
  name: 'letters beyond ASCII in a session',
  needs: ['token', 'bot'],
  costs: { chats: 3, speeches: 0 },
  steps: [
    tell('chat'),
    tell('stream'),
    ({ bot, seen }) => {
      const sessionId = newestSessionId(seen);
      return sessionId === undefined ? noIdIn(seen) : [chatCall('chat', bot, { message: question, sessionId })];
    },
  ],
};

export const memory = clause('2.2', 'chat.memory', {
  requirement:
    'When sessionId is present, the request continues that conversation: what was said in it is remembered as it was said',
  also: ['2.3', '4.3'],
  checks: {
    'keeps-letters': {
      title: 'Does not garble letters beyond ASCII when it recalls earlier turns',
      level: 'MUST',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: lettersInASession,
      expect: [recallsLetters],
      fault: 'memory-of-ascii',
      alsoFinds: [
        'memory-in-a-code-page',
        'memory-cut-at-an-emoji',
        'memory-without-letters',
        'memory-of-streams-of-ascii',
      ],
    },
    'knows-the-turn-before-at-once': {
      title: 'Remembers a turn in the next one, also if that is sent right behind the answer',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: the next request does so, however soon it is sent',
      control: 'sessions.continue/given-id-is-accepted',
      probe: nextTurnsAtOnce,
      expect: [recallsPreviousTurn],
      fault: 'memory-stored-behind-the-answer',
    },
    'knows-the-stream-before-at-once': {
      title: 'Remembers a streamed turn in a chat that follows its end at once',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: the next request does so, however soon it is sent behind the end of a stream',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: nextTurnsBehindStreams,
      expect: [recallsPreviousTurn],
      fault: 'memory-of-streams-stored-behind-their-end',
    },
    // Nothing is said of turns at the same time, and which of them came first is anybody's guess.
    'keeps-turns-sent-at-once': {
      title: 'Remembers both of two turns sent at once in one session',
      level: 'SHOULD',
      requirement: 'If two turns of a conversation are sent at once and both are accepted, neither is forgotten',
      control: 'sessions.continue/two-turns-at-once-are-no-server-error',
      probe: twoTurnsAtOnce,
      expect: [keepsConcurrentTurns],
      fault: 'memory-loses-a-turn-of-two',
    },
  },
});
