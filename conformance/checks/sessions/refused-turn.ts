import { chatCall } from '../../model/calls.ts';
import type { Known, Probe, Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isForgotten, remembersItsWord, timesAgain } from '../../expectations/words/remembers.ts';
import { leastMessage, unknownBot } from '../chat/probes.ts';
import { inSome } from '../../expectations/words/memory/unless-declined.ts';
import { withControls } from './with-controls.ts';
import { asksToRemember, askOn } from '../conversation.ts';

const inSession =
  (turn: (known: Known, sessionId: SessionId) => ReturnType<Step>): Step =>
  (known) => {
    const sessionId = newestSessionId(known.seen);
    return sessionId === undefined ? noIdIn(known.seen) : turn(known, sessionId);
  };

/** A word, turns of its session that lack a message or have one of another type, and the question for the word. */
const refusedTurnsAsked: Probe = {
  name: 'a conversation with turns that are refused',
  needs: ['token', 'bot'],
  costs: { chats: 4 + timesAgain, speeches: 0 },
  steps: [
    ({ bot, nonce }) => [chatCall('chat', bot, { message: asksToRemember(nonce('word')) })],
    inSession(({ bot }, sessionId) => [
      chatCall('chat', bot, { sessionId }),
      chatCall('stream', bot, { message: null, sessionId }),
    ]),
    askOn,
    ...Array.from({ length: timesAgain }, (): Step => (known) => (isForgotten(known.seen) ? askOn(known) : [])),
  ],
};
export const refusedTurns = withControls(refusedTurnsAsked, remembersItsWord, inSome);

/** A session of its own: a service may end one whose id comes with another bot than its own. */
export const turnWithUnknownBot: Probe = {
  name: 'a turn of a session with an unknown bot',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, leastMessage)],
    inSession((_, sessionId) => [chatCall('chat', unknownBot, { ...leastMessage, sessionId })]),
  ],
};
