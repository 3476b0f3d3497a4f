import { ofOne } from '../../../model/mismatch.ts';
import type { SpeechFormat } from '../../../contract/limits.ts';
import type { Expectation, Judgement, Mismatch, Seen } from '../../../model/check.ts';
import type { Answer } from '../../../model/exchange.ts';
import { onSuccess, shownBy } from '../../on-answer.ts';
import { oneByOne } from './one-by-one.ts';
import { isSilentPcm, secondsOfPcm, soundingBytes } from './raw-pcm.ts';
import { faintestPeak } from '../decoding/decode-audio.ts';
import { identify, soundOf } from '../read-audio.ts';
import { isEnglish, lettersToSay, namedSpeech, proseIn, speechAsked } from './speech-asked.ts';
import { audioIn, onAudio, spokenIn } from '../spoken.ts';

/** The audio decodes, and is not silence (1: the text is spoken; 2.6). */
export function soundsIn(format: SpeechFormat): Expectation {
  return onAudio((audio) => {
    return format === 'pcm' ? pcmMismatches(audio) : containedMismatches(audio);
  });
}

async function containedMismatches(audio: Uint8Array): Promise<Judgement> {
  const [sound, identified] = await Promise.all([soundOf(audio), identify(audio)]);
  if ('inconclusive' in sound) return sound;
  if ('inconclusive' in identified) return identified;
  const { format } = identified;
  // What is known for what it is, and has no decoder here, is no failure of the service's.
  if (sound.is === 'noSound' && sound.isGap === true && format !== 'other' && format !== 'pcm')
    return { inconclusive: `there is no decoder here for this ${format}: ${sound.because}` };
  if (sound.is === 'noSound')
    return [{ subject: 'audio', expected: 'audio that decodes', observed: sound.because, kind: { is: 'audio' } }];
  const { seconds, peak, swing } = sound;
  if (peak < faintestPeak) return [silence(`${seconds.toFixed(2)} s with a peak of ${peak.toFixed(5)}`)];
  if (swing >= faintestPeak) return [];
  return [silence(`${seconds.toFixed(2)} s at a level of ${peak.toFixed(5)} that never changes`)];
}

/** The same of whatever format the bytes have, where the text has words that are read aloud. */
export const soundsIfWords: Expectation = (seen) =>
  onSuccess(async (answer, exchange) => {
    const asked = speechAsked(exchange);
    if (asked === undefined || proseIn(asked.text).length === 0) return { inconclusive: 'the text has no words' };
    return silenceIn(answer, namedSpeech(asked, exchange.id));
  })(seen);

/** Fewer letters may be no word of any language. */
const fewestLetters = 30;

/** The same of all speeches of what is nothing but digits, or letters of another script. */
export const soundsIfOtherLetters: Expectation = async (seen) => {
  const silences = await oneByOne(seen, async (exchange) => {
    const { response } = exchange;
    const asked = speechAsked(exchange);
    if (asked === undefined || response.is !== 'answer' || isEnglish(asked.text)) return undefined;
    if ((lettersToSay(asked.text) ?? 0) < fewestLetters) return undefined;
    const found = await silenceIn(response, namedSpeech(asked, exchange.id));
    return 'inconclusive' in found ? undefined : found.map((mismatch) => shownBy(exchange, mismatch));
  });
  return silences.flat();
};

async function silenceIn(answer: Answer, which: string): Promise<Judgement> {
  const audio = audioIn(answer);
  if (audio === undefined) return { inconclusive: 'the answer carries no audio' };
  const identified = await identify(audio);
  if ('inconclusive' in identified) return identified;
  const mismatches = identified.format === 'pcm' ? pcmMismatches(audio) : await containedMismatches(audio);
  if ('inconclusive' in mismatches) return mismatches;
  return mismatches.map((mismatch) =>
    ofOne({ ...mismatch, subject: 'audio', kind: { ...mismatch.kind, is: 'audio' } }, which),
  );
}

