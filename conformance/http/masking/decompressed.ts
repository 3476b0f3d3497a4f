import { decompress, standsForTooMuch, type Compression } from '../../reading/decompress.ts';
import { isZstd } from '../../reading/unzstd.ts';

/** What stands under a coding; `tooMuch` where it is more than can be looked at. */
type Decompressed = { readonly is: 'bytes'; readonly bytes: Uint8Array } | { readonly is: 'tooMuch' };

/** What only might be a coding is looked at less. */
const mostBare = 2 * 1024 * 1024;

/** What the bytes are a coding of, as their first bytes say: gzip, zlib or zstd. */
export function decompressedBySignature(bytes: Uint8Array): Decompressed | undefined {
  const [a = 0, b = 0] = bytes;
  if (a === 0x1f && b === 0x8b) return decompressed(bytes, 'gzip');
  if (isZstd(bytes)) return decompressed(bytes, 'zstd');
  const isZlib = (a & 0x0f) === 8 && a >>> 4 <= 7 && (a * 256 + b) % 31 === 0;
  return isZlib ? decompressed(bytes, 'zlib') : undefined;
}

/** What the bytes may be a coding of though nothing says so: brotli and bare deflate have no sign. */
export function decompressedWithoutSignature(bytes: Uint8Array): readonly Decompressed[] {
  return (['brotli', 'deflate'] as const).flatMap((by) => decompressed(bytes, by, mostBare) ?? []);
}

/** What was cut is undone as far as it goes. */
function decompressed(bytes: Uint8Array, by: Compression, most?: number): Decompressed | undefined {
  // Most of what is tried is no such coding: to say where that was noticed takes as long as to notice it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const found = decompress(bytes, by, 'part', most);
    return found.length === 0 ? undefined : { is: 'bytes', bytes: found };
  } catch (error) {
    return standsForTooMuch(error) === undefined ? undefined : { is: 'tooMuch' };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
