import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from './may-be-edited.ts';
import type { Judge } from './declined/controls.ts';
import { beginsSession, mayHaveDeclined, messageText } from './declined/may-have-declined.ts';
import { truncatesWord, quoteAround, recallsWord, saysWord } from './said.ts';
import { describeAnswer } from '../describe-answer.ts';
import { nonceSource } from '../../model/nonce.ts';
import { noMemoryShown } from '../no-memory.ts';

/**
 * Matches the words that a probe plants: letters only, always in this form, and also right after a JSON escape for a
 * line end or tab.
 */
const planted = new RegExp(String.raw`(?:\b|(?<=\\[nrt]))${nonceSource}\b`, 'g');

/** Every nonce in the request of an exchange. */
export function wordsPlantedIn({ request }: Exchange): readonly string[] {
  return [...Buffer.from(request.body).toString('utf8').matchAll(planted)].map(([word]) => word);
}

/** The planted word of the first request that has any. */
export function firstPlantedWord(seen: readonly Exchange[]): string | undefined {
  return seen.flatMap(wordsPlantedIn)[0];
}

/**
 * Number of further questions, each answered with the word, after which one answer without it shows no loss of memory.
 */
export const retryCount = 2;

/**
 * How many answers in a row have to know the word after one, two or three answers without it to excuse these. Where one
 * server of two forgets, another answer lacks the word before that.
 */
const [afterOne, afterTwo, afterThree] = [retryCount, retryCount + 1, retryCount + 2] as const;
const behindLacks: Readonly<Record<number, number>> = { 1: afterOne, 2: afterTwo, 3: afterThree };

const laterLacks = 2;
/**
 * Most further questions until the word counts as forgotten. A second and a third answer without the word come from
 * further questions too, and each may come just before the answer that would have excused those before it.
 */
export const maxQuestionRetries = afterOne - 1 + (afterTwo - 1) + afterThree + laterLacks;

/**
 * Most questions that are asked again because the words came back misspelled: of this many, a bot that misspells one
 * word of three spells one right. Enough of the further questions are left for a bot that declines one.
 */
export const maxSpellingRetries = 3;

/**
 * The questions that were answered without the word. Empty where they are few and the answers after them show that it
 * is known.
 */
function forgottenIn(asks: readonly Exchange[], knows: (exchange: Exchange) => boolean): readonly Exchange[] {
  const forgot = asks.filter((exchange) => !knows(exchange));
  const last = forgot.at(-1);
  const behind = last === undefined ? 0 : asks.length - 1 - asks.indexOf(last);
  return behind >= (behindLacks[forgot.length] ?? Infinity) ? [] : forgot;
}

export function questionsIn(seen: Exchanges): readonly Exchange[] {
  return seen.filter((exchange, at) => at > 0 && wordsPlantedIn(exchange).length === 0);
}

/** A word of a turn that was accepted, and the position of that turn. */
export type PlantedWord = { readonly word: string; readonly at: number };

export function wordsPlantedBefore(seen: Exchanges, exchange: Exchange): readonly PlantedWord[] {
  return seen
    .slice(0, seen.indexOf(exchange))
    .flatMap((earlier, at) => (isAccepted(earlier) ? wordsPlantedIn(earlier).map((word) => ({ word, at })) : []));
}

/** The words told before an exchange that its answer says. */
export function wordsRecalledIn(seen: Exchanges, exchange: Exchange): readonly PlantedWord[] {
  return wordsPlantedBefore(seen, exchange).filter(({ word }) => recallsWord(exchange, word));
}

/** How many turns before the exchange the newest of these words was told. Undefined where there are no words. */
function turnsBack(seen: Exchanges, exchange: Exchange, words: readonly PlantedWord[]): number | undefined {
  const newest = words.at(-1);
  return newest === undefined ? undefined : seen.indexOf(exchange) - newest.at;
}

/**
 * The questions that this bot could answer: the newest word before them was told no more turns back than the bot looked
 * back in another answer. One said word is enough, since the bot may keep only the newest word, or the first.
 */
function owedIn(seen: Exchanges): readonly Exchange[] {
  const asks = questionsIn(seen);
  const shown = asks.map((exchange) => turnsBack(seen, exchange, wordsRecalledIn(seen, exchange)) ?? 0);
  const farthest = Math.max(0, ...shown);
  return asks.filter(
    (exchange) => (turnsBack(seen, exchange, wordsPlantedBefore(seen, exchange)) ?? Infinity) <= farthest,
  );
}

