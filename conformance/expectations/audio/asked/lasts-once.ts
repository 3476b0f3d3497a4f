import type { Expectation } from '../../../model/check.ts';
import { mapOneByOne } from './one-by-one.ts';
import {
  isComparable,
  lengthsIgnoreTexts,
  lengthMismatch,
  manyLetters,
  nothingToCompare,
  measureSpeech,
  type TimedSpeech,
} from './timed-speech.ts';

/**
 * A text has at least this many times the letters of the text that it is compared with: some engines speak long texts
 * in another way.
 */
const longTimes = 2;
/**
 * Largest ratio of lengths: text that is said twice lasts twice as long, while tempo, and how well an engine keeps a
 * speed, vary by less.
 */
const mostTimes = 1.75;
const mostShown = 3;

/**
 * A letter of a long text takes hardly longer, at its speed, than a letter of a shorter text of many words by the same
 * voice. A text that lasts far longer was said twice, or not at the requested speed (2.5: text, speed).
 */
export const isSpokenOnce: Expectation = async (seen) => {
  const speeches = await mapOneByOne(seen, (each) =>
    measureSpeech(each, ({ letters, isProse }) => isProse && letters >= manyLetters),
  );
  const pairs = speeches.flatMap((long) => {
    const slowest = baselineOf(long, speeches);
    return slowest === undefined ? [] : [{ long, slowest }];
  });
  if (pairs.length === 0) return nothingToCompare(seen.length > 0);
  const found = pairs
    .filter(({ long, slowest }) => long.seconds > mostSeconds(long, slowest))
    .slice(0, mostShown)
    .map(({ long, slowest }) => lengthMismatch(long, slowest, `at most ${mostSeconds(long, slowest).toFixed(2)} s`));
  return found.length > 0 ? found : (lengthsIgnoreTexts(speeches) ?? []);
};

/** The shortest of the texts that are far shorter and alike in all else; among equally short ones the slowest. */
function baselineOf(long: TimedSpeech, among: readonly TimedSpeech[]): TimedSpeech | undefined {
  return among
    .filter((short) => short.letters * longTimes <= long.letters && isComparable(short, long))
    .toSorted((one, other) => one.letters - other.letters || other.secondsPerLetter - one.secondsPerLetter)[0];
}

const mostSeconds = ({ letters, asked }: TimedSpeech, { secondsPerLetter }: TimedSpeech): number =>
  ((secondsPerLetter * letters) / asked.speed) * mostTimes;
