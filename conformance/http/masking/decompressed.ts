import { decompress, standsForTooMuch, type Compression } from '../../reading/decompress.ts';
import { isZstd } from '../../reading/unzstd.ts';

/** The bytes under a compression; `tooMuch` where there are more of them than can be searched. */
type Decompressed = { readonly is: 'bytes'; readonly bytes: Uint8Array } | { readonly is: 'tooMuch' };

/** Most bytes that are searched where only a guess says that the input is compressed. */
const mostBare = 2 * 1024 * 1024;

/** The bytes under gzip, zlib or zstd, as the first bytes name it; undefined where they name none of them. */
export function decompressedBySignature(bytes: Uint8Array): Decompressed | undefined {
  const [a = 0, b = 0] = bytes;
  if (a === 0x1f && b === 0x8b) return decompressed(bytes, 'gzip');
  if (isZstd(bytes)) return decompressed(bytes, 'zstd');
  const isZlib = (a & 0x0f) === 8 && a >>> 4 <= 7 && (a * 256 + b) % 31 === 0;
  return isZlib ? decompressed(bytes, 'zlib') : undefined;
}

/** The bytes under brotli or bare deflate, which have no signature, so that each result is a guess. */
export function decompressedWithoutSignature(bytes: Uint8Array): readonly Decompressed[] {
  return (['brotli', 'deflate'] as const).flatMap((by) => decompressed(bytes, by, mostBare) ?? []);
}

/** Decompresses cut input as far as it goes; undefined where the input is not of this compression. */
function decompressed(bytes: Uint8Array, by: Compression, most?: number): Decompressed | undefined {
  // Most inputs are not compressed this way. Capturing a stack trace takes as long as finding that out.
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
