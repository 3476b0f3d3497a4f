import { chatCall, nameOfProbe } from '../model/calls.ts';
import { isFailed } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { byItselfIf, type Known, type Probe, type Step } from '../model/probe.ts';
import { newestSessionId, noIdIn } from '../expectations/bodies/carries-session-id.ts';
import { keepsTurnsAtOnce } from '../expectations/conversations/keeps-turns-at-once.ts';
import { mayHaveLostSession } from '../expectations/conversations/crowded-out.ts';
import { aloneIn, tellsAlone, wentOnAlone } from '../expectations/conversations/room-for-few.ts';
import { forThisOnly } from '../expectations/conversations/nothing-of-other-sessions.ts';
import { wordsSaidOf } from '../expectations/words/remembers.ts';

/** One turn of a conversation. `first` continues with the newest id that the conversation gave. */
export type Turn = {
  readonly by: 'chat' | 'stream';
  /** Nothing, a word, another one, the same with the request to remember it, three in a long message, or the question for all. */
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

/** Turns one after the other: the first tells a word that nobody knows, later ones ask for it without naming it. */
export function conversation(...turns: readonly Turn[]): Probe {
  return {
    name: nameOfProbe(
      'conversation',
      turns.map(({ by, says, session }) => `${by}: ${says}${session === 'new' ? ' (new session)' : ''}`),
    ),
    needs: ['token', 'bot'],
    costs: { chats: turns.length, speeches: 0 },
    again: byItselfIf(mayHaveLostSession),
    steps: turns.map(stepOf),
  };
}

export function stepOf({ session, by, says }: Turn): Step {
  return (known) => {
    const message = { message: sentence(says, known) };
    if (session === 'new') return [chatCall(by, known.bot, message)];
    const sessionId = newestSessionId(known.seen);
    if (sessionId === undefined) return noIdIn(known.seen);
    return [chatCall(by, known.bot, { ...message, sessionId })];
  };
}

/** The question for the words, in a further turn. */
export const askOn = stepOf({ by: 'chat', says: 'question', session: 'first' });

/** Of this conversation only: a service may validly keep what its user asks it to remember, for all his conversations. */
export const tells = (word: string): string => `A word ${forThisOnly}: ${word}`;
/** Some bots keep only what they are asked to, and may keep it for all conversations of their user: nothing of this is looked for elsewhere. */
export const asksToRemember = (word: string): string => `Please remember this word: ${word}`;
export const question = 'Which words have I given you in this conversation? Please repeat them.';
/** One more word, and the question for those before it: the next turn has one told right before it. */
export const tellsAndAsks = (word: string): string => `${tells(word)}. ${question}`;

/**
 * Longer than the columns of text that databases have by default, as anybody's message may be: some 300 letters, with what
 * ends a value in files of commas, in lines and in quotes, and with what a column of ASCII or of three-byte letters lacks.
 * A bot that quotes it shortens it hardly yet.
 */
export const longEnd =
  'I have been thinking about our "old" garden; all week, | every day.\n\n'.repeat(2) +
  "It's the neighbours' as well; they have been thinking about it, too.\n\n" +
  'The roses 🌹 want cutting, Zoë’s fence wants paint – and the old gate still does not close as it should.';

function sentence(says: Turn['says'], { nonce }: Known): string {
  if (says === 'question') return question;
  // A word at its end too: a bot that repeats its last words only has them, and one that did not keep it has none.
  if (says === 'words to remember in a long message')
    return `Please remember these words: ${nonce('word')} and ${nonce('another word')}. ${longEnd} And this one: ${nonce('word at the end')}`;
  if (says === 'greeting') return 'Hello!';
  const word = nonce(says === 'word' || says === 'word to remember' ? 'word' : 'another word');
  return says === 'word to remember' || says === 'another word to remember' ? asksToRemember(word) : tells(word);
}

/**
 * Two turns of one session at the same time, as of a user who presses the button twice, each with a word; then the question
 * for both. Where one of them is missing, a third word is told and asked for: a bot may keep one word only.
 */
export const twoTurnsAtOnce: Probe = {
  name: 'two turns of one session at once, and what is remembered of them',
  needs: ['token', 'bot'],
  costs: { chats: 6, speeches: 0 },
  // A bot that forgets now and then may do so here.
  again: byItselfIf((seen) => mayHaveLostSession(seen) || isFailed(keepsTurnsAtOnce(seen))),
  steps: [
    ({ bot }) => [chatCall('chat', bot, { message: 'Hello!' })],
    (known) => {
      const sessionId = newestSessionId(known.seen);
      if (sessionId === undefined) return noIdIn(known.seen);
      return ['one', 'two'].map((label) =>
        chatCall('stream', known.bot, { message: tells(known.nonce(label)), sessionId }),
      );
    },
    askOn,
    (known) => (wordsSaidOf(known.seen) === 1 ? stepOf({ by: 'chat', says: 'word', session: 'first' })(known) : []),
    (known) => (wordsSaidOf(known.seen) === 1 ? askOn(known) : []),
  ],
};

/**
 * Behind many sessions that began at once, where they may have taken each other's place: one more, its question, as many others,
 * and the question again.
 */
export function besideOthers(many: number, isWorthIt: (seen: readonly Exchange[]) => boolean): readonly Step[] {
  const ask: Step = ({ bot, seen }) => {
    const sessionId = newestSessionId(aloneIn(seen).slice(0, 2));
    return sessionId === undefined ? [] : [chatCall('chat', bot, { message: question, sessionId })];
  };
  const ifKnown =
    (step: Step): Step =>
    (known) =>
      wentOnAlone(known.seen) ? step(known) : [];
  return [
    ({ bot, seen, nonce }) =>
      isWorthIt(seen) ? [chatCall('chat', bot, { message: tellsAlone(nonce('alone')) }, { role: 'alone' })] : [],
    ask,
    ifKnown(({ bot }) => Array.from({ length: many }, () => chatCall('chat', bot, { message: 'Hello!' }))),
    ifKnown(ask),
  ];
}
