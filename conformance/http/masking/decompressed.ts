import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { isZstd, unzstd } from '../../reading/unzstd.ts';
import { tooMuchCode, wireBounds } from '../../reading/wire-bounds.ts';
import { hasCode } from '../../reading/has-code.ts';

/** What stands under a coding; `tooLong` where it is more than can be looked at. */
type Decompressed = { readonly is: 'bytes'; readonly bytes: Uint8Array } | { readonly is: 'tooLong' };

const maxOutputLength = wireBounds.bodyBytes;

/** What only might be a coding is looked at less. */
const mostBare = 2 * 1024 * 1024;

type Undo = (bytes: Uint8Array) => Uint8Array;

// What was cut is undone as far as it goes.
const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
const gunzip: Undo = (bytes) => gunzipSync(bytes, zlib);
const inflate: Undo = (bytes) => inflateSync(bytes, zlib);
const bare: readonly Undo[] = [
  (bytes) => brotliDecompressSync(bytes, { maxOutputLength: mostBare, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  (bytes) => inflateRawSync(bytes, { ...zlib, maxOutputLength: mostBare }),
];

/** What the bytes are a coding of, as their first bytes say: gzip, zlib or zstd. */
export function decompressedBySignature(bytes: Uint8Array): Decompressed | undefined {
  const [a = 0, b = 0] = bytes;
  if (a === 0x1f && b === 0x8b) return undone(gunzip, bytes);
  if (isZstd(bytes)) return undone((zstd) => unzstd(zstd, 'part'), bytes);
  const isZlib = (a & 0x0f) === 8 && a >>> 4 <= 7 && (a * 256 + b) % 31 === 0;
  return isZlib ? undone(inflate, bytes) : undefined;
}

/** What the bytes may be a coding of though nothing says so: brotli and bare deflate have no sign. */
export function decompressedWithoutSignature(bytes: Uint8Array): readonly Decompressed[] {
  return bare.flatMap((undo) => undone(undo, bytes) ?? []);
}

function undone(undo: Undo, bytes: Uint8Array): Decompressed | undefined {
  // Most of what is tried is no such coding: to say where that was noticed takes as long as to notice it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const found = undo(bytes);
    return found.length === 0 ? undefined : { is: 'bytes', bytes: found };
  } catch (error) {
    const isTooLong = hasCode(error, 'ERR_BUFFER_TOO_LARGE') || hasCode(error, tooMuchCode);
    return isTooLong ? { is: 'tooLong' } : undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
