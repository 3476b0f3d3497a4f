import type { SpeechFormat } from '../../contract/limits.ts';
import type { Expectation, Mismatch } from '../../core/check.ts';
import type { Answer } from '../../core/exchange.ts';
import { onSuccess } from '../on-answer.ts';
import { identify, soundOf } from './read-audio.ts';
import { audioIn } from './spoken.ts';

/** Quieter than one part in a thousand of full scale (-60 dB) at its loudest is silence to a listener. */
const faintestPeak = 0.001;

/** Encoders pad and trim by some hundredths of a second; more than this is missing sound. */
const paddingSeconds = 0.1;

/** Bytes a second of the plausible raw layouts: 8 to 48 kHz, 1 to 4 bytes a sample, one or two channels. */
const slowestPcm = 8_000;
const fastestPcm = 48_000 * 4 * 2;

/** The audio decodes, is whole, and is not silence (2.5: the text is spoken; 2.6). */
export function soundsIn(format: SpeechFormat): Expectation {
  return onSuccess((answer) => {
    const audio = audioIn(answer);
    if (audio === undefined) return { unjudged: 'the answer carries no audio' };
    return format === 'pcm' ? pcmMismatches(audio) : containedMismatches(audio);
  });
}

async function containedMismatches(audio: Uint8Array): Promise<readonly Mismatch[]> {
  const [{ declaredSeconds = 0, cut }, sound] = await Promise.all([identify(audio), soundOf(audio)]);
  if (sound.is === 'noSound') return [{ aspect: 'audio', expected: 'audio that decodes', observed: sound.because }];
  const silent =
    sound.peak < faintestPeak ? [silence(`${sound.seconds.toFixed(2)} s with a peak of ${sound.peak.toFixed(5)}`)] : [];
  const missing = declaredSeconds - sound.seconds > paddingSeconds;
  if (!missing && cut === undefined) return silent;
  const declares = missing ? `the ${declaredSeconds.toFixed(2)} s that the container declares` : `more: ${cut}`;
  return [
    ...silent,
    { aspect: 'audio', expected: 'whole audio', observed: `${sound.seconds.toFixed(2)} s of ${declares}` },
  ];
}

/** Rate and width are not given, so any plausible layout will do: some samples, and not all alike. */
function pcmMismatches(audio: Uint8Array): readonly Mismatch[] {
  const isFlat = audio.every((byte) => byte === audio[0]);
  return isFlat ? [silence(`${audio.length} bytes, all ${audio[0] ?? 0}`)] : [];
}

function silence(observed: string): Mismatch {
  return { aspect: 'audio', expected: 'sound', observed: `silence: ${observed}` };
}

/** Seconds that the audio of an answer can last, at least and at most; undefined where that is not known. */
export async function secondsOf(
  answer: Answer,
  format: SpeechFormat,
): Promise<readonly [least: number, most: number] | undefined> {
  const audio = audioIn(answer);
  if (audio === undefined) return undefined;
  if (format === 'pcm') return [audio.length / fastestPcm, audio.length / slowestPcm];
  const sound = await soundOf(audio);
  return sound.is === 'sound' ? [sound.seconds, sound.seconds] : undefined;
}
