import type { Expectation } from '../../../model/check.ts';
import { oneByOne } from './one-by-one.ts';
import { lengthMismatch, nothingToCompare, timedSpeech, type TimedSpeech } from './timed-speech.ts';

/** Of texts so long the pauses count for nothing, and one voice says them alike each time. */
const manyLetters = 200;
/** Who says a text anew each time varies by less: a part is missing, or the rate of the samples is another. */
const clearly = 1.3;
/** So near to each other are the same words, with the frames that codecs pad with. */
const near = 1.1;
const mostShown = 3;

/** A speech, and one of another format that has as much to say, and says it as most formats do. */
type Unlike = { readonly speech: TimedSpeech; readonly usual: TimedSpeech };

/**
 * A long text takes as long to say in one format as in another (2.5: text, all of it; 2.6: the generated audio). Of more
 * formats than two those that agree are taken to be right; of two the shorter one is told, as it may lack a part.
 */
export const lastAlike: Expectation = async (seen) => {
  const speeches = await oneByOne(seen, (each) =>
    timedSpeech(each, ({ letters, isProse }) => isProse && letters >= manyLetters),
  );
  // Raw samples tell no length.
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

/** One of them was not spoken at that speed, it seems, which other checks tell. */
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
