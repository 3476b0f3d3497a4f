import type { Expectation, Judgement } from '../../../model/check.ts';
import { aboutAnswer } from '../../../model/reason.ts';
import { onSuccess, shownBy } from '../../on-answer.ts';
import { haveOneMeasure, lastsLess, lengthsAt, secondsOf, soundingText } from './sounds.ts';

/** People speak 12 to 20 characters per second; three times faster and slower still is speech. */
const leastSecondsPerCharacter = 0.015;
const mostSecondsPerCharacter = 0.4;
/** A pause before and after. */
const mostSilenceSeconds = 5;

const unknownLength = { inconclusive: 'the length of the audio is not known' };
const tooAlike = {
  inconclusive: 'the two speeches are too alike in length, and were not asked for often enough to tell',
};
const unlikeMeasures = {
  inconclusive: 'raw samples have no length to compare with that of audio of another contentType',
  isUnspecified: true,
} as const;

/** The length suits a text of that many characters at speed 1. */
export function lastsAsLongAs(characters: number): Expectation {
  return onSuccess(async (answer) => {
    const seconds = await secondsOf(answer);
    if (seconds === undefined) return unknownLength;
    const least = characters * leastSecondsPerCharacter;
    const most = characters * mostSecondsPerCharacter + mostSilenceSeconds;
    if (seconds[1] >= least && seconds[0] <= most) return [];
    const expected = `${least.toFixed(1)} to ${most.toFixed(1)} s for ${characters} characters`;
    const isLess = seconds[1] < least && seconds[0] < seconds[1];
    const observed = isLess ? `at most ${seconds[1].toFixed(2)} s` : soundingText({ sounding: seconds });
    return [{ subject: 'length', expected, observed, kind: { is: 'length' } }];
  });
}

/**
 * One of several answers to the same text, by its place in the probe, in the words of a message. `isAsked`: it has what its
 * check is about, such as the lowest speed, and the other one is there to be compared with.
 */
type Spoken = { readonly at: number; readonly words: string; readonly isAsked?: true };

/**
 * An engine that says the same twice differs by some samples: of what has to last a quarter longer or more, a fiftieth is
 * beyond that.
 */
export const beyondJitter = 1.02;

/** Of two answers, the one that has to be the shorter one is: a lower speed (2.5), a longer text (1) take longer. */
export function isShorter(shorter: Spoken, longer: Spoken): Expectation {
  return lastsLonger(shorter, longer, beyondJitter);
}

/**
 * The whole of a text takes twice as long as the half of it. Voices that vary take one part slower and another faster, but
 * a quarter more is left of that with each; a text that is cut a little behind its half gets no quarter.
 */
const clearly = 1.25;

/** The same by far: of a text and its half, both of many words. */
export function isClearlyShorter(half: Spoken, whole: Spoken): Expectation {
  return lastsLonger(half, whole, clearly);
}

/**
 * Of two answers to one text the one that has to be shorter is, or one of those that were asked for again in its place. The
 * two speeds are not far from each other, and who speaks anew each time may once take longer at the higher one.
 */
export function isShorterOnce(shorter: readonly Spoken[], longer: Spoken): Expectation {
  return async (seen) => {
    const judgements = await Promise.all(
      shorter.filter(({ at }) => at < seen.length).map(async (each) => isShorter(each, longer)(seen)),
    );
    const wrong = judgements.filter((judgement) => !('inconclusive' in judgement) && judgement.length > 0);
    const isAlways = wrong.length === shorter.length;
    return judgements.find((judgement) => !wrong.includes(judgement)) ?? (isAlways ? (wrong[0] ?? []) : tooAlike);
  };
}

function lastsLonger(shorter: Spoken, longer: Spoken, times: number): Expectation {
  return async (seen): Promise<Judgement> => {
    const [short, long] = await Promise.all([lengthsAt(seen, shorter.at), lengthsAt(seen, longer.at)]);
    if (short === undefined || long === undefined)
      return { ...unknownLength, ...aboutAnswer(seen[(short === undefined ? shorter : longer).at]?.id) };
    if (!haveOneMeasure(short, long)) return unlikeMeasures;
    if (lastsLess(short, long, times)) return [];
    const byFar = times === beyondJitter ? '' : `, ${longer.words} at least ${times} times as long`;
    const expected = `${shorter.words} shorter than ${longer.words}${byFar}`;
    const [one, other] = [short, long].map(soundingText);
    const observed = one === other ? `both last ${one}` : `${shorter.words} lasts ${one}, ${longer.words} ${other}`;
    const kind = { is: 'length', observed: `${one} and ${other}` } as const;
    return [shownBy(seen[shownOf(shorter, longer).at], { subject: 'length', expected, observed, kind })];
  };
}

/** What shows it: the one that the check is about, where either is, else the later one. */
function shownOf(shorter: Spoken, longer: Spoken): Spoken {
  const later = shorter.at > longer.at ? shorter : longer;
  return [shorter, longer].find(({ isAsked }) => isAsked === true) ?? later;
}
