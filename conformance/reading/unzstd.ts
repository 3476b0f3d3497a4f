import { constants, zstdDecompressSync } from 'node:zlib';
import { boundTexts, boundError, wireBounds } from './wire-bounds.ts';

/** Whether the compressed bytes are complete; a part is decompressed as far as it goes. */
export type Extent = 'whole' | 'part';

const frameSign = 0xfd2fb528;
const skippedSign = 0x184d2a50;

/** The first four bytes of a frame, little-endian; frames to skip begin with one of sixteen further values. */
export function isZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const sign = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE();
  return sign === frameSign || isSkippedSign(sign);
}

/**
 * The bytes under zstd, which is one or more frames, with frames to skip among them (RFC 8878, 3): some tools write a
 * frame for each thread, or for each part that they flush. Node decompresses only the first frame, and reports nothing
 * of the others.
 *
 * @throws as `zstdDecompressSync` does, or where there are more frames than `wireBounds.frames`
 */
export function unzstd(bytes: Uint8Array, extent: Extent, most: number = wireBounds.bodyBytes): Uint8Array {
  const finishFlush = extent === 'part' ? constants.ZSTD_e_flush : constants.ZSTD_e_end;
  const parts: Uint8Array[] = [];
  let length = 0;
  let frames = 0;
  for (const { frame, isSkipped } of framesOf(bytes)) {
    if ((frames += 1) > wireBounds.frames) throw boundError(boundTexts.frames);
    if (isSkipped) continue;
    const part = zstdDecompressSync(frame, { finishFlush, maxOutputLength: Math.max(most - length, 1) });
    parts.push(part);
    length += part.length;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** The last frame is the rest, where it is incomplete: the decoder reports what is wrong with it. */
function* framesOf(given: Uint8Array): Iterable<{ readonly frame: Uint8Array; readonly isSkipped: boolean }> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let at = 0;
  do {
    const end = frameEnd(bytes, at) ?? bytes.length;
    const isSkipped = end - at >= 8 && isSkippedSign(bytes.readUInt32LE(at));
    yield { frame: bytes.subarray(at, end), isSkipped };
    at = end;
  } while (at < bytes.length);
}

/** Where the frame at `at` ends; undefined if it is incomplete, or no frame (RFC 8878, 3.1). */
function frameEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 8 > bytes.length) return undefined;
  const sign = bytes.readUInt32LE(at);
  if (isSkippedSign(sign)) return within(at + 8 + bytes.readUInt32LE(at + 4), bytes);
  if (sign !== frameSign) return undefined;
  const descriptor = bytes[at + 4] ?? 0;
  const hasWindow = (descriptor & 0x20) === 0;
  const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [hasWindow ? 0 : 1, 2, 4, 8][descriptor >> 6] ?? 0;
  const behind = blocksEnd(bytes, at + 5 + Number(hasWindow) + idBytes + sizeBytes);
  const checksumBytes = (descriptor & 4) === 0 ? 0 : 4;
  return behind === undefined ? undefined : within(behind + checksumBytes, bytes);
}

function blocksEnd(bytes: Buffer, first: number): number | undefined {
  let at = first;
  while (at + 3 <= bytes.length) {
    const header = bytes.readUIntLE(at, 3);
    // A block of a repeated byte (type 1) gives the number of repetitions as its size, and has only that byte.
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
  return undefined;
}

const isSkippedSign = (sign: number): boolean => sign >= skippedSign && sign < skippedSign + 16;

const within = (end: number, bytes: Buffer): number | undefined => (end > bytes.length ? undefined : end);
