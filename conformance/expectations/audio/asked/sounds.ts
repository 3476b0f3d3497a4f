import { attributeTo } from '../../../model/mismatch.ts';
import type { SpeechFormat } from '../../../contract/limits.ts';
import type { Expectation, Judgement, Mismatch, Exchanges } from '../../../model/check.ts';
import type { Answer } from '../../../model/exchange.ts';
import { onSuccess, withExchange } from '../../on-answer.ts';
import { mapOneByOne } from './one-by-one.ts';
import { isSilentPcm, secondsRangeOfPcm, countAudibleBytes } from './raw-pcm.ts';
import { silencePeak } from '../decoding/decode-audio.ts';
import { identify, soundOf } from '../read-audio.ts';
import { isEnglish, lettersToSay, describeSpeech, proseWordsIn, speechRequestOf } from './speech-request.ts';
import { audioIn, onAudio, speechBodyOf, whyNoAudio } from '../speech-body.ts';

/** The audio decodes and is not silent (1: the text is spoken; 2.6). */
export function isAudibleInFormat(format: SpeechFormat): Expectation {
  return onAudio((audio) => {
    return format === 'pcm' ? pcmMismatches(audio) : containedMismatches(audio);
  });
}

async function containedMismatches(audio: Uint8Array): Promise<Judgement> {
  const [sound, identified] = await Promise.all([soundOf(audio), identify(audio)]);
  if ('inconclusive' in sound) return sound;
  if ('inconclusive' in identified) return identified;
  const { format } = identified;
  // Audio of a known format without a decoder in assay is not the service's fault.
  if (sound.is === 'noSound' && sound.lacksCodec === true && format !== 'other' && format !== 'pcm')
    return { inconclusive: `there is no decoder here for this ${format}: ${sound.because}` };
  if (sound.is === 'noSound')
    return [{ subject: 'audio', expected: 'audio that decodes', observed: sound.because, kind: { is: 'audio' } }];
  const { seconds, peak, peakToPeak } = sound;
  if (peak < silencePeak) return [silence(`${seconds.toFixed(2)} s with a peak of ${peak.toFixed(5)}`)];
  if (peakToPeak >= silencePeak) return [];
  return [silence(`${seconds.toFixed(2)} s at a level of ${peak.toFixed(5)} that never changes`)];
}

/** The same for any format of the bytes, where the text has words that are read aloud. */
export const isAudibleIfWords: Expectation = (seen) =>
  onSuccess(async (answer, exchange) => {
    const asked = speechRequestOf(exchange);
    if (asked === undefined || proseWordsIn(asked.text).length === 0) return { inconclusive: 'the text has no words' };
    return silenceIn(answer, describeSpeech(asked, exchange.id));
  })(seen);

/** Fewest letters to judge: fewer may be no word of any language. */
const fewestLetters = 30;

/** The same for all speeches of texts of only digits or of another script. */
export const isAudibleInOtherScripts: Expectation = async (seen) => {
  const silences = await mapOneByOne(seen, async (exchange) => {
    const { response } = exchange;
    const asked = speechRequestOf(exchange);
    if (asked === undefined || response.is !== 'answer' || isEnglish(asked.text)) return undefined;
    if ((lettersToSay(asked.text) ?? 0) < fewestLetters) return undefined;
    const found = await silenceIn(response, describeSpeech(asked, exchange.id));
    return 'inconclusive' in found ? undefined : found.map((mismatch) => withExchange(exchange, mismatch));
  });
  return silences.flat();
};

async function silenceIn(answer: Answer, which: string): Promise<Judgement> {
  const audio = audioIn(answer);
  if (audio === undefined) return { inconclusive: whyNoAudio(answer) };
  const identified = await identify(audio);
  if ('inconclusive' in identified) return identified;
  const mismatches = identified.format === 'pcm' ? pcmMismatches(audio) : await containedMismatches(audio);
  if ('inconclusive' in mismatches) return mismatches;
  return mismatches.map((mismatch) =>
    attributeTo({ ...mismatch, subject: 'audio', kind: { ...mismatch.kind, is: 'audio' } }, which),
  );
}

