import type { Expectation, Judgement } from '../../../model/check.ts';
import { aboutAnswer } from '../../../model/reason.ts';
import { onSuccess, withExchange } from '../../on-answer.ts';
import { areComparableLengths, isShorterByTimes, lengthsAt, secondsRangeOf, audibleText } from './sounds.ts';

/**
 * Bounds on the seconds for a character: people speak 12 to 20 characters per second, and three times faster or slower
 * is still speech.
 */
const leastSecondsPerCharacter = 0.015;
const mostSecondsPerCharacter = 0.4;
/** Longest silence before and after together, in seconds. */
const mostSilenceSeconds = 5;

const unknownLength = { inconclusive: 'the length of the audio is not known' };
const tooAlike = {
  inconclusive: 'the two speeches are too alike in length, and were not asked for often enough to tell',
};
const unlikeMeasures = {
  inconclusive: 'raw samples have no length to compare with that of audio of another contentType',
  isUnspecified: true,
} as const;

/** The length suits a text of so many characters at speed 1. */
export function lengthFitsCharacters(characters: number): Expectation {
  return onSuccess(async (answer) => {
    const seconds = await secondsRangeOf(answer);
    if (seconds === undefined) return unknownLength;
    const least = characters * leastSecondsPerCharacter;
    const most = characters * mostSecondsPerCharacter + mostSilenceSeconds;
    if (seconds[1] >= least && seconds[0] <= most) return [];
    const expected = `${least.toFixed(1)} to ${most.toFixed(1)} s for ${characters} characters`;
    const isLess = seconds[1] < least && seconds[0] < seconds[1];
    const observed = isLess ? `at most ${seconds[1].toFixed(2)} s` : audibleText({ sounding: seconds });
    return [{ subject: 'length', expected, observed, kind: { is: 'length' } }];
  });
}

/**
 * One of several answers to the same text, by its position in the probe, and how a message names it. `isAsked`: it has
 * what its check is about, such as the lowest speed, and the other answer is only there for comparison.
 */
type ComparedAnswer = { readonly at: number; readonly words: string; readonly isAsked?: true };

/**
 * Smallest ratio of lengths that counts as longer: an engine that says the same text twice differs by some samples, and
 * what the checks compare has to differ by a quarter or more.
 */
export const minRatioBeyondJitter = 1.02;

/** The first of two answers is shorter than the second: a lower speed (2.5) and a longer text (1) take longer. */
export function isShorter(shorter: ComparedAnswer, longer: ComparedAnswer): Expectation {
  return lastsLonger(shorter, longer, minRatioBeyondJitter);
}

/**
 * How many times as long as half of a text the whole has to last. Twice would be right, but voices that vary take one
 * part slower and another faster. With each of them a quarter more is left, which a text that is cut a little after its
 * half does not reach.
 */
const clearly = 1.25;

/** The same by a clear ratio, for a text and its half, both of many words. */
export function isClearlyShorter(half: ComparedAnswer, whole: ComparedAnswer): Expectation {
  return lastsLonger(half, whole, clearly);
}

/**
 * Of two answers to a text, the one that has to be shorter is shorter, or an answer that was asked for again in its
 * place: the two speeds are close together, and an engine that speaks anew each time may once take longer at the higher
 * speed.
 */
export function isShorterAtLeastOnce(shorter: readonly ComparedAnswer[], longer: ComparedAnswer): Expectation {
  return async (seen) => {
    const judgements = await Promise.all(
      shorter.filter(({ at }) => at < seen.length).map(async (each) => isShorter(each, longer)(seen)),
    );
    const wrong = judgements.filter((judgement) => !('inconclusive' in judgement) && judgement.length > 0);
    const isAlways = wrong.length === shorter.length;
    return judgements.find((judgement) => !wrong.includes(judgement)) ?? (isAlways ? (wrong[0] ?? []) : tooAlike);
  };
}

function lastsLonger(shorter: ComparedAnswer, longer: ComparedAnswer, times: number): Expectation {
  return async (seen): Promise<Judgement> => {
    const [short, long] = await Promise.all([lengthsAt(seen, shorter.at), lengthsAt(seen, longer.at)]);
    if (short === undefined || long === undefined)
      return { ...unknownLength, ...aboutAnswer(seen[(short === undefined ? shorter : longer).at]?.id) };
    if (!areComparableLengths(short, long)) return unlikeMeasures;
    if (isShorterByTimes(short, long, times)) return [];
    const byFar = times === minRatioBeyondJitter ? '' : `, ${longer.words} at least ${times} times as long`;
    const expected = `${shorter.words} shorter than ${longer.words}${byFar}`;
    const [one, other] = [short, long].map(audibleText);
    const observed = one === other ? `both last ${one}` : `${shorter.words} lasts ${one}, ${longer.words} ${other}`;
    const kind = { is: 'length', observed: `${one} and ${other}` } as const;
    return [withExchange(seen[shownOf(shorter, longer).at], { subject: 'length', expected, observed, kind })];
  };
}

/** The answer that shows the mismatch: the one that the check is about, if there is one, else the later. */
function shownOf(shorter: ComparedAnswer, longer: ComparedAnswer): ComparedAnswer {
  const later = shorter.at > longer.at ? shorter : longer;
  return [shorter, longer].find(({ isAsked }) => isAsked === true) ?? later;
}
