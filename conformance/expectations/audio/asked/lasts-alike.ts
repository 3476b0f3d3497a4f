import type { Expectation, Exchanges } from '../../../model/check.ts';
import { mapOneByOne } from './one-by-one.ts';
import { secondsByType } from './seconds-by-type.ts';
import { lengthMismatch, manyLetters, nothingToCompare, measureSpeech, type TimedSpeech } from './timed-speech.ts';

/**
 * Ratio of lengths from which they clearly differ: a text that is spoken anew varies by less, so a part is missing or
 * the sample rate is another.
 */
const clearly = 1.3;
/** Ratio of lengths up to which they are the same words, with the frames that codecs add. */
const near = 1.1;
const mostShown = 3;

/** A speech, and a speech in another format with as much to say, whose length most formats agree on. */
type DifferingLength = { readonly speech: TimedSpeech; readonly usual: TimedSpeech };

/** Fewest formats that agree on a length by which raw samples are judged, whose own may be that of another rate. */
const fewestAgreeing = 2;

/**
 * A long text lasts as long in one format as in another (2.5: text, all of it; 2.6: the generated audio). Among more
 * than two formats those that agree are taken to be right. Among two the shorter is reported, as it may lack a part.
 * Raw samples state no length, but where their media type states a rate, it is that of the audio (2.6).
 */
export const lengthsFitOtherFormats: Expectation = async (seen) => {
  const speeches = await mapOneByOne(seen, (each) =>
    measureSpeech(each, ({ letters, isProse }) => isProse && letters >= manyLetters),
  );
  const timed = speeches.filter(({ rawAs }) => rawAs === undefined);
  const groups = [...Map.groupBy(timed, likeInAllElse)].filter(([, group]) => formatsIn(group) > 1);
  if (groups.length === 0) return nothingToCompare(seen.length > 0);
  const raw = Map.groupBy(rawSpeechesIn(seen, speeches), ({ speech }) => likeInAllElse(speech));
  return groups
    .flatMap(([like, group]) => [...unlikeIn(group), ...rawUnlike(group, raw.get(like) ?? [])])
    .slice(0, mostShown)
    .map(({ speech, usual }) => lengthMismatch(speech, usual, boundOf(speech, usual)));
};

function likeInAllElse({ asked: { text, voice, speed, instructions } }: TimedSpeech): string {
  return JSON.stringify([text, voice, speed, instructions]);
}

function formatsIn(speeches: readonly TimedSpeech[]): number {
  return new Set(speeches.map(({ asked }) => asked.format)).size;
}

function agreeingWith(one: TimedSpeech, group: readonly TimedSpeech[]): number {
  return formatsIn(group.filter((other) => timesBetween(one, other) <= near));
}

/** Those that most formats agree with first, the longest of them before the others. */
function byAgreement(group: readonly TimedSpeech[]): readonly TimedSpeech[] {
  return group.toSorted(
    (one, other) => agreeingWith(other, group) - agreeingWith(one, group) || other.seconds - one.seconds,
  );
}

function unlikeIn(group: readonly TimedSpeech[]): readonly DifferingLength[] {
  const [usual, ...others] = byAgreement(group);
  if (usual === undefined) return [];
  const isTold = (speech: TimedSpeech): boolean =>
    agreeingWith(speech, group) < agreeingWith(usual, group) || formatsIn(group) === 2;
  return others
    .filter((speech) => speech.asked.format !== usual.asked.format && timesBetween(speech, usual) >= clearly)
    .filter((speech) => isTold(speech) && !isOfSpeed(speech, usual))
    .map((speech) => ({ speech, usual }));
}

/** Raw samples with the lengths that they have at the rate of their media type. */
type Raw = { readonly speech: TimedSpeech; readonly lengths: readonly number[] };

function rawSpeechesIn(seen: Exchanges, speeches: readonly TimedSpeech[]): readonly Raw[] {
  const byId = new Map(seen.map((each) => [each.id, each.response]));
  return speeches.flatMap((speech) => {
    const response = speech.rawAs === undefined ? undefined : byId.get(speech.id);
    const lengths = response?.is === 'answer' ? secondsByType(response) : undefined;
    return lengths === undefined ? [] : [{ speech, lengths }];
  });
}

function rawUnlike(group: readonly TimedSpeech[], raw: readonly Raw[]): readonly DifferingLength[] {
  const [usual] = byAgreement(group);
  if (usual === undefined || agreeingWith(usual, group) < fewestAgreeing) return [];
  return raw
    .map(({ speech, lengths }) => {
      const ofEach = lengths.map((seconds) => ({
        ...speech,
        seconds,
        lengthText: `${seconds.toFixed(2)} s at the rate of ${speech.rawAs}`,
      }));
      return ofEach.toSorted((one, other) => timesBetween(one, usual) - timesBetween(other, usual))[0] ?? speech;
    })
    .filter((speech) => timesBetween(speech, usual) >= clearly && !isAtNoSpeed(speech, usual))
    .map((speech) => ({ speech, usual }));
}

/** True where the speech lasts as long as it would at speed 1: a rate that is twice too high makes it shorter instead. */
function isAtNoSpeed(speech: TimedSpeech, usual: TimedSpeech): boolean {
  return Math.abs(speech.seconds / usual.seconds / speech.asked.speed - 1) < near - 1;
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
