import { faintestPeak, quietestShare } from '../decoding/decode-audio.ts';

/** Bytes a second of the plausible raw layouts: 8 to 48 kHz, 1 to 4 bytes a sample, one or two channels. */
const slowestPcm = 8_000;
const fastestPcm = 48_000 * 4 * 2;

/** How long raw samples can last, at least and at most: the document gives neither rate nor width. */
export function secondsOfPcm(bytes: number): readonly [least: number, most: number] {
  return [bytes / fastestPcm, bytes / slowestPcm];
}

/** Fewer bytes of silence are how a sound begins. */
const shortestPause = 1_000;

/**
 * How many bytes there are without the silence before and after, where they are the usual samples, of 16 bits with the low
 * byte first. Of others, read so, the ends are loud, or all zeros: nothing of them is left out that sounds.
 */
export function soundingBytes(audio: Uint8Array): number {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  const end = audio.length - (audio.length % 2);
  let peak = 0;
  for (let at = 0; at < end; at += 2) peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
  const isSilent = (at: number): boolean => Math.abs(view.getInt16(at, true)) < peak * quietestShare;
  let [from, to] = [0, end];
  while (from < to && isSilent(from)) from += 2;
  while (to > from && isSilent(to - 2)) to -= 2;
  const pauses = [from, end - to].filter((pause) => pause >= shortestPause);
  return pauses.reduce((rest, pause) => rest - pause, audio.length);
}

/**
 * True where the samples are silent in one of the usual readings, or one sample is said again and again. A reading that is not the
 * true one makes noise of speech, never silence, so that no layout is accused for another's sake. That of floats alone
 * could: it is none where their exponents say that they are integers.
 */
export function isSilentPcm(audio: Uint8Array): boolean {
  if (widths.some((width) => audio.length > width && isOneSample(audio, width)) || audio.length === 1) return true;
  return readings.some((isFaint) => isFaint(audio));
}

/** Bytes of a sample, or of one of two channels each. */
const widths = [1, 2, 3, 4];

/** Each sample is the first: a level that stays where it is cannot be heard, however high it is. */
function isOneSample(audio: Uint8Array, width: number): boolean {
  return audio.every((byte, at) => at < width || byte === audio[at - width]);
}

const readings: readonly ((audio: Uint8Array) => boolean)[] = [
  (audio) => isFaintAs(audio, 2, (view, at) => view.getInt16(at, true) / 32_768),
  (audio) => isFaintAs(audio, 2, (view, at) => view.getInt16(at, false) / 32_768),
  (audio) => isFaintAs(audio, 4, (view, at) => asFloat(view.getFloat32(at, true))),
];

/** Less than any microphone, dither or fade leaves: it is the bytes of an integer, such as that of one silent channel. */
const leastFloat = 1e-15;

function asFloat(sample: number): number {
  return sample !== 0 && Math.abs(sample) < leastFloat ? Number.NaN : sample;
}

/** False at the first sample that is heard, or is not a number: then the bytes are no samples of this kind. */
function isFaintAs(audio: Uint8Array, width: number, sampleAt: (view: DataView, at: number) => number): boolean {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  for (let at = 0; at + width <= audio.length; at += width) {
    if (!(Math.abs(sampleAt(view, at)) < faintestPeak)) return false;
  }
  return audio.length >= width;
}
