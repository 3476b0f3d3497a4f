import { isAudio } from './is-audio.ts';
import { isTextual } from './is-textual.ts';
import { piecesIn } from './pieces.ts';
import { containsSecret, maskBytes, maskPieces, type NamedSecrets } from './secrets.ts';
import { decompressedWithoutSignature, decompressedBySignature } from './decompressed.ts';
import { redactUnsearchable } from './redact-unsearchable.ts';

/** `coded`: a content coding is named, but the bytes cannot be decoded. */
type Kind = 'plain' | 'coded';

/**
 * The body at its own length with each secret masked. Only its length and hash remain where a secret stands under a
 * compression, or where the compression is unknown.
 */
export function maskBody(body: Uint8Array, secrets: NamedSecrets, kind: Kind): Uint8Array {
  if (body.length === 0) return body;
  const undone = codingsOf(body, kind);
  if (undone === 'unknown' || undone.some((bytes) => containsSecret(bytes, secrets))) return redactUnsearchable(body);
  return isTextual(body) ? maskTextual(body, secrets) : maskBytes(body, secrets);
}

/** Masks text about a body, which may quote a secret in the pieces in which it came. */
export function maskWords(text: string, secrets: NamedSecrets): string {
  return Buffer.from(maskTextual(Buffer.from(text, 'utf8'), secrets)).toString('utf8');
}

function maskTextual(body: Uint8Array, secrets: NamedSecrets): Uint8Array {
  const masked = maskBytes(body, secrets);
  for (const pieces of piecesIn(body)) maskPieces(masked, body, pieces, secrets);
  return masked;
}

/** The bytes under any compression that the body may have; none for text and audio, which are searched directly. */
function codingsOf(body: Uint8Array, kind: Kind): readonly Uint8Array[] | 'unknown' {
  const signed = decompressedBySignature(body);
  if (signed !== undefined) return signed.is === 'tooMuch' ? 'unknown' : [signed.bytes];
  if (isSealed(body)) return 'unknown';
  if (isTextual(body) || isAudio(body)) return [];
  const bare = decompressedWithoutSignature(body);
  if (bare.some(({ is }) => is === 'tooMuch')) return 'unknown';
  const found = bare.flatMap((each) => (each.is === 'bytes' ? [each.bytes] : []));
  return found.length === 0 && kind === 'coded' ? 'unknown' : found;
}

/** First bytes of archives, and of compressions that are not undone here. */
const seals: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x42, 0x5a, 0x68],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x04, 0x22, 0x4d, 0x18],
  [0x1f, 0x9d],
  [0x1f, 0xa0],
  [0x5d, 0x00, 0x00],
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
];

function isSealed(body: Uint8Array): boolean {
  return seals.some((seal) => seal.every((byte, at) => body[at] === byte));
}
