import type { Expectation, Judgement } from '../../../model/check.ts';
import { mapOneByOne } from './one-by-one.ts';
import { isEnglish } from './speech-request.ts';
import {
  isComparable,
  lengthsIgnoreTexts,
  lengthMismatch,
  nothingToCompare,
  measureSpeech,
  type TimedSpeech,
} from './timed-speech.ts';

/** Fewest letters to judge: the pauses before and after fewer letters take as long as they do. */
const fewestLetters = 30;

/**
 * A long text has at least this many times the letters of the short text: silence and tempo even out in it, so that its
 * letters take as long as those of other texts.
 */
const longTimes = 8;

/**
 * Smallest share of the time for the same number of letters in short prose. Pauses make short texts slower, by a third
 * with some voices, and tempo varies by as much, but the fastest of several short texts is the measure. For other kinds
 * `lettersToSay` counts fewer letters than they take.
 */
const leastShare = { 'long prose': 0.55, 'short prose': 0.25, 'other letters': 0.25 } as const;

/** Number of letters from which a text is judged as long prose only. */
const mostShortLetters = 200;

type Kind = 'long prose' | 'short prose' | 'other letters';

/**
 * Each letter of a text takes its time (2.5: text, all of it): in long prose as in short prose by the same voice, in
 * texts of only digits or of another script, and in any short text. A speech that lasts far shorter was not spoken as a
 * whole.
 */
export function lengthFitsLetters(of: Kind): Expectation {
  return async (seen) =>
    judgeLengths(await mapOneByOne(seen, (each) => measureSpeech(each, ({ letters }) => letters >= fewestLetters)), of);
}

function judgeLengths(speeches: readonly TimedSpeech[], of: Kind): Judgement {
  const judged = speeches.filter(isOfKind[of]);
  const pairs = judged.flatMap((speech) => {
    const quickest = baselineOf(speech, speeches, of === 'long prose' ? longTimes : 0);
    return quickest === undefined ? [] : [{ speech, quickest }];
  });
  if (pairs.length === 0) return nothingToCompare(speeches.length > 0);
  const found = pairs
    .filter(({ speech, quickest }) => speech.seconds < leastSeconds(speech, quickest, of))
    .slice(0, mostShown)
    .map(({ speech, quickest }) =>
      lengthMismatch(speech, quickest, `at least ${leastSeconds(speech, quickest, of).toFixed(2)} s`),
    );
  return found.length > 0 ? found : (lengthsIgnoreTexts(speeches) ?? []);
}

const isOfKind: Readonly<Record<Kind, (speech: TimedSpeech) => boolean>> = {
  'long prose': ({ isProse }) => isProse,
  'short prose': ({ asked, letters }) => letters < mostShortLetters && isEnglish(asked.text),
  'other letters': ({ asked }) => !isEnglish(asked.text),
};

const mostShown = 3;

/** The fastest short prose by the same voice. Undefined where there is none. */
function baselineOf(speech: TimedSpeech, among: readonly TimedSpeech[], times: number): TimedSpeech | undefined {
  return among
    .filter(
      (short) =>
        short !== speech && short.isProse && short.letters * times <= speech.letters && isComparable(short, speech),
    )
    .toSorted((one, other) => one.secondsPerLetter - other.secondsPerLetter)[0];
}

function leastSeconds({ letters, asked }: TimedSpeech, { secondsPerLetter }: TimedSpeech, of: Kind): number {
  return ((secondsPerLetter * letters) / asked.speed) * leastShare[of];
}
