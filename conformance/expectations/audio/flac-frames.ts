import type { Mismatch } from '../../model/check.ts';
import { flacFramesAt } from './flac-header.ts';
import { notIn, onAudio } from './spoken.ts';

/** CRC-8 of a frame's header and CRC-16 of the whole frame (RFC 9639 9.1.8, 9.3); with its own checksum each comes to 0. */
const tableOf = (width: 8 | 16, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ ((crc >> (width - 1)) & 1 ? polynomial : 0);
    return crc & (2 ** width - 1);
  });
const table8 = tableOf(8, 0x07);
const table16 = tableOf(16, 0x8005);

/** Where a frame begins, and the number that it has in its header. */
type Frame = { readonly at: number; readonly isFixed: boolean; readonly number: number };

/**
 * The frames of a FLAC follow each other at once, and are numbered one by one (RFC 9639 9, 9.1.5): decoders take what lies
 * between for damage, and a number that jumps for frames that are lost. What comes behind the last is no frame's matter.
 */
export const hasFramesInTurn = onAudio((audio) => {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const start = flacFramesAt(flac);
  if (start === undefined) return notIn('plain FLAC');
  const first = frameAt(flac, start);
  // What is no frame at all is another check's matter.
  if (first === undefined && !isSync(flac, start)) return { inconclusive: 'no frame begins after its header' };
  if (first === undefined) return [mismatch(1, 'a header with the checksum of its bytes', 'another checksum')];
  let [frame, place, padded]: [Frame, number, number] = [first, 1, 0];
  for (;;) {
    const next = nextBehind(flac, frame);
    if (next === undefined) break;
    place += 1;
    if (frame.isFixed && next.number !== frame.number + 1)
      return [mismatch(place, `the number ${frame.number + 1}`, String(next.number))];
    if (next.zeros > 0) padded += 1;
    frame = next;
  }
  const astray = frameIn(flac, frame.at + 1, frame.number + 1);
  if (astray !== undefined)
    return [mismatch(place + 1, 'its start right after the frame before', 'other bytes between')];
  if (padded < surelyPadded || padded * 2 < place) return [];
  return [mismatch(place, 'its start right after the frame before', `zeros between, as with ${padded} of ${place}`)];
});

/** Whether the last frame of a FLAC has no end: its checksum comes out nowhere before the end, zeros or a tag. */
export function breaksOff(flac: Buffer): boolean {
  let frame = frameAt(flac, flacFramesAt(flac) ?? flac.length);
  for (let next = frame; next !== undefined; next = nextBehind(flac, next)) frame = next;
  return frame !== undefined && !hasAnEnd(flac, frame.at);
}

/** A checksum that ends in zeros looks like a frame with zeros behind it: one in 256 does, and hardly ever several. */
const surelyPadded = 4;

function mismatch(place: number, expected: string, observed: string): Mismatch {
  return { subject: `frame ${place} of the FLAC`, expected, observed, reference: 'RFC 9639 9' };
}

/** The frame that begins where this one ends, as its checksum tells; `zeros` may lie between, which leave it as it is. */
function nextBehind(flac: Buffer, { at }: Frame): (Frame & { readonly zeros: number }) | undefined {
  let [crc, zeros] = [0, 0];
  for (let end = at; end < flac.length; end += 1) {
    const byte = flac[end] ?? 0;
    const next = crc === 0 && byte === 0xff && end > at ? frameAt(flac, end) : undefined;
    if (next !== undefined) return { ...next, zeros };
    zeros = crc === 0 && byte === 0 ? zeros + 1 : 0;
    crc = ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ byte] ?? 0);
  }
  return undefined;
}

/** A header of six bytes, one and a sample for the sound, and the checksum (RFC 9639 9). */
const leastFrameBytes = 10;

/** A tag has less, and another file follows by its name; in more the checksum would come out by chance. */
const mostBehind = 512;
const behindFrames = /^(TAG|ID3|APETAGEX|LYRICSBEGIN|fLaC)/;

function hasAnEnd(flac: Buffer, at: number): boolean {
  let [crc, lastOther] = [0, flac.length - 1];
  while (flac[lastOther] === 0) lastOther -= 1;
  for (let end = at; end < flac.length; end += 1) {
    const mayEnd = crc === 0 && end - at >= leastFrameBytes;
    if (mayEnd && (end > lastOther - mostBehind || behindFrames.test(flac.toString('latin1', end, end + 11))))
      return true;
    crc = ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ (flac[end] ?? 0)] ?? 0);
  }
  return crc === 0;
}

/** The first frame from there on that has this number. */
function frameIn(flac: Buffer, from: number, number: number): Frame | undefined {
  for (let at = flac.indexOf(0xff, from); at >= 0; at = flac.indexOf(0xff, at + 1)) {
    const frame = frameAt(flac, at);
    if (frame?.number === number) return frame;
  }
  return undefined;
}

function isSync(flac: Buffer, at: number): boolean {
  return flac[at] === 0xff && ((flac[at + 1] ?? 0) & 0xfe) === 0xf8;
}

/** Undefined where no header of a frame stands there, its checksum included. */
function frameAt(flac: Buffer, at: number): Frame | undefined {
  if (at + 6 > flac.length || !isSync(flac, at)) return undefined;
  const coded = codedAt(flac, at + 4);
  if (coded === undefined) return undefined;
  const [size, rate] = [(flac[at + 2] ?? 0) >> 4, (flac[at + 2] ?? 0) & 15];
  const further = (size === 6 ? 1 : size === 7 ? 2 : 0) + (rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0);
  const header = flac.subarray(at, at + 4 + coded.bytes + further + 1);
  const crc = header.reduce((sum, byte) => table8[sum ^ byte] ?? 0, 0);
  return crc === 0 ? { at, isFixed: flac[at + 1] === 0xf8, number: coded.number } : undefined;
}

/** A number written as UTF-8 writes code points, in up to seven bytes. */
function codedAt(flac: Buffer, at: number): { readonly bytes: number; readonly number: number } | undefined {
  const first = flac[at] ?? 0;
  const ones = Math.clz32(~(first << 24));
  if (ones === 1 || ones > 7) return undefined;
  const bytes = Math.max(1, ones);
  let number = ones === 0 ? first : first & (0x7f >> ones);
  for (let next = at + 1; next < at + bytes; next += 1) {
    const byte = flac[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    number = number * 64 + (byte & 0x3f);
  }
  return { bytes, number };
}