function pcmMismatches(audio: Uint8Array): readonly Mismatch[] {
  return isSilentPcm(audio) ? [silence(`${audio.length} bytes of samples that hardly differ`)] : [];
}

function silence(observed: string): Mismatch {
  return { subject: 'audio', expected: 'sound', observed: `silence: ${observed}`, kind: { is: 'audio' } };
}

/** Seconds that an audio can last, at least and at most. */
type Seconds = readonly [least: number, most: number];

/**
 * Seconds that the audio of an answer can last, at least and at most, by the format that its bytes have; undefined
 * where that is not known.
 */
export async function secondsOf(answer: Answer): Promise<Seconds | undefined> {
  return (await lengthsOf(answer))?.whole;
}

/** What is compared of a speech. */
export type Lengths = {
  /** Without silence before and after: engines add as much of it to each, at whatever speed, and some fill up the short ones. */
  readonly sounding: Seconds;
  readonly whole: Seconds;
  /** What `contentType` says of raw samples; undefined for audio that tells its own length. */
  readonly rawAs: string | undefined;
};

/** `2.64 s`; raw samples of which nobody knows the rate last that long at least: `1.13 s or more`. */
export function soundingText({ sounding: [least, most] }: Pick<Lengths, 'sounding'>): string {
  return `${least.toFixed(2)} s${least === most ? '' : ' or more'}`;
}

/** Undefined where they are not known. */
export function lengthsOf(answer: Answer): Promise<Lengths | undefined> {
  const lengths = measured.get(answer) ?? measure(answer);
  measured.set(answer, lengths);
  return lengths;
}

/** Those of the answer at this place of a probe. */
export async function lengthsAt(seen: Seen, at: number): Promise<Lengths | undefined> {
  const response = seen[at]?.response;
  return response?.is === 'answer' ? lengthsOf(response) : undefined;
}

/** Speeches are compared with many others, and to find the audio in an answer again takes as long as to look at it. */
const measured = new WeakMap<Answer, Promise<Lengths | undefined>>();

async function measure(answer: Answer): Promise<Lengths | undefined> {
  const audio = audioIn(answer);
  if (audio === undefined) return undefined;
  const identified = await identify(audio);
  if ('inconclusive' in identified) return undefined;
  if (identified.format === 'pcm')
    return {
      sounding: secondsOfPcm(soundingBytes(audio)),
      whole: secondsOfPcm(audio.length),
      rawAs: saidOfSamples(answer),
    };
  const sound = await soundOf(audio);
  if (!('is' in sound) || sound.is !== 'sound') return undefined;
  const { sounding, seconds } = sound;
  return { sounding: [sounding, sounding], whole: [seconds, seconds], rawAs: undefined };
}

/** A media type and its parameters, such as rate and channels; it may be anything, or missing. */
function saidOfSamples(answer: Answer): string {
  const contentType = spokenIn(answer)?.contentType;
  return typeof contentType === 'string' ? contentType.toLowerCase().replaceAll(/[\s"]/g, '') : '';
}

/**
 * True where the lengths of two speeches say which of them lasts longer. The bytes of raw samples do where both are said to
 * be of one kind: some engines have a sample rate for each of their voices, or two channels for some, and tell it there.
 */
export function haveOneMeasure(one: Pick<Lengths, 'rawAs'>, other: Pick<Lengths, 'rawAs'>): boolean {
  return one.rawAs === other.rawAs;
}

/**
 * True where one of two speeches is shorter, or the other so many times as long, with silence or without: room tone that
 * is about as loud as the bound of silence is left out of the louder speech and not of the other. Both have one measure.
 */
export function lastsLess(shorter: Lengths, longer: Lengths, times: number): boolean {
  return (['sounding', 'whole'] as const).some((length) => {
    const [short, long] = [shorter[length][0], longer[length][0]];
    return times === 1 ? short < long : short * times <= long;
  });
}
