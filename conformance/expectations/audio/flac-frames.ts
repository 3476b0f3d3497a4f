import type { Mismatch } from '../../model/check.ts';
import {
  frameAt,
  findFrame,
  isAfterFrames,
  hasWrongChecksum,
  isSync,
  nextFrame,
  withCrc16,
  type Frame,
} from './decoding/flac-walk.ts';
import { flacFramesAt } from './flac-header.ts';
import { notInContainer, onAudio } from './speech-body.ts';

/**
 * The frames of a FLAC directly follow each other and are numbered in turn (RFC 9639 9, 9.1.5): decoders take bytes
 * between them for damage, and a jump of the number for lost frames. What follows the last frame is not judged.
 */
export const hasConsecutiveFrames = onAudio((audio) => {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const start = flacFramesAt(flac);
  if (start === undefined) return notInContainer('plain FLAC');
  const first = frameAt(flac, start);
  // Another check judges bytes that are no frame at all.
  if (first === undefined && !isSync(flac, start)) return { inconclusive: 'no frame begins after its header' };
  if (first === undefined) return [mismatch(1, 'a header with the checksum of its bytes', 'another checksum')];
  let [frame, place, padded]: [Frame, number, number] = [first, 1, 0];
  for (;;) {
    const next = nextFrame(flac, frame);
    if (next === undefined) break;
    place += 1;
    if (frame.isFixed && next.number !== frame.number + 1)
      return [mismatch(place, `the number ${frame.number + 1}`, String(next.number))];
    if (next.zeros > 0) padded += 1;
    frame = next;
  }
  const astray = findFrame(flac, frame.at + 1, frame.number + 1);
  if (astray !== undefined && hasWrongChecksum(flac, frame, astray.at))
    return [mismatch(place, 'the checksum of its bytes at its end', 'another checksum')];
  if (astray !== undefined)
    return [mismatch(place + 1, 'its start right after the frame before', 'other bytes between')];
  if (padded < surelyPadded || padded * 2 < place) return [];
  return [mismatch(place, 'its start right after the frame before', `zeros between, as with ${padded} of ${place}`)];
});

/**
 * True where the last frame of a FLAC has no end: its checksum does not come out anywhere before the end of the file,
 * trailing zeros or a tag.
 */
export function isLastFrameTruncated(flac: Buffer): boolean {
  let frame = frameAt(flac, flacFramesAt(flac) ?? flac.length);
  for (let next = frame; next !== undefined; next = nextFrame(flac, next)) frame = next;
  return frame !== undefined && !hasAnEnd(flac, frame.at);
}

/**
 * Fewest frames followed by zeros that count as padded: a checksum that ends in zeros looks the same, in one frame of
 * 256 and hardly ever in several.
 */
const surelyPadded = 4;

function mismatch(place: number, expected: string, observed: string): Mismatch {
  return { subject: `frame ${place} of the FLAC`, expected, observed, reference: 'RFC 9639 9' };
}

/** Shortest frame in bytes: six of the header, one and a sample for the sound, and the checksum (RFC 9639 9). */
const leastFrameBytes = 10;

/**
 * Most bytes, apart from trailing zeros, that may follow the last frame. A tag is shorter, and another file is known by
 * its name; in more bytes the checksum would come out by chance.
 */
const mostBehind = 512;

function hasAnEnd(flac: Buffer, at: number): boolean {
  let [crc, lastOther] = [0, flac.length - 1];
  while (flac[lastOther] === 0) lastOther -= 1;
  for (let end = at; end < flac.length; end += 1) {
    const mayEnd = crc === 0 && end - at >= leastFrameBytes;
    if (mayEnd && (end > lastOther - mostBehind || isAfterFrames(flac, end))) return true;
    crc = withCrc16(crc, flac[end] ?? 0);
  }
  return crc === 0;
}
