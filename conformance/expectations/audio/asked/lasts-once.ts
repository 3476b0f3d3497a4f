import type { Expectation } from '../../../model/check.ts';
import { oneByOne } from './one-by-one.ts';
import {
  isComparable,
  lastsWhateverItSays,
  lengthMismatch,
  nothingToCompare,
  timedSpeech,
  type TimedSpeech,
} from './timed-speech.ts';

/** Of texts so long the pauses count for nothing, and one voice says them alike. */
const manyLetters = 200;
/** A text so many times as long is another matter for who says long texts otherwise. */
const longTimes = 2;
/** What is said twice takes twice as long; tempo, and how well an engine keeps a speed, vary by less. */
const mostTimes = 1.75;
const mostShown = 3;

/**
 * A long text takes hardly longer a letter, at its speed, than a shorter one of many words by the same voice: what takes
 * far longer was said twice, or not at the speed that was asked for (2.5: text, speed).
 */
export const lastsOnce: Expectation = async (seen) => {
  const speeches = await oneByOne(seen, (each) =>
    timedSpeech(each, ({ letters, isProse }) => isProse && letters >= manyLetters),
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
  return found.length > 0 ? found : (lastsWhateverItSays(speeches) ?? []);
};

/** The shortest of those that are shorter by far, and like it in all else; the slowest of these. */
function baselineOf(long: TimedSpeech, among: readonly TimedSpeech[]): TimedSpeech | undefined {
  return among
    .filter((short) => short.letters * longTimes <= long.letters && isComparable(short, long))
    .toSorted((one, other) => one.letters - other.letters || other.each - one.each)[0];
}

const mostSeconds = ({ letters, asked }: TimedSpeech, { each }: TimedSpeech): number =>
  ((each * letters) / asked.speed) * mostTimes;
