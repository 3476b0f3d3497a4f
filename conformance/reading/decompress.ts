import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { hasCode } from './has-code.ts';
import { unzstd, type Extent } from './unzstd.ts';
import { boundErrorCode, wireBounds } from './wire-bounds.ts';

/** `deflate` is RFC 1951 alone; `zlib` (RFC 1950) is the same in a wrapper. */
export type Compression = 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

/**
 * The bytes under a compression.
 *
 * @param extent `part` decompresses cut input as far as it goes
 * @param most bytes of the result
 * @throws where the bytes are not of this compression, or the result is longer: `standsForTooMuch` tells which
 */
export function decompress(
  bytes: Uint8Array,
  by: Compression,
  extent: Extent,
  most: number = wireBounds.bodyBytes,
): Uint8Array {
  if (by === 'zstd') return unzstd(bytes, extent, most);
  const ofPart = extent === 'part';
  if (by === 'brotli') return brotliDecompressSync(bytes, { maxOutputLength: most, ...(ofPart && flushes.brotli) });
  return inflaters[by](bytes, { maxOutputLength: most, ...(ofPart && flushes.zlib) });
}

/**
 * Whether `decompress` threw because the result has too many `bytes`, or zstd too many `frames`; undefined for other
 * errors.
 */
export function standsForTooMuch(error: unknown): 'bytes' | 'frames' | undefined {
  if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) return 'bytes';
  return hasCode(error, boundErrorCode) ? 'frames' : undefined;
}

const inflaters = { gzip: gunzipSync, zlib: inflateSync, deflate: inflateRawSync };

const flushes = {
  zlib: { finishFlush: constants.Z_SYNC_FLUSH },
  brotli: { finishFlush: constants.BROTLI_OPERATION_FLUSH },
};
