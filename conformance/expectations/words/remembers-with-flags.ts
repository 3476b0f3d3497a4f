import { chatFlags } from '../../contract/limits.ts';
import { sentJson, sentMember } from '../../bodies/sent-json.ts';
import type { Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import type { Judge } from './declined/controls.ts';
import { beginsSession } from './declined/may-have-declined.ts';
import { retryCount, wordsPlantedIn } from './remembers.ts';
import { recallsWord, answerTexts } from './said.ts';
import { noMemoryShown } from '../no-memory.ts';

type Flag = (typeof chatFlags)[number];

/** A turn that told a word, and the plain question right after it. */
type PlantedPair = {
  readonly tell: Exchange;
  readonly ask: Exchange;
  readonly word: string;
  readonly flag: Flag | undefined;
  /** The word that was told before this word in the same session, in the last turn before it that told a word. */
  readonly earlier: string | undefined;
};

/** The option flag that a turn sets; undefined where it sets none. */
export function flagOfTurn({ request }: Exchange): Flag | undefined {
  const fields = sentJson(request);
  return chatFlags.find((flag) => typeof fields === 'object' && fields !== null && Object.hasOwn(fields, flag));
}

const messageOf = ({ request }: Exchange): string | undefined => sentMember(request, 'message');

function pairsIn(seen: Exchanges): readonly PlantedPair[] {
  // The first turn without a word is a question. Turns that only pass the time have another message.
  const first = seen.find((exchange) => wordsPlantedIn(exchange).length === 0);
  const isQuestion = (exchange: Exchange): boolean =>
    wordsPlantedIn(exchange).length === 0 && first !== undefined && messageOf(exchange) === messageOf(first);
  const pairs = seen.flatMap((tell, at) => {
    const [word] = wordsPlantedIn(tell);
    const ask = seen[at + 1];
    const isAsked = word !== undefined && ask !== undefined && isQuestion(ask);
    return isAsked && isAccepted(tell) && isAccepted(ask) ? [{ tell, ask, word, flag: flagOfTurn(tell) }] : [];
  });
  const sessionOf = ({ tell }: { readonly tell: Exchange }): Exchange | undefined =>
    seen.slice(0, seen.indexOf(tell) + 1).findLast(beginsSession);
  return pairs.map((pair, at) => {
    const before = pairs[at - 1];
    const isOfOne = before !== undefined && sessionOf(before) === sessionOf(pair);
    return { ...pair, earlier: isOfOne ? before.word : undefined };
  });
}

const isKnown = ({ ask, word }: PlantedPair): boolean => recallsWord(ask, word);

/**
 * What a flag may lose: the word that its turn told, or, where that turn began another conversation, the words before
 * it.
 */
type Loss = {
  readonly isKept: (pair: PlantedPair) => boolean;
  /** True where turns without flags show so far that the bot keeps it. */
  readonly isSeen: (pairs: readonly PlantedPair[]) => boolean;
};

const isPlain = ({ flag }: PlantedPair): boolean => flag === undefined;

const ownWord: Loss = { isKept: isKnown, isSeen: (pairs) => pairs.some((pair) => isPlain(pair) && isKnown(pair)) };

/**
 * The word told before the turn with the flag. Where the flag begins another conversation and each turn gives a new id,
 * the question continues that conversation, which knows only the word of the turn itself.
 */
const earlierWord: Loss = {
  isKept: ({ ask, earlier }) => earlier === undefined || recallsWord(ask, earlier),
  isSeen: (pairs) => {
    const plain = pairs.filter((pair) => isPlain(pair) && pair.earlier !== undefined);
    return plain.length > 0 && plain.every((pair) => isKnown(pair) && earlierWord.isKept(pair));
  },
};

/**
 * What was told before a turn, in the reply to that turn, since each turn asks for it. A reply without even the word of
 * its own turn is made of something else, which is no loss.
 */
const inReply: Loss = {
  isKept: ({ tell, word, earlier }) => earlier === undefined || recallsWord(tell, earlier) || !recallsWord(tell, word),
  isSeen: (pairs) => {
    const plain = pairs.filter((pair) => isPlain(pair) && pair.earlier !== undefined);
    return (
      plain.length > 0 &&
      plain.every((pair) => isKnown(pair) && recallsWord(pair.tell, pair.word) && inReply.isKept(pair))
    );
  },
};

function flaggedBy(operation: 'chat' | 'stream', pairs: readonly PlantedPair[]): readonly (readonly PlantedPair[])[] {
  const flagged = pairs.filter(({ tell, flag }) => flag !== undefined && tell.operation === operation);
  return [...Map.groupBy(flagged, ({ flag }) => flag).values()];
}

/**
 * The first flag with which each turn of this operation has lost a word so far, while turns without flags have not. A
 * flag that lost its own word comes before a flag that lost earlier words. Undefined where there is none.
 */
export function flagThatForgets(seen: Exchanges, operation: 'chat' | 'stream'): Flag | undefined {
  const pairs = pairsIn(seen);
  const groups = flaggedBy(operation, pairs);
  const lost = [ownWord, earlierWord, inReply]
    .filter(({ isSeen }) => isSeen(pairs))
    .flatMap(({ isKept }) => groups.filter((told) => !told.some(isKept)));
  return lost[0]?.[0]?.flag;
}

/**
 * True where the bot knew the word of the newest plain turn. A bot that only answers the question in that turn does
 * not.
 */
export function recallsWordBesideQuestion(seen: Exchanges): boolean {
  const newest = pairsIn(seen).findLast((pair) => isPlain(pair) && pair.earlier !== undefined);
  return newest !== undefined && isKnown(newest);
}

/**
 * A word that a turn with an option flag told is known in the next turn, as are the words of plain turns before and
 * after it (2.2: the request continues that conversation; a flag does not end it). Each word is the newest when it is
 * asked for, so it does not matter how far the bot looks back, or whether a new word replaces an older one. What a flag
 * does to the reply itself is not shown and not judged, and a turn that is refused for its flag tells nothing.
 */
export function remembersWithFlags(operation: 'chat' | 'stream'): Judge {
  return (seen) => {
    const pairs = pairsIn(seen);
    const plain = pairs.filter(isPlain);
    if (!ownWord.isSeen(pairs)) return noMemoryShown;
    const groups = flaggedBy(operation, pairs);
    if (groups.length === 0)
      return { inconclusive: `no ${operation} with an option flag was accepted`, isUnspecified: true };
    const begunAnew = beginsAnew(seen, pairs, groups);
    if (begunAnew.length > 0) return begunAnew;
    const forgotten = groups.filter((told) => !told.some(isKnown));
    const steady = forgotten.filter((told) => told.length > retryCount);
    const isReliable = plain.length > retryCount && plain.every(isKnown);
    if (forgotten.length > 0 && (steady.length === 0 || !isReliable))
      return {
        inconclusive:
          'the bot did not know each word of the turns without flags either; name a bot that remembers with --bot',
        // Which of the planted words a bot says is up to the bot.
        ...(!plain.every(isKnown) && { isUnspecified: true }),
      };
    return steady.flatMap((told) =>
      told.slice(-1).map(({ tell, ask, word, flag = 'a flag' }) => ({
        subject: 'memory',
        expected: `the word ${word}, told in ${tell.id} with ${flag}, as it knew those told without flags`,
        observed: `the reply to ${ask.id} lacks it, the last of ${told.length} such turns`,
        exchange: ask.id,
        restsOn: [tell.id],
      })),
    );
  };
}

/**
 * The reply to a turn with a flag says the word of that turn and a word told before it, as replies to turns without
 * flags do. A flag that has the reply made of something else makes it say neither word, which is not judged.
 */
export const recallsInRepliesWithFlags: Judge = (seen) => {
  const pairs = pairsIn(seen);
  const plain = pairs.filter((pair) => isPlain(pair) && pair.earlier !== undefined);
  const groups = (['chat', 'stream'] as const).flatMap((operation) => flaggedBy(operation, pairs));
  if (!inReply.isSeen(pairs) || groups.length === 0) return { inconclusive: whyUnseen(plain), isUnspecified: true };
  const forgetful = groups.filter((told) => told.every((pair) => !inReply.isKept(pair)));
  const steady = forgetful.filter((told) => told.length > retryCount && plain.length > retryCount);
  if (steady.length === 0 && forgetful.length > 0)
    return { inconclusive: 'it was not asked often enough for what was told before' };
  return steady.flatMap((told) =>
    told.slice(-1).map(({ tell, earlier = '', flag = 'a flag' }) => ({
      subject: 'memory',
      expected: `the word ${earlier}, told before, in the reply to ${tell.id} with ${flag}, as in replies without a flag`,
      observed: `only the word of that turn, as in each of ${told.length} such replies`,
      exchange: tell.id,
    })),
  );
};

function whyUnseen(plain: readonly PlantedPair[]): string {
  const recalling = plain.filter(({ tell, earlier }) => earlier !== undefined && recallsWord(tell, earlier));
  if (recalling.some(({ tell, word }) => !recallsWord(tell, word)))
    return 'replies without a flag said what was told before them, and not the word of their own turn, by which a reply that is made of something else is known; name a bot that says both with --bot';
  return recalling.length > 0 && recalling.length < plain.length
    ? 'replies without a flag did not all say what was told before them either; name a bot that does with --bot'
    : 'no reply without a flag said what was told before it; name a bot that does with --bot';
}

/**
 * The flags with which each turn's own word is known, and the word told before it is not, while after turns without
 * flags it is.
 */
function begunAnewBy(
  pairs: readonly PlantedPair[],
  groups: readonly (readonly PlantedPair[])[],
): readonly (readonly PlantedPair[])[] {
  const plain = pairs.filter(isPlain);
  if (plain.length <= retryCount || !earlierWord.isSeen(pairs)) return [];
  const longest = Math.max(...plain.map(({ tell, ask }) => lengthOf(tell) + lengthOf(ask)));
  const isAnew = (pair: PlantedPair): boolean =>
    isKnown(pair) && !earlierWord.isKept(pair) && lengthOf(pair.tell) + lengthOf(pair.ask) <= longest;
  return groups.filter((told) => told.length > retryCount && told.every(isAnew));
}

/** True where it is worth asking how far the bot looks back. */
export function seemsNewSession(seen: Exchanges, operation: 'chat' | 'stream'): boolean {
  const pairs = pairsIn(seen);
  return begunAnewBy(pairs, flaggedBy(operation, pairs)).length > 0;
}

/**
 * What a flag adds to the conversation, such as the results of a search, may take the room of what came before. So a
 * flag begins another conversation only where the bot knows a word that was told far back.
 */
function beginsAnew(
  seen: Exchanges,
  pairs: readonly PlantedPair[],
  groups: readonly (readonly PlantedPair[])[],
): readonly Mismatch[] {
  const [last, at] = [seen.at(-1), seen.findLastIndex((exchange) => wordsPlantedIn(exchange).length > 0)];
  const teller = seen[at];
  const [word] = teller === undefined ? [] : wordsPlantedIn(teller);
  const isFarBack = seen.length - at > farBack && last !== undefined && word !== undefined && recallsWord(last, word);
  if (!isFarBack) return [];
  return begunAnewBy(pairs, groups).flatMap((told) =>
    told.slice(-1).map(({ tell, ask, earlier = '', flag = 'a flag' }) => ({
      subject: 'memory',
      expected: `the word ${earlier}, told before ${tell.id}, which set ${flag}, as after turns without flags`,
      observed: `the reply to ${ask.id} has the word of that turn alone, the last of ${told.length} such turns`,
      exchange: ask.id,
      restsOn: [tell.id],
    })),
  );
}

/** Number of exchanges after a word, with the question, beyond which it was told far back. */
const farBack = 8;

/** Length of the longest text that an answer says, whatever its layout. */
function lengthOf(exchange: Exchange): number {
  return Math.max(0, ...answerTexts(exchange).map(({ length }) => length));
}