function pcmMismatches(audio: Uint8Array): readonly Mismatch[] {
  return isSilentPcm(audio) ? [silence(`${audio.length} bytes of samples that hardly differ`)] : [];
}

function silence(observed: string): Mismatch {
  return { subject: 'audio', expected: 'sound', observed: `silence: ${observed}`, kind: { is: 'audio' } };
}

/** Shortest and longest time, in seconds, that an audio can last. */
type SecondsRange = readonly [least: number, most: number];

/**
 * Shortest and longest time, in seconds, that the audio of an answer can last, by the format of its bytes. Undefined
 * where that is not known.
 */
export async function secondsRangeOf(answer: Answer): Promise<SecondsRange | undefined> {
  return (await lengthsOf(answer))?.whole;
}

/** The lengths by which speeches are compared. */
export type Lengths = {
  /**
   * Without the silence before and after: engines add as much of it to each speech, whatever its speed, and some fill
   * up short ones.
   */
  readonly sounding: SecondsRange;
  readonly whole: SecondsRange;
  /** What `contentType` says about raw samples. Undefined for audio that states its own length. */
  readonly rawAs: string | undefined;
};

/** `2.64 s`, or `1.13 s or more` for raw samples, whose rate is not known. */
export function audibleText({ sounding: [least, most] }: Pick<Lengths, 'sounding'>): string {
  return `${least.toFixed(2)} s${least === most ? '' : ' or more'}`;
}

/** The lengths of the audio of an answer. Undefined where they are not known. */
export function lengthsOf(answer: Answer): Promise<Lengths | undefined> {
  const lengths = measured.get(answer) ?? measure(answer);
  measured.set(answer, lengths);
  return lengths;
}

/** The lengths of the answer at this position of a probe. */
export async function lengthsAt(seen: Exchanges, at: number): Promise<Lengths | undefined> {
  const response = seen[at]?.response;
  return response?.is === 'answer' ? lengthsOf(response) : undefined;
}

/**
 * Cache, as speeches are compared with many others, and finding the audio in an answer again takes as long as measuring
 * it.
 */
const measured = new WeakMap<Answer, Promise<Lengths | undefined>>();

async function measure(answer: Answer): Promise<Lengths | undefined> {
  const audio = audioIn(answer);
  if (audio === undefined) return undefined;
  const identified = await identify(audio);
  if ('inconclusive' in identified) return undefined;
  if (identified.format === 'pcm')
    return {
      sounding: secondsRangeOfPcm(countAudibleBytes(audio)),
      whole: secondsRangeOfPcm(audio.length),
      rawAs: saidOfSamples(answer),
    };
  const sound = await soundOf(audio);
  if (!('is' in sound) || sound.is !== 'sound') return undefined;
  const { audibleSeconds, seconds } = sound;
  return { sounding: [audibleSeconds, audibleSeconds], whole: [seconds, seconds], rawAs: undefined };
}

/**
 * The `contentType` of raw samples with its parameters, such as rate and channels, without blanks and quotes. Empty
 * where there is none.
 */
function saidOfSamples(answer: Answer): string {
  const contentType = speechBodyOf(answer)?.contentType;
  return typeof contentType === 'string' ? contentType.toLowerCase().replaceAll(/[\s"]/g, '') : '';
}

/**
 * True where the lengths of two speeches can be compared. For raw samples both must have the same `contentType`: some
 * engines have another sample rate, or two channels, for some voices, and say so there.
 */
export function areComparableLengths(one: Pick<Lengths, 'rawAs'>, other: Pick<Lengths, 'rawAs'>): boolean {
  return one.rawAs === other.rawAs;
}

/**
 * True where the one speech is shorter, or the other lasts so many times as long, with silence or without. Room tone
 * about as loud as the bound of silence is left out of the louder speech and not of the other, so either length counts.
 * Both speeches have one measure.
 */
export function isShorterByTimes(shorter: Lengths, longer: Lengths, times: number): boolean {
  return (['sounding', 'whole'] as const).some((length) => {
    const [short, long] = [shorter[length][0], longer[length][0]];
    return times === 1 ? short < long : short * times <= long;
  });
}