/** The operations (chat, stream) by which a question has to be asked again before the word counts as forgotten. */
export function operationsToAskAgain(seen: Exchanges): readonly ('chat' | 'stream')[] {
  const owed = owedIn(seen);
  return (['chat', 'stream'] as const).filter((by) => {
    const ofKind = owed.filter(({ operation }) => operation === by);
    return forgottenIn(ofKind, (exchange) => wordsRecalledIn(seen, exchange).length > 0).length in behindLacks;
  });
}

/** True where a word was told, and no answer to a later question says any planted word. */
export function isForgotten(seen: Exchanges): boolean {
  const asks = questionsIn(seen).filter((exchange) => wordsPlantedBefore(seen, exchange).length > 0);
  return asks.length > 0 && asks.every((exchange) => wordsRecalledIn(seen, exchange).length === 0);
}

/** How many of the words that were told together, before the first question for them, have been said by now. */
export function countRecalledWords(seen: Exchanges): number {
  const asks = questionsIn(seen);
  const told = asks.map((exchange) => wordsPlantedBefore(seen, exchange)).find((words) => words.length > 0) ?? [];
  return told.length < 2 ? 0 : told.filter(({ word }) => asks.some((exchange) => recallsWord(exchange, word))).length;
}

/**
 * True where a stream says a word that was told by then, so that the words in streams of this bot can be read (4.3:
 * layout not shown).
 */
function isReadable(seen: Exchanges): boolean {
  return seen.some(
    (exchange, at) =>
      exchange.operation === 'stream' &&
      seen.slice(0, at + 1).some((earlier) => wordsPlantedIn(earlier).some((word) => recallsWord(exchange, word))),
  );
}

/**
 * A word that was told is known whenever it is asked for (1: conversations continue). A bot that never shows any memory
 * cannot be judged, and neither can its streams where no word in them can be read. A bot forgot where it shows memory
 * in one turn, and in another knows nothing of what was told no more turns back.
 */
export const remembersThroughout: Judge = (seen) => {
  const asks = questionsIn(seen);
  if (firstPlantedWord(seen) === undefined || asks.length === 0)
    return { inconclusive: 'the bot was told nothing to remember' };
  const knows = (exchange: Exchange): boolean => wordsRecalledIn(seen, exchange).length > 0;
  if (!asks.some(knows)) return noMemoryShown;
  const owed = owedIn(seen);
  const ofKinds = Map.groupBy(owed, ({ operation }) => operation).values();
  const forgot = [...ofKinds].flatMap((ofKind) => forgottenIn(ofKind, knows));
  const judged = forgot.filter(
    (exchange) => exchange.operation !== 'stream' || (isReadable(seen) && !mayBeEdited(exchange)),
  );
  if (judged.length === 0 && forgot.length > 0)
    return { inconclusive: 'no word could be read in a stream of this bot' };
  if (asks.some((exchange) => !owed.includes(exchange)) && judged.length === 0)
    return {
      inconclusive:
        'the bot showed no memory of what it was told so many turns before; name a bot that remembers with --bot',
    };
  const excuses = judged.map((exchange) => excuseOf(exchange, seen, asks.filter(knows)));
  const [excuse] = excuses;
  if (excuse !== undefined && !excuses.includes(undefined)) return { inconclusive: excuse };
  return judged.map((exchange) => ({
    subject: 'memory',
    expected: `the word ${wordsPlantedBefore(seen, exchange).at(-1)?.word ?? ''}, as it knew one in another turn`,
    ...describeMissingWord(exchange),
  }));
};

/**
 * Why an answer without the word shows no lost memory: it does not repeat its own question, while the answers by the
 * same operation that know the word do, and so do the first answers of sessions. The answer in a lost session would
 * repeat its question like a first answer, so the bot declined. Undefined where there is no such reason.
 */
function excuseOf(exchange: Exchange, seen: Exchanges, knowing: readonly Exchange[]): string | undefined {
  const ofKind = questionsIn(seen).filter(({ operation }) => operation === exchange.operation);
  const alike = ofKind.filter((other) => knowing.includes(other));
  const isWhim = mayHaveDeclined(ofKind.map((other) => !knowing.includes(other)));
  if (alike.length === 0 || !alike.every(repeats) || !firstAnswersEcho(seen) || !isWhim) return undefined;
  if (!isAccepted(exchange) || repeats(exchange)) return undefined;
  return 'the bot declined some of the questions, and knew the word in its other answers: how often it was forgotten cannot be told';
}

