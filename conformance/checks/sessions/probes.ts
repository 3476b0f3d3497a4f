import { minimalMessage } from '../chat/probes.ts';
import {
  askWords,
  rememberText,
  besideOtherSessions,
  conversation,
  wordQuestion,
  stepOfTurn,
  plantText,
  type Turn,
} from '../conversation.ts';
import { chatCall, nameOfProbe, type Body } from '../../model/calls.ts';
import { repeatAloneIf, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import type { Exchange } from '../../model/exchange.ts';
import { newestSessionId, noIdIn, sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { mayHaveLostSession } from '../../expectations/conversations/evicted-sessions.ts';
import {
  conversationsAreKept,
  conversationsToAskAgain,
  needsConcurrentPair,
  needsCapacityEvidence,
  maxRetriesPerRound,
  pairToContinue,
  retryRounds,
} from '../../expectations/conversations/many-conversations.ts';
import { beforeSoleSession } from '../../expectations/conversations/session-capacity.ts';
import {
  operationsToAskAgain,
  isForgotten,
  maxQuestionRetries,
  maxSpellingRetries,
  remembersItsWord,
  remembersThroughout,
  retryCount,
} from '../../expectations/words/remembers.ts';
import { operationsMisspelling } from '../../expectations/words/memory/memory-shown.ts';
import { firstRecalled, allRecall, anyRecalls, maxControls } from '../../expectations/words/memory/unless-declined.ts';
import { withSecondSession } from './endings/once-more-to-its-end.ts';
import { withControls } from './with-controls.ts';
import { isLostInTheEnd, remembersToTheEnd } from '../../expectations/words/memory/to-the-end.ts';

/** The same, asked again where one turn did not say what another did: that may be chance, and not a lack of memory. */
export function withRetries(...turns: readonly Turn[]): Probe {
  const whole = conversation(...turns);
  const insisted: Probe = {
    ...whole,
    name: nameOfProbe(`${whole.name}, with the question again if the bot forgot`),
    costs: { ...whole.costs, chats: whole.costs.chats + maxQuestionRetries },
    steps: [...whole.steps, ...Array.from({ length: maxQuestionRetries }, (_, at) => askedAgain(at))],
  };
  const operations = new Set(turns.map(({ by }) => by)).size;
  return withControls(insisted, remembersThroughout, allRecall, { most: operations * maxControls });
}

/**
 * Asks again, at most twice in a chat, where no word was said at all: a bot that declined so far may have a memory.
 * Also where every word was misspelled, so that no leak could be seen.
 */
function askedAgain(at: number): Step {
  return (known) => {
    const [worth] = operationsToAskAgain(known.seen);
    const misspelled = at < maxSpellingRetries ? operationsMisspelling(known.seen) : [];
    const by =
      worth ?? (at < retryCount && isForgotten(known.seen) ? 'chat' : misspelled[at % Math.max(1, misspelled.length)]);
    return by === undefined ? [] : stepOfTurn({ by, says: 'question', session: 'first' })(known);
  };
}

/** Plants a word and asks for it until it is said: a single answer without it may be chance. */
function untilSaid(whole: Probe): Probe {
  const insisted: Probe = {
    ...whole,
    name: nameOfProbe(`${whole.name}, with the question again until the bot repeats the word`),
    costs: { ...whole.costs, chats: whole.costs.chats + retryCount },
    steps: [
      ...whole.steps,
      ...Array.from({ length: retryCount }, (): Step => (known) => (isForgotten(known.seen) ? askWords(known) : [])),
    ],
  };
  return withControls(insisted, remembersItsWord, anyRecalls);
}

const turnsBefore = 4;
const turnsBehind = 5;
/** Three turns before the end. A bot that looks back over few turns knows this word; a lost session does not. */
const lateTurn = 2;

/**
 * A word in each of the first turns, the question for them, turns with nothing but one more word, and the question
 * again at the end. It shows whether the first word is known then, and whether words of later turns and of those before
 * them are. Where the first word is missing, the question is repeated: a single answer without it may be chance.
 */
const twelveTurnsAsked: Probe = {
  name: 'a conversation of twelve turns',
  needs: ['token', 'bot'],
  costs: { chats: turnsBefore + turnsBehind + 3 + retryCount, speeches: 0 },
  again: repeatAloneIf(mayHaveLostSession),
  steps: [
    stepOfTurn({ by: 'chat', says: 'word to remember', session: 'new' }),
    ...Array.from({ length: turnsBefore }, (_, at) =>
      goOn(({ nonce }) => rememberText(nonce(`word of turn ${at + 2}`))),
    ),
    askWords,
    ...Array.from({ length: turnsBehind }, (_, at) =>
      goOn(({ nonce }) => (at === lateTurn ? rememberText(nonce('word of a late turn')) : 'Go on, please.')),
    ),
    askWords,
    ...Array.from({ length: retryCount }, (): Step => (known) => (isLostInTheEnd(known.seen) ? askWords(known) : [])),
  ],
};
export const twelveTurns = withSecondSession(
  withControls(twelveTurnsAsked, remembersToTheEnd, firstRecalled),
  (at, turns) => ({ by: 'chat', tells: at < turns - 1 }),
);

function goOn(messageOf: (known: StepInputs) => string): Step {
  return (known) => {
    const sessionId = newestSessionId(known.seen);
    return sessionId === undefined
      ? noIdIn(known.seen)
      : [chatCall('chat', known.bot, { message: messageOf(known), sessionId })];
  };
}

/** A conversation that begins in a stream; nothing more is sent where the stream shows no id, as it need not. */
function begunInStream(says: Turn['says'], ...turns: readonly Turn[]): Probe {
  const begin: Turn = { by: 'stream', says, session: 'new' };
  const whole = conversation(begin, ...turns);
  return {
    ...whole,
    name: nameOfProbe(`${whole.name}, if the stream shows a sessionId`),
    steps: whole.steps.map((step, at) => (known) => {
      const shown = known.seen.some((exchange) => sessionIdIn(exchange) !== undefined);
      return at === 0 || shown ? step(known) : [];
    }),
  };
}

const begunAndAsked = untilSaid(begunInStream('word to remember', { by: 'chat', says: 'question', session: 'first' }));

/** Number of streams that ask in the end: streams that continue a session carry their replies as the first did. */
const streamsBehind = 2;
const askInStream = stepOfTurn({ by: 'stream', says: 'question', session: 'first' });
const beginsInStream: Probe = {
  ...begunAndAsked,
  name: nameOfProbe(`${begunAndAsked.name}, and in two streams`),
  costs: { ...begunAndAsked.costs, chats: begunAndAsked.costs.chats + streamsBehind },
  steps: [
    ...begunAndAsked.steps,
    ...Array.from(
      { length: streamsBehind },
      (): Step => (known) =>
        known.seen.some((exchange) => sessionIdIn(exchange) !== undefined) ? askInStream(known) : [],
    ),
  ],
};
export const begunByStream = withSecondSession(beginsInStream, (at) => ({
  by: at < 2 ? 'stream' : 'chat',
  tells: at === 0,
}));

/** A chat that continues what a stream began, and the question for the word that it planted. */
export const plantedAfterStream = withSecondSession(
  untilSaid(
    begunInStream(
      'greeting',
      { by: 'chat', says: 'word to remember', session: 'first' },
      { by: 'chat', says: 'question', session: 'first' },
    ),
  ),
  (at) => ({ by: 'chat', tells: at === 0 }),
);

export const plantedInStream = withSecondSession(
  untilSaid(
    conversation(
      { by: 'chat', says: 'greeting', session: 'new' },
      { by: 'stream', says: 'word to remember', session: 'first' },
      { by: 'chat', says: 'question', session: 'first' },
    ),
  ),
  (at) => ({ by: 'chat', tells: at === 0 }),
);

/** Two words that streams of a session planted, each asked for in the next chat. */
export const plantedInStreams = conversation(
  { by: 'chat', says: 'greeting', session: 'new' },
  { by: 'stream', says: 'word to remember', session: 'first' },
  { by: 'chat', says: 'question', session: 'first' },
  { by: 'stream', says: 'another word to remember', session: 'first' },
  { by: 'chat', says: 'question', session: 'first' },
);

/**
 * Four conversations that begin with the same message: one, two more at once, and another, which is continued; then the
 * first and oldest is continued. A word is planted in one of these two and asked for in the other. An id made of the
 * message, a cached answer, and an answer that several requests wait for are the same for both.
 */
export const alikeConversations: Probe = {
  name: 'four conversations that begin alike, two of them at once',
  needs: ['token', 'bot'],
  costs: { chats: 8, speeches: 0 },
  again: repeatAloneIf(mayHaveLostSession),
  steps: [
    ({ bot }) => [chatCall('chat', bot, minimalMessage)],
    ({ bot }) => [chatCall('chat', bot, minimalMessage), chatCall('chat', bot, minimalMessage)],
    ({ bot }) => [chatCall('chat', bot, minimalMessage)],
    ({ bot, seen }) => inSessionOf(seen[3], (sessionId) => chatCall('chat', bot, { ...minimalMessage, sessionId })),
    ({ bot, seen }) => inSessionOf(seen[0], (sessionId) => chatCall('chat', bot, { ...minimalMessage, sessionId })),
    ({ bot, seen, nonce }) =>
      inSessionOf(seen[1], (sessionId) => chatCall('chat', bot, { message: plantText(nonce('word')), sessionId })),
    ({ bot, seen }) => inSessionOf(seen[2], (sessionId) => chatCall('chat', bot, { message: wordQuestion, sessionId })),
  ],
};

/**
 * Two streams that begin with the same message. Where both show the same id, a word is planted in one, and asked for
 * where a third one began the same way: a bot that remembers nothing may use a single id.
 */
export const alikeStreams: Probe = {
  name: 'two streams that begin alike',
  needs: ['token', 'bot'],
  costs: { chats: 5, speeches: 0 },
  again: repeatAloneIf(mayHaveLostSession),
  steps: [
    ({ bot }) => [chatCall('stream', bot, minimalMessage)],
    ({ bot }) => [chatCall('stream', bot, minimalMessage)],
    ({ bot, seen, nonce }) =>
      areOne(seen)
        ? inSessionOf(seen[0], (sessionId) => chatCall('chat', bot, { message: plantText(nonce('word')), sessionId }))
        : [],
    ({ bot, seen }) => (areOne(seen) ? [chatCall('stream', bot, minimalMessage)] : []),
    ({ bot, seen }) =>
      areOne(seen)
        ? inSessionOf(seen.at(-1), (sessionId) => chatCall('chat', bot, { message: wordQuestion, sessionId }))
        : [],
  ],
};

function areOne([one, other]: readonly Exchange[]): boolean {
  const [id, otherId] = [one, other].map((begun) => (begun === undefined ? undefined : sessionIdIn(begun)));
  return id !== undefined && JSON.stringify(id) === JSON.stringify(otherId);
}

function inSessionOf(
  begun: Exchange | undefined,
  call: (id: SessionId) => Call,
): readonly Call[] | { readonly stop: string } {
  const id = begun === undefined ? undefined : sessionIdIn(begun);
  return id === undefined ? noIdIn(begun === undefined ? [] : [begun]) : [call(id)];
}

const many = 8;

/** Number of pairs: two conversations that begin at the same time do not always harm each other. */
const pairs = 3;
const atOnce = 2;

/** Where one conversation was refused and others went on: shows whether one of two simultaneous ones is lost. */
const twoAtOnce: readonly Step[] = Array.from({ length: pairs }, (): readonly Step[] => [
  ({ bot, seen }) =>
    needsConcurrentPair(seen) ? Array.from({ length: atOnce }, () => chatCall('chat', bot, minimalMessage)) : [],
  ({ bot, seen }) =>
    pairToContinue(seen)
      .map(sessionIdIn)
      .filter((sessionId) => sessionId !== undefined)
      .map((sessionId) => chatCall('chat', bot, { ...minimalMessage, sessionId })),
]).flat();

/** Eight conversations begin at once with a word each; each is asked for its word, and again where it was silent. */
const manyAsked: Probe = {
  name: 'eight conversations at once, with the question again where one was silent',
  needs: ['token', 'bot'],
  costs: { chats: 2 * many + retryRounds * maxRetriesPerRound + 2 * pairs * atOnce + many + 3, speeches: 0 },
  again: repeatAloneIf((seen) => mayHaveLostSession(beforeSoleSession(seen))),
  steps: [
    ({ bot, nonce }) =>
      Array.from({ length: many }, (_, at) => chatCall('chat', bot, { message: plantText(nonce(`word ${at}`)) })),
    ({ bot, seen }) => {
      const ids = seen.map(sessionIdIn);
      return ids.includes(undefined) ? noIdIn(seen) : ids.map((sessionId) => asks(bot, sessionId));
    },
    ...Array.from(
      { length: retryRounds },
      (): Step =>
        ({ bot, seen }) =>
          conversationsToAskAgain(seen).map((turns) => asks(bot, newestSessionId(turns))),
    ),
    ...twoAtOnce,
    ...besideOtherSessions(many, needsCapacityEvidence),
  ],
};
export const manyConversations = withControls(manyAsked, conversationsAreKept);

function asks(bot: string, sessionId: SessionId | undefined): Call {
  return chatCall('chat', bot, { message: wordQuestion, sessionId } satisfies Body);
}
