import { chatCall, nameOfProbe } from '../model/calls.ts';
import { isFailed } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { repeatAloneIf, stepIf, type StepInputs, type Probe, type Step } from '../model/probe.ts';
import { newestSessionId, noIdIn } from '../expectations/bodies/carries-session-id.ts';
import { keepsConcurrentTurns } from '../expectations/conversations/keeps-turns-at-once.ts';
import { concurrentRepliesAreOwn } from '../expectations/conversations/replies/replies-at-once.ts';
import { mayHaveLostSession } from '../expectations/conversations/evicted-sessions.ts';
import {
  soleSessionIn,
  soleSessionMessage,
  isSoleSessionContinued,
} from '../expectations/conversations/session-capacity.ts';
import { conversationOnlyPhrase } from '../expectations/conversations/nothing-of-other-sessions.ts';
import { countRecalledWords } from '../expectations/words/remembers.ts';

/** A turn of a conversation. `first` continues with the newest session id that the conversation received. */
export type Turn = {
  readonly by: 'chat' | 'stream';
  /**
   * What the message contains: a greeting, planted words, or the question for all of them. `to remember` adds the
   * request to remember the words.
   */
  readonly says:
    | 'greeting'
    | 'word'
    | 'another word'
    | 'word to remember'
    | 'another word to remember'
    | 'words to remember in a long message'
    | 'question';
  readonly session: 'new' | 'first';
};

/**
 * Turns one after the other: the first plants a word that nobody else knows, later turns ask for it without naming it.
 */
export function conversation(...turns: readonly Turn[]): Probe {
  return {
    name: nameOfProbe(
      'conversation',
      turns.map(({ by, says, session }) => `${by}: ${says}${session === 'new' ? ' (new session)' : ''}`),
    ),
    needs: ['token', 'bot'],
    costs: { chats: turns.length, speeches: 0 },
    again: repeatAloneIf(mayHaveLostSession),
    steps: turns.map(stepOfTurn),
  };
}

export function stepOfTurn({ session, by, says }: Turn): Step {
  return (known) => {
    const message = { message: sentence(says, known) };
    if (session === 'new') return [chatCall(by, known.bot, message)];
    const sessionId = newestSessionId(known.seen);
    if (sessionId === undefined) return noIdIn(known.seen);
    return [chatCall(by, known.bot, { ...message, sessionId })];
  };
}

/** Asks for the planted words in a further turn. */
export const askWords = stepOfTurn({ by: 'chat', says: 'question', session: 'first' });

/**
 * A word for this conversation only: a service may keep what its user asks it to remember, for all conversations of
 * that user.
 */
export const plantText = (word: string): string => `A word ${conversationOnlyPhrase}: ${word}`;
/**
 * A word with the request to remember it. Some bots keep only what they are asked to keep, and may use it in all
 * conversations of the user: no check looks for such a word in another conversation.
 */
export const rememberText = (word: string): string => `Please remember this word: ${word}`;
export const wordQuestion = 'Which words have I given you in this conversation? Please repeat them.';
/**
 * Plants a further word and asks for the earlier ones, so that the next turn has a word from the turn right before it.
 */
export const plantAndAskText = (word: string): string => `${plantText(word)}. ${wordQuestion}`;

/**
 * About 300 letters that anybody may write: longer than the default length of text columns in databases, with
 * separators of CSV, lines and quotes, and with letters that ASCII or three-byte columns lack. Short enough that a bot
 * that quotes it hardly shortens it.
 */
export const longMessageEnd =
  'I have been thinking about our "old" garden; all week, | every day.\n\n'.repeat(2) +
  "It's the neighbours' as well; they have been thinking about it, too.\n\n" +
  'The roses 🌹 want cutting, Zoë’s fence wants paint – and the old gate still does not close as it should.';

function sentence(says: Turn['says'], { nonce }: StepInputs): string {
  if (says === 'question') return wordQuestion;
  // A word at the end too: a bot that only repeats the last words says that word alone, and one that cut the message
  // lacks it.
  if (says === 'words to remember in a long message')
    return `Please remember these words: ${nonce('word')} and ${nonce('another word')}. ${longMessageEnd} And this one: ${nonce('word at the end')}`;
  if (says === 'greeting') return 'Hello!';
  const word = nonce(says === 'word' || says === 'word to remember' ? 'word' : 'another word');
  return says === 'word to remember' || says === 'another word to remember' ? rememberText(word) : plantText(word);
}

/**
 * Two turns of a session at the same time, as by a user who presses the button twice, each with a word; then the
 * question for both. Where one word is missing, a third one is planted and asked for: the bot may keep only one word.
 */
export const twoTurnsAtOnce: Probe = {
  name: 'two turns of one session at once, and what is remembered of them',
  needs: ['token', 'bot'],
  costs: { chats: 8, speeches: 0 },
  // A bot that forgets now and then may do so here.
  again: repeatAloneIf(
    (seen) =>
      [keepsConcurrentTurns, concurrentRepliesAreOwn].some((judge) => isFailed(judge(seen))) ||
      mayHaveLostSession(seen),
  ),
  steps: [
    ({ bot }) => [chatCall('chat', bot, { message: 'Hello!' })],
    (known) => {
      const sessionId = newestSessionId(known.seen);
      if (sessionId === undefined) return noIdIn(known.seen);
      return ['one', 'two'].map((label) =>
        chatCall('stream', known.bot, { message: plantText(known.nonce(label)), sessionId }),
      );
    },
    askWords,
    (known) =>
      countRecalledWords(known.seen) === 1 ? stepOfTurn({ by: 'chat', says: 'word', session: 'first' })(known) : [],
    (known) => (countRecalledWords(known.seen) === 1 ? askWords(known) : []),
    ({ bot, seen, nonce }) => {
      const sessionId = newestSessionId(seen);
      return ['chat', 'other chat'].map((label) =>
        chatCall('chat', bot, { message: plantText(nonce(`in a ${label}`)), sessionId }, { role: 'asks' }),
      );
    },
  ],
};

/**
 * Follows many sessions that began at once and may have replaced one another: a further session with its question, as
 * many other sessions again, and the question once more.
 */
export function besideOtherSessions(many: number, isWorthIt: (seen: readonly Exchange[]) => boolean): readonly Step[] {
  const ask: Step = ({ bot, seen }) => {
    const sessionId = newestSessionId(soleSessionIn(seen).slice(0, 2));
    return sessionId === undefined ? [] : [chatCall('chat', bot, { message: wordQuestion, sessionId })];
  };
  const ifKnown = (step: Step): Step => stepIf(({ seen }) => isSoleSessionContinued(seen), step);
  return [
    ({ bot, seen, nonce }) =>
      isWorthIt(seen)
        ? [chatCall('chat', bot, { message: soleSessionMessage(nonce('alone')) }, { role: 'alone' })]
        : [],
    ask,
    ifKnown(({ bot }) => Array.from({ length: many }, () => chatCall('chat', bot, { message: 'Hello!' }))),
    ifKnown(ask),
  ];
}
