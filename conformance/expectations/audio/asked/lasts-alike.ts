import type { Expectation } from '../../../model/check.ts';
import { oneByOne } from './one-by-one.ts';
import { lengthMismatch, manyLetters, nothingToCompare, timedSpeech, type TimedSpeech } from './timed-speech.ts';

/**
 * Ratio of lengths from which they clearly differ: a text that is spoken anew varies by less, so a part is missing or
 * the sample rate is another.
 */
const clearly = 1.3;
/** Ratio of lengths up to which they are the same words, with the frames that codecs add. */
const near = 1.1;
const mostShown = 3;

/** A speech, and a speech in another format with as much to say, whose length most formats agree on. */
type Unlike = { readonly speech: TimedSpeech; readonly usual: TimedSpeech };

/**
 * A long text lasts as long in one format as in another (2.5: text, all of it; 2.6: the generated audio). Among more
 * than two formats those that agree are taken to be right. Among two the shorter is reported, as it may lack a part.
 */
export const lastAlike: Expectation = async (seen) => {
  const speeches = await oneByOne(seen, (each) =>
    timedSpeech(each, ({ letters, isProse }) => isProse && letters >= manyLetters),
  );
  // Raw samples state no length.
  const timed = speeches.filter(({ rawAs }) => rawAs === undefined);
  const groups = [...Map.groupBy(timed, likeInAllElse).values()].filter((group) => formatsIn(group) > 1);
  if (groups.length === 0) return nothingToCompare(seen.length > 0);
  return groups
    .flatMap(unlikeIn)
    .slice(0, mostShown)
    .map(({ speech, usual }) => lengthMismatch(speech, usual, boundOf(speech, usual)));
};

function likeInAllElse({ asked: { text, voice, speed, instructions } }: TimedSpeech): string {
  return JSON.stringify([text, voice, speed, instructions]);
}

function formatsIn(speeches: readonly TimedSpeech[]): number {
  return new Set(speeches.map(({ asked }) => asked.format)).size;
}

function unlikeIn(group: readonly TimedSpeech[]): readonly Unlike[] {
  const agreeing = (one: TimedSpeech): number => formatsIn(group.filter((other) => timesBetween(one, other) <= near));
  const [usual, ...others] = group.toSorted(
    (one, other) => agreeing(other) - agreeing(one) || other.seconds - one.seconds,
  );
  if (usual === undefined) return [];
  const isTold = (speech: TimedSpeech): boolean => agreeing(speech) < agreeing(usual) || formatsIn(group) === 2;
  return others
    .filter((speech) => speech.asked.format !== usual.asked.format && timesBetween(speech, usual) >= clearly)
    .filter((speech) => isTold(speech) && !isOfSpeed(speech, usual))
    .map((speech) => ({ speech, usual }));
}

/**
 * True where the ratio is just that of the speed: the speech was then not spoken at the speed of its request, which
 * other checks judge.
 */
function isOfSpeed(speech: TimedSpeech, usual: TimedSpeech): boolean {
  const times = Math.max(speech.asked.speed, 1 / speech.asked.speed);
  return times >= clearly && Math.abs(timesBetween(speech, usual) / times - 1) < near - 1;
}

function timesBetween({ seconds: one }: TimedSpeech, { seconds: other }: TimedSpeech): number {
  return Math.max(one, other) / Math.min(one, other);
}

function boundOf(speech: TimedSpeech, { seconds }: TimedSpeech): string {
  return speech.seconds < seconds
    ? `more than ${(seconds / clearly).toFixed(2)} s`
    : `less than ${(seconds * clearly).toFixed(2)} s`;
}
