import { chatFlags } from '../../contract/limits.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import type { Expectation, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { timesAgain, wordsPlantedIn } from './remembers.ts';
import { says } from './said.ts';

type Flag = (typeof chatFlags)[number];

/** A turn that told a word, and the plain question right behind it. */
type Pair = { readonly tell: Exchange; readonly ask: Exchange; readonly word: string; readonly flag: Flag | undefined };

/** The option flag that a turn sets, if any. */
export function flagSetBy({ request }: Exchange): Flag | undefined {
  const fields = sentJson(request);
  return chatFlags.find((flag) => typeof fields === 'object' && fields !== null && Object.hasOwn(fields, flag));
}

function pairsIn(seen: Seen): readonly Pair[] {
  return seen.flatMap((tell, at) => {
    const [word] = wordsPlantedIn(tell);
    const ask = seen[at + 1];
    const isAsked = word !== undefined && ask !== undefined && wordsPlantedIn(ask).length === 0;
    return isAsked && isTaken(tell) && isTaken(ask) ? [{ tell, ask, word, flag: flagSetBy(tell) }] : [];
  });
}

const isKnown = ({ ask, word }: Pair): boolean => says(ask, word);

function flaggedBy(operation: 'chat' | 'stream', pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const flagged = pairs.filter(({ tell, flag }) => flag !== undefined && tell.operation === operation);
  return [...Map.groupBy(flagged, ({ flag }) => flag).values()];
}

/** The first flag with which each word that was told by this operation is unknown so far, while the bot knows others. */
export function flagThatForgets(seen: Seen, operation: 'chat' | 'stream'): Flag | undefined {
  const pairs = pairsIn(seen);
  if (!pairs.some((pair) => pair.flag === undefined && isKnown(pair))) return undefined;
  return flaggedBy(operation, pairs).find((told) => !told.some(isKnown))?.[0]?.flag;
}

/**
 * A word that a turn with an option flag told is known in the next turn, as the words of plain turns before and behind it
 * are (2.2: the request continues that conversation; a flag does not end it). Each is the newest word when it is asked for,
 * so that it does not matter how far the bot looks back, or whether a new word takes the place of an older one. What a flag
 * does to the reply itself is not shown, and not looked at; a turn that is refused for its flag tells nothing.
 */
export function remembersWithFlags(operation: 'chat' | 'stream'): Expectation {
  return (seen) => {
    const pairs = pairsIn(seen);
    const plain = pairs.filter(({ flag }) => flag === undefined);
    if (!plain.some(isKnown))
      return { inconclusive: 'the bot showed no memory of what it was told; name a bot that remembers with --bot' };
    const groups = flaggedBy(operation, pairs);
    if (groups.length === 0)
      return { inconclusive: `no ${operation} with an option flag was accepted`, isUnspecified: true };
    const forgotten = groups.filter((told) => !told.some(isKnown));
    const steady = forgotten.filter((told) => told.length > timesAgain);
    const isReliable = plain.length > timesAgain && plain.every(isKnown);
    if (forgotten.length > 0 && (steady.length === 0 || !isReliable))
      return {
        inconclusive:
          'the bot did not know each word of the turns without flags either; name a bot that remembers with --bot',
      };
    return steady.flatMap((told) =>
      told.slice(-1).map(({ tell, ask, word, flag = 'a flag' }) => ({
        subject: 'memory',
        expected: `the word ${word}, told in ${tell.id} with ${flag}, as it knew those told without flags`,
        observed: `${ask.id} without it, the last of ${told.length} such turns`,
        exchange: ask.id,
      })),
    );
  };
}
