import { silencePeak, silenceShareOfPeak } from '../decoding/decode-audio.ts';

/** Bytes per second of the plausible raw layouts: 8 to 48 kHz, 1 to 4 bytes per sample, one or two channels. */
const slowestPcm = 8_000;
const fastestPcm = 48_000 * 4 * 2;

/** How long raw samples can last, at least and at most: the document gives neither rate nor width. */
export function secondsRangeOfPcm(bytes: number): readonly [least: number, most: number] {
  return [bytes / fastestPcm, bytes / slowestPcm];
}

/** Shortest silence, in bytes, that counts as a pause: sound itself begins with shorter silences. */
const shortestPause = 1_000;

/**
 * Number of bytes without the silence before and after, if the samples are the usual ones, of 16 bits with the low byte
 * first. Other samples, read like that, have loud or all-zero ends, so nothing that sounds is left out.
 */
export function countAudibleBytes(audio: Uint8Array): number {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  const end = audio.length - (audio.length % 2);
  let peak = 0;
  for (let at = 0; at < end; at += 2) peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
  const isSilent = (at: number): boolean => Math.abs(view.getInt16(at, true)) < peak * silenceShareOfPeak;
  let [from, to] = [0, end];
  while (from < to && isSilent(from)) from += 2;
  while (to > from && isSilent(to - 2)) to -= 2;
  const pauses = [from, end - to].filter((pause) => pause >= shortestPause);
  return pauses.reduce((rest, pause) => rest - pause, audio.length);
}

/**
 * True where the samples are silent in one of the usual readings, or all samples are equal. A wrong reading makes noise
 * of speech and never silence, so no layout fails because of another. Only the reading as floats could; it does not
 * count where the exponents show that the samples are integers.
 */
export function isSilentPcm(audio: Uint8Array): boolean {
  if (widths.some((width) => audio.length > width && isOneSample(audio, width)) || audio.length === 1) return true;
  return readings.some((isFaint) => isFaint(audio));
}

/** Bytes of a sample, or of a pair of samples of two channels. */
const widths = [1, 2, 3, 4];

/** True where each sample equals the first: a constant level cannot be heard, however high it is. */
function isOneSample(audio: Uint8Array, width: number): boolean {
  return audio.every((byte, at) => at < width || byte === audio[at - width]);
}

const readings: readonly ((audio: Uint8Array) => boolean)[] = [
  (audio) => isFaintAs(audio, 2, (view, at) => view.getInt16(at, true) / 32_768),
  (audio) => isFaintAs(audio, 2, (view, at) => view.getInt16(at, false) / 32_768),
  (audio) => isFaintAs(audio, 4, (view, at) => asFloat(view.getFloat32(at, true))),
];

/**
 * Below this a float is no sample, as no microphone, dither or fade leaves so little: the bytes are an integer, such as
 * that of a silent channel.
 */
const leastFloat = 1e-15;

function asFloat(sample: number): number {
  return sample !== 0 && Math.abs(sample) < leastFloat ? Number.NaN : sample;
}

/**
 * False from the first sample that can be heard, or that is not a number: then the bytes are no samples of this kind.
 */
function isFaintAs(audio: Uint8Array, width: number, sampleAt: (view: DataView, at: number) => number): boolean {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  for (let at = 0; at + width <= audio.length; at += width) {
    if (!(Math.abs(sampleAt(view, at)) < silencePeak)) return false;
  }
  return audio.length >= width;
}
