import type { Expectation, Judgement } from '../../../model/check.ts';
import { oneByOne } from './one-by-one.ts';
import { isComparable, lengthMismatch, nothingToCompare, timedSpeech, type TimedSpeech } from './timed-speech.ts';

/** Of fewer letters the pauses before and after take as long as they. */
const fewestLetters = 30;

/** A text so many times as long says its letters as fast as others do: silence and tempo even out in it. */
const longTimes = 8;

/**
 * How much of the time of short prose the same number of letters takes at least. Pauses make short texts slower, by a
 * third with some voices, and tempo varies by as much, but the quickest of several is what is compared with. Of other
 * kinds the letters are counted as fewer than they are.
 */
const leastShare = { long: 0.55, other: 0.25 } as const;

/**
 * Each letter of a text takes its time (2.5: text, all of it): of long prose as of short by the same voice, or of what is
 * nothing but digits, or letters of another script. What takes far less was not spoken whole.
 */
export function lastsByItsLetters(of: 'long prose' | 'other letters'): Expectation {
  return async (seen) =>
    judgeLengths(await oneByOne(seen, (each) => timedSpeech(each, ({ letters }) => letters >= fewestLetters)), of);
}

function judgeLengths(speeches: readonly TimedSpeech[], of: 'long prose' | 'other letters'): Judgement {
  const judged = speeches.filter(({ isProse }) => isProse === (of === 'long prose'));
  const pairs = judged.flatMap((speech) => {
    const quickest = baselineOf(speech, speeches);
    return quickest === undefined ? [] : [{ speech, quickest }];
  });
  if (pairs.length === 0) return nothingToCompare(speeches.length > 0);
  return pairs
    .filter(({ speech, quickest }) => speech.seconds < leastSeconds(speech, quickest))
    .slice(0, mostShown)
    .map(({ speech, quickest }) =>
      lengthMismatch(speech, quickest, `at least ${leastSeconds(speech, quickest).toFixed(2)} s`),
    );
}

const mostShown = 3;

/** The quickest short prose by the same voice. */
function baselineOf(speech: TimedSpeech, among: readonly TimedSpeech[]): TimedSpeech | undefined {
  const times = speech.isProse ? longTimes : 0;
  return among
    .filter(
      (short) =>
        short !== speech && short.isProse && short.letters * times <= speech.letters && isComparable(short, speech),
    )
    .toSorted((one, other) => one.each - other.each)[0];
}

function leastSeconds({ letters, isProse, asked }: TimedSpeech, { each }: TimedSpeech): number {
  return ((each * letters) / asked.speed) * (isProse ? leastShare.long : leastShare.other);
}
