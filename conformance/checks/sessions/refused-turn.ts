import { chatCall, type CallChange } from '../../model/calls.ts';
import { placeholders, type StepInputs, type Probe, type Step, type Workspace } from '../../model/probe.ts';
import { newestSessionId, noIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isForgotten, remembersItsWord, retryCount } from '../../expectations/words/remembers.ts';
import { minimalMessage, unknownBotId } from '../chat/probes.ts';
import { remembersBehindARefusal } from '../../expectations/words/memory/behind-a-refusal.ts';
import { anyRecalls, maxControls } from '../../expectations/words/memory/unless-declined.ts';
import { workspaceCaller, callFor } from '../metering/spending/uses.ts';
import { withControls } from './with-controls.ts';
import { rememberText, askWords, wordQuestion } from '../conversation.ts';

const inSession =
  (turn: (known: StepInputs, sessionId: SessionId) => ReturnType<Step>): Step =>
  (known) => {
    const sessionId = newestSessionId(known.seen);
    return sessionId === undefined ? noIdIn(known.seen) : turn(known, sessionId);
  };

/** A word, turns of the session whose message is missing or of another type, and the question for the word. */
const refusedTurnsAsked: Probe = {
  name: 'a conversation with turns that are refused',
  needs: ['token', 'bot'],
  costs: { chats: 4 + retryCount, speeches: 0 },
  steps: [
    ({ bot, nonce }) => [chatCall('chat', bot, { message: rememberText(nonce('word')) })],
    inSession(({ bot }, sessionId) => [
      chatCall('chat', bot, { sessionId }),
      chatCall('stream', bot, { message: null, sessionId }),
    ]),
    askWords,
    ...Array.from({ length: retryCount }, (): Step => (known) => (isForgotten(known.seen) ? askWords(known) : [])),
  ],
};
export const refusedTurns = withControls(refusedTurnsAsked, remembersItsWord, anyRecalls);

/** A session of its own: a service may end a session whose id comes with another bot. */
export const turnWithUnknownBot: Probe = {
  name: 'a turn of a session with an unknown bot',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, minimalMessage)],
    inSession((_, sessionId) => [chatCall('chat', unknownBotId, { ...minimalMessage, sessionId })]),
  ],
};

const turns = 3;
/** Covers every chat that may be sent, but no speech: a speech is refused while the session can go on. */
const chatsAlone: Workspace = { kind: 'enterprise-pooled', includedRequests: turns + retryCount + maxControls + 1 };

const asWorkspace: CallChange = { as: 'workspace', authorization: `Bearer ${placeholders.workspace}` };

const goesOn = (messageOf: (known: StepInputs) => string): Step =>
  inSession((known, sessionId) => [chatCall('chat', known.bot, { message: messageOf(known), sessionId }, asWorkspace)]);
const ask = goesOn(() => wordQuestion);

/** Only three turns, one of them behind the refusal: fewer than many sessions last. */
const refusedBetween: Probe = {
  name: 'a conversation with a speech between its turns that nothing covers',
  needs: ['provisioner', 'bot'],
  costs: { chats: turns + retryCount, speeches: 1 },
  workspace: chatsAlone,
  steps: [
    ({ bot, nonce }) => [chatCall('chat', bot, { message: rememberText(nonce('word')) }, asWorkspace)],
    // A bot may look back only one turn: the turn behind this one has a word right before it too.
    goesOn(({ nonce }) => `${rememberText(nonce('another word'))}. ${wordQuestion}`),
    (known) => [callFor('speech', workspaceCaller(known), known, true)],
    ask,
    ...Array.from({ length: retryCount }, (): Step => (known) => (isForgotten(known.seen) ? ask(known) : [])),
  ],
};

export const refusedSpeechBetween = withControls(refusedBetween, remembersBehindARefusal, anyRecalls, {
  change: asWorkspace,
});
