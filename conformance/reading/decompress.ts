import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { hasCode } from './has-code.ts';
import { unzstd, type Extent } from './unzstd.ts';
import { tooMuchCode, wireBounds } from './wire-bounds.ts';

/** `deflate` is RFC 1951 alone, `zlib` (RFC 1950) the same in a wrapper. */
export type Compression = 'gzip' | 'zlib' | 'deflate' | 'brotli' | 'zstd';

/**
 * What stands under a compression.
 *
 * @param extent of what is only a part, what came is undone as far as it goes
 * @param most bytes that it may come to
 * @throws where the bytes are none of it, or stand for more than that: `standsForTooMuch` tells which
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

/** Of what `decompress` threw: `bytes` stand for more than may be read, or there are more `frames` of zstd. */
export function standsForTooMuch(error: unknown): 'bytes' | 'frames' | undefined {
  if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) return 'bytes';
  return hasCode(error, tooMuchCode) ? 'frames' : undefined;
}

const inflaters = { gzip: gunzipSync, zlib: inflateSync, deflate: inflateRawSync };

const flushes = {
  zlib: { finishFlush: constants.Z_SYNC_FLUSH },
  brotli: { finishFlush: constants.BROTLI_OPERATION_FLUSH },
};
