import { contentOf, encodedLike } from '../../bodies/content.ts';
import type { Answer, HeaderFields, NoAnswer } from '../../model/exchange.ts';
import { release } from '../../reading/release.ts';
import { hasBytes, type Letters } from './letters.ts';
import { maskBody } from './mask-body.ts';
import { textsIn } from './pieces.ts';
import { containsSecret, maskPieces, maskText, maskTexts, type NamedSecrets } from './secrets.ts';

/**
 * The response with every secret masked in its header fields, in its body, and under its content codings; the same
 * object where it contains no secret.
 */
export function maskAnswer(response: Answer | NoAnswer, secrets: NamedSecrets): Answer | NoAnswer {
  const masked = masking(response, secrets);
  if (!isAlike(masked, response)) return masked;
  if (masked.is === 'answer' && response.is === 'answer' && masked.body !== response.body) release(masked.body);
  return response;
}

function isAlike(one: Answer | NoAnswer, other: Answer | NoAnswer): boolean {
  if (one.is === 'noAnswer' || other.is === 'noAnswer') return JSON.stringify(one) === JSON.stringify(other);
  return (
    Buffer.compare(one.body, other.body) === 0 &&
    one.onWire?.rest === other.onWire?.rest &&
    one.brokenBy === other.brokenBy &&
    JSON.stringify([one.headers, one.trailers]) === JSON.stringify([other.headers, other.trailers])
  );
}

function masking(response: Answer | NoAnswer, secrets: NamedSecrets): Answer | NoAnswer {
  if (response.is === 'noAnswer') return { ...response, detail: maskText(response.detail, secrets) };
  const headers = maskFields(response.headers, secrets);
  const { brokenBy, trailers } = response;
  const body = bodyOf(response, secrets);
  const words = brokenBy === undefined ? {} : { brokenBy: maskText(brokenBy, secrets) };
  const behind = trailers === undefined ? {} : { trailers: [...maskFields(trailers, secrets)] };
  const masked = { ...response, headers, body, ...words, ...behind };
  return response.onWire === undefined
    ? masked
    : { ...masked, onWire: { ...response.onWire, rest: maskText(response.onWire.rest, secrets) } };
}

/** Masks the fields as text, and then as the bytes of UTF-8 that the text may have come in. */
function maskFields(fields: HeaderFields, secrets: NamedSecrets): HeaderFields {
  const masked = maskLetters(fields, secrets, 'utf8');
  const texts = masked.flat();
  const areBytes = texts.some(hasBytes) && !texts.some((text) => /[^\0-\xff]/.test(text));
  return areBytes ? maskLetters(masked, secrets, 'latin1') : masked;
}

/**
 * Masks each text by itself, and then the values joined to a single text: a secret may begin in one value and end in
 * the next.
 */
function maskLetters(fields: HeaderFields, secrets: NamedSecrets, letters: Letters): HeaderFields {
  const texts = fields.flat();
  const all = Buffer.from(texts.join(''), letters);
  const masked = Buffer.from(maskTexts(texts, secrets, letters).join(''), letters);
  let at = 0;
  const places = texts.map((text) => ({ from: at, to: (at += Buffer.byteLength(text, letters)) }));
  const values = places.filter((_, text) => text % 2 === 1);
  maskPieces(masked, all, values, secrets);
  for (const { from, to } of values)
    for (const pieces of textsIn(all.subarray(from, to)))
      maskPieces(masked.subarray(from, to), all.subarray(from, to), pieces, secrets);
  const kept = places.map(({ from, to }) => masked.toString(letters, from, to));
  return fields.map((_, field) => [kept[2 * field] ?? '', kept[2 * field + 1] ?? ''] as const);
}

/** Compresses a body anew only where it contains a secret; only then its length differs from the one received. */
function bodyOf(answer: Answer, secrets: NamedSecrets): Uint8Array {
  const content = contentOf(answer);
  if (content.is === 'undecodable') return maskBody(answer.body, secrets, 'coded');
  const masked = maskBody(content.bytes, secrets, 'plain');
  if (content.bytes === answer.body) return masked;
  // A compressed body has room beside its content: gzip for a name and a comment, zstd for frames to skip.
  if (Buffer.compare(masked, content.bytes) !== 0 || containsSecret(answer.body, secrets))
    return encodedLike(answer, masked);
  release(masked);
  return answer.body;
}
