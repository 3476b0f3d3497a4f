import type { Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Judge } from '../declined/controls.ts';
import { messageText } from '../declined/may-have-declined.ts';
import { wordsRecalledIn, describeMissingWord, firstPlantedWord, wordsPlantedBefore } from '../remembers.ts';
import { recallsWord } from '../said.ts';

type End = {
  readonly word: string;
  /** The later half of the turns before the end. */
  readonly halfway: Exchanges;
  /** The last question, and its repetitions. */
  readonly ends: Exchanges;
  readonly last: Exchange;
  /** How many turns before the first of these questions the word was told. */
  readonly turns: number;
};

function endOf(seen: Exchanges): End | undefined {
  const word = firstPlantedWord(seen);
  const last = seen.at(-1);
  if (word === undefined || last === undefined) return undefined;
  const message = messageText(last);
  const isOther = (exchange: Exchange): boolean => message === '' || messageText(exchange) !== message;
  const turns = seen.slice(0, -1).findLastIndex(isOther) + 1;
  return { word, last, turns, halfway: seen.slice(Math.floor(turns / 2), turns), ends: seen.slice(turns) };
}

const isSaidIn = (asked: Exchanges, word: string): boolean => asked.some((exchange) => recallsWord(exchange, word));

/**
 * True where the bot knew the word halfway and has not said it at the end so far. A single answer without it may be a
 * whim.
 */
export function isLostInTheEnd(seen: Exchanges): boolean {
  const end = endOf(seen);
  return end !== undefined && isSaidIn(end.halfway, end.word) && !isSaidIn(end.ends, end.word);
}

/**
 * The bot knows the word of the first turn in the last turn if it knew it halfway, where each turn between was
 * answered: another check showed the memory. A bot that keeps only the newest word has to know only that word.
 */
export const remembersToTheEnd: Judge = (seen) => {
  const end = endOf(seen);
  if (end === undefined) return { inconclusive: 'the bot was told nothing to remember' };
  const { word, halfway, ends, last, turns } = end;
  if (isSaidIn(ends, word)) return [];
  if (isLostInTheEnd(seen)) {
    // How many turns a bot looks back is not shown. A bot whose session was lost does not know the newest word either.
    const newest = wordsPlantedBefore(seen, last).at(-1);
    if (newest !== undefined && newest.word !== word && isSaidIn(ends, newest.word))
      return {
        inconclusive: `the bot knew a newer word in the end: it may look back over fewer than ${turns} turns`,
        isUnspecified: true,
      };
    return [
      {
        subject: 'memory',
        expected: `the word ${word}, told ${turns} turns before`,
        ...describeMissingWord(ends[0] ?? last),
      },
    ];
  }
  const known = ends.flatMap((exchange) => wordsRecalledIn(seen, exchange));
  if (known.some((told) => isSaidIn(halfway, told.word))) return [];
  return {
    inconclusive:
      'the bot did not recall it halfway either, and may remember only a few turns; name a bot that remembers with --bot',
  };
};
