import { frameBytesAt, headerBytes, id3Bytes, type FrameChain } from './decoding/mpeg-frames.ts';
import { notInContainer, onAudio } from './speech-body.ts';

type Format = FrameChain['format'];

const standards: Readonly<Record<Format, string>> = { mp3: 'ISO/IEC 11172-3 2.4.1.1', aac: 'ISO/IEC 13818-7 6.2' };
const names: Readonly<Record<Format, string>> = { mp3: 'MP3', aac: 'AAC' };

/**
 * The frames of an MP3, or of an AAC in ADTS, directly follow each other: a decoder that meets other bytes looks for
 * the next start of a frame, and what lies between is not heard. Tags and zeros may stand between files that are
 * joined.
 */
export const hasConsecutiveMpegFrames = onAudio((audio) => {
  const start = id3Bytes(audio);
  const format = (['mp3', 'aac'] as const).find((each) => frameBytesAt(each, audio, start) !== undefined);
  if (format === undefined) return notInContainer('plain frames of MP3 or AAC');
  const astray = astrayIn(format, audio, start);
  if (astray === undefined) return [];
  return [
    {
      subject: `frame ${astray.place} of the ${names[format]}`,
      expected: 'its start right after the frame before',
      observed: `other bytes there; three frames in a row begin ${bytesText(Math.abs(astray.bytes))} ${astray.bytes < 0 ? 'earlier' : 'later'}`,
      reference: standards[format],
    },
  ];
});

/** The first frame that does not begin where the frame before ends: its place from 1, and how many bytes off it is. */
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
    const file = nextFile(audio, at, format === 'mp3' && isPadded(audio, frame));
    const next = file ?? nextLike(format, audio, frame);
    if (next === undefined) return undefined;
    if (file === undefined && !hasTagBetween(audio, at, next)) return { place: place + 1, bytes: next - at };
    at = next;
  }
  return undefined;
}

/**
 * Where the next of several joined files begins: after a tag or zeros. The last frame of an MP3 may lack its padding
 * byte; a frame right there begins a file if it takes no data from the frames before.
 */
function nextFile(audio: Uint8Array, at: number, isLastPadded: boolean): number | undefined {
  const ends = isLastPadded ? [at, at - 1] : [at];
  const behindTag = ends.map((end) => end + betweenFiles(audio, end)).find((end) => end > at);
  if (behindTag !== undefined) return behindTag;
  return isLastPadded && beginsFile(audio, at - 1) ? at - 1 : undefined;
}

/** True where the third byte of the header has the padding bit (ISO/IEC 11172-3 2.4.2.3). */
function isPadded(audio: Uint8Array, frame: number): boolean {
  return ((audio[frame + 2] ?? 0) & 2) !== 0;
}

/**
 * True where `main_data_begin` is 0 (ISO/IEC 11172-3 2.4.1.7; nine bits, in MPEG-2 eight) and another frame or nothing
 * follows.
 */
function beginsFile(audio: Uint8Array, at: number): boolean {
  const bytes = frameBytesAt('mp3', audio, at);
  if (bytes === undefined) return false;
  const kind = audio[at + 1] ?? 0;
  const [isMpeg1, hasChecksum] = [(kind & 8) !== 0, (kind & 1) === 0];
  const [first = 0, second = 0] = audio.subarray(at + headerBytes.mp3 + (hasChecksum ? 2 : 0));
  const takesNothing = first === 0 && (!isMpeg1 || second < 0x80);
  return takesNothing && (at + bytes >= audio.length || frameBytesAt('mp3', audio, at + bytes) !== undefined);
}

const [id3v1Bytes, extendedBytes, apeHeaderBytes] = [128, 227, 32];

/**
 * Length in bytes of a tag or of zeros there. An APE tag has its length after its name and version, and does not count
 * its header.
 */
function betweenFiles(audio: Uint8Array, at: number): number {
  const letters = Buffer.from(audio.subarray(at, at + 16));
  const name = letters.toString('latin1', 0, 8);
  if (name.startsWith('TAG+')) return extendedBytes;
  if (name.startsWith('TAG')) return id3v1Bytes;
  if (name === 'APETAGEX' && letters.length === 16) return apeHeaderBytes + letters.readUInt32LE(12);
  let end = at;
  while (end < audio.length && audio[end] === 0) end += 1;
  return end - at + id3Bytes(audio.subarray(end));
}

/** Names of Lyrics3 tags, and of APE tags without a header, which stand at the end of the tag. */
const tagNames = ['APETAGEX', 'LYRICSEND', 'LYRICS200'];

function hasTagBetween(audio: Uint8Array, from: number, to: number): boolean {
  const between = Buffer.from(audio.subarray(from, to));
  return tagNames.some((name) => between.includes(name, 0, 'latin1'));
}

function bytesText(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

/** Fewest frames in a row that are no chance. */
const surelyFrames = 3;

/** Where the next frames of the same kind as this frame begin. */
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

/** True for frames of the same version, layer and rate. */
function isLike(audio: Uint8Array, one: number, other: number): boolean {
  return (
    audio[one] === audio[other] &&
    audio[one + 1] === audio[other + 1] &&
    ((audio[one + 2] ?? 0) & 12) === ((audio[other + 2] ?? 0) & 12)
  );
}
