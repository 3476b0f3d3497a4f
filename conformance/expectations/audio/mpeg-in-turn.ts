import { onSuccess } from '../on-answer.ts';
import { frameBytesAt, headerBytes, id3Bytes, type FrameChain } from './decoding/mpeg-frames.ts';
import { audioIn, notIn } from './spoken.ts';

type Format = FrameChain['format'];

const standards: Readonly<Record<Format, string>> = { mp3: 'ISO/IEC 11172-3 2.4.1.1', aac: 'ISO/IEC 13818-7 6.2' };
const names: Readonly<Record<Format, string>> = { mp3: 'MP3', aac: 'AAC' };

/**
 * The frames of an MP3, or of an AAC in ADTS, follow each other at once: a decoder that meets something else looks for the
 * next start of a frame, and what lies between is not heard. Tags and zeros may stand between files that are put one behind the other.
 */
export const hasMpegFramesInTurn = onSuccess((answer) => {
  const audio = audioIn(answer);
  if (audio === undefined) return { inconclusive: 'the answer carries no audio' };
  const start = id3Bytes(audio);
  const format = (['mp3', 'aac'] as const).find((each) => frameBytesAt(each, audio, start) !== undefined);
  if (format === undefined) return notIn('plain frames of MP3 or AAC');
  const astray = astrayIn(format, audio, start);
  if (astray === undefined) return [];
  return [
    {
      subject: `frame ${astray.place} of the ${names[format]}`,
      expected: 'its start right after the frame before',
      observed: `its start ${bytesText(Math.abs(astray.bytes))} ${astray.bytes < 0 ? 'earlier' : 'later'}`,
      reference: standards[format],
    },
  ];
});

/** The first frame that does not begin where the one before it ends: its place from 1, and how many bytes off it is. */
function astrayIn(
  format: Format,
  audio: Uint8Array,
  start: number,
): { readonly place: number; readonly bytes: number } | undefined {
  let [at, frame, place] = [start, start, 0];
  while (at < audio.length) {
    const bytes = frameBytesAt(format, audio, at);
    if (bytes !== undefined) {
      [frame, place, at] = [at, place + 1, at + bytes];
      continue;
    }
    const between = betweenFiles(audio, at);
    const next = between === 0 ? nextLike(format, audio, frame) : at + between;
    if (next === undefined) return undefined;
    // The last frame of a file may lack its padding byte, and another file may follow.
    const isPaddingOnly = format === 'mp3' && next === at - 1 && isPadded(audio, frame);
    if (between === 0 && !isPaddingOnly) return { place: place + 1, bytes: next - at };
    at = next;
  }
  return undefined;
}

function bytesText(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

/** In the third byte of the header (ISO/IEC 11172-3 2.4.2.3). */
function isPadded(audio: Uint8Array, frame: number): boolean {
  return ((audio[frame + 2] ?? 0) & 2) !== 0;
}

const id3v1Bytes = 128;

/** How long a tag, or what of zeros, stands there. An APE tag tells its length behind its name and version, all but its header. */
function betweenFiles(audio: Uint8Array, at: number): number {
  const rest = Buffer.from(audio.buffer, audio.byteOffset + at, audio.byteLength - at);
  const letters = rest.toString('latin1', 0, 11);
  if (letters.startsWith('TAG')) return id3v1Bytes;
  if (letters.startsWith('APETAGEX') && rest.length >= 16) return 32 + rest.readUInt32LE(12);
  // It is of text, and ends in the tag that follows it.
  if (letters === 'LYRICSBEGIN') return Math.max(11, rest.indexOf('LYRICS200', 0, 'latin1') + 9);
  const zeros = rest.findIndex((byte) => byte !== 0);
  return zeros < 0 ? rest.length : zeros + id3Bytes(audio.subarray(at + zeros));
}

/** So many in a row are no chance. */
const surelyFrames = 3;

/** Where behind this frame the next ones of its kind begin. */
function nextLike(format: Format, audio: Uint8Array, frame: number): number | undefined {
  for (let at = audio.indexOf(0xff, frame + headerBytes[format]); at >= 0; at = audio.indexOf(0xff, at + 1)) {
    let [next, found] = [at, 0];
    while (found < surelyFrames && isLike(audio, frame, next)) {
      const bytes = frameBytesAt(format, audio, next);
      if (bytes === undefined) break;
      [next, found] = [next + bytes, found + 1];
    }
    if (found === surelyFrames) return at;
  }
  return undefined;
}

/** Of one version, layer and rate. */
function isLike(audio: Uint8Array, one: number, other: number): boolean {
  return (
    audio[one] === audio[other] &&
    audio[one + 1] === audio[other + 1] &&
    ((audio[one + 2] ?? 0) & 12) === ((audio[other + 2] ?? 0) & 12)
  );
}