function repeats(answer: Exchange): boolean {
  return messageText(answer) !== '' && saysWord(answer, messageText(answer));
}

/**
 * True where the first answers of sessions repeat their messages: then answers in a lost session would repeat their
 * questions.
 */
export function firstAnswersEcho(seen: Exchanges): boolean {
  const begun = seen.filter((exchange) => isAccepted(exchange) && beginsSession(exchange));
  return begun.length > 0 && begun.every(repeats);
}

/** Describes an answer without the word. A missing reply counts as a forgotten word too, and is shown instead. */
export function describeMissingWord(asked: Exchange): Pick<Mismatch, 'observed' | 'kind' | 'exchange'> {
  const observed = `the reply to ${asked.id} lacks it`;
  const exchange = asked.id;
  if (isAccepted(asked) || asked.response.is !== 'answer') return { observed, exchange };
  return { observed: `no reply to ${asked.id}: ${describeAnswer(asked.response)}`, kind: { observed }, exchange };
}

/**
 * The last answer does not know the word that was told in another session: only the session id continues a conversation
 * (1).
 */
export const leaksNoWordOfElsewhere: Expectation = (seen) => {
  const word = firstPlantedWord(seen);
  const last = seen.at(-1);
  if (word === undefined || last === undefined) return { inconclusive: 'nothing was told that could leak' };
  if (!saysWord(last, word)) return [];
  return [
    {
      subject: 'isolation',
      expected: 'only words of its own session',
      observed: `the reply to ${last.id} says ${word}${quoteAround(last, word)}`,
      kind: { observed: 'an answer has a word of another session' },
      exchange: last.id,
    },
  ];
};

/**
 * The only word of a conversation, told in an accepted turn, is said when it is asked for: another check showed the
 * memory.
 */
export const remembersItsWord: Judge = (seen) => {
  const told = seen.find((exchange) => wordsPlantedIn(exchange).length > 0);
  if (told === undefined) return { inconclusive: 'the bot was told nothing to remember' };
  if (!isAccepted(told)) return { inconclusive: 'the turn that told a word was not accepted' };
  const last = seen.slice(seen.indexOf(told) + 1).at(-1);
  if (last === undefined) return { inconclusive: 'the word was not asked for: no sessionId to go on with is known' };
  if (!isForgotten(seen)) return [];
  return [
    {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(told)[0] ?? ''}, told in ${told.id}, as other sessions knew theirs`,
      ...describeMissingWord(last),
      restsOn: [told.id],
    },
  ];
};

/**
 * Each of several words that were told together is said, by a bot that keeps two: a bot that says two in one answer and
 * never says the missing word has lost it.
 */
export const remembersEachWord: Judge = (seen) => {
  const asks = questionsIn(seen);
  const first = asks.find((exchange) => wordsPlantedBefore(seen, exchange).length > 0);
  const last = asks.at(-1);
  if (first === undefined || last === undefined) return { inconclusive: 'the bot was told nothing to remember' };
  const told = wordsPlantedBefore(seen, first);
  const isWhole = (exchange: Exchange, each: PlantedWord): boolean =>
    recallsWord(exchange, each.word) && !(endsOthers(each, told, seen) && truncatesWord(exchange, each.word));
  const lost = told.filter((each) => !asks.some((exchange) => isWhole(exchange, each)));
  if (lost.length === 0) return [];
  const most = Math.max(...asks.map((exchange) => wordsRecalledIn(seen, exchange).length));
  if (most === 0) return noMemoryShown;
  if (most === 1)
    return {
      inconclusive: 'the bot repeated no two words, and may keep one only; name a bot that remembers with --bot',
    };
  return lost.map(({ word, at }) => {
    const from = seen[at]?.id ?? '';
    const expected = `the word ${word}, told in ${from}, as well as the others`;
    return { subject: 'memory', expected, ...describeMissingWord(last), restsOn: [from] };
  });
};

/** True for a word at the end of a message that told other words before it. */
function endsOthers({ word, at }: PlantedWord, told: readonly PlantedWord[], seen: Exchanges): boolean {
  const begun = seen[at];
  return (
    told.some((other) => other.at === at && other.word !== word) &&
    begun !== undefined &&
    messageText(begun).endsWith(word)
  );
}
