import { contentOf, encodedLike } from '../content.ts';
import type { Answer, NoAnswer } from '../exchange.ts';
import { maskBytes, maskText } from './secrets.ts';

type Named = readonly (readonly [name: string, secret: string])[];

/**
 * What came back with every secret masked, in header fields, in the body, and under its content codings; itself where
 * it holds none.
 */
export function maskAnswer(response: Answer | NoAnswer, secrets: Named): Answer | NoAnswer {
  const masked = masking(response, secrets);
  return isAlike(masked, response) ? response : masked;
}

function isAlike(one: Answer | NoAnswer, other: Answer | NoAnswer): boolean {
  if (one.is === 'noAnswer' || other.is === 'noAnswer') return JSON.stringify(one) === JSON.stringify(other);
  return (
    Buffer.compare(one.body, other.body) === 0 &&
    one.onWire?.rest === other.onWire?.rest &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  );
}

function masking(response: Answer | NoAnswer, secrets: Named): Answer | NoAnswer {
  if (response.is === 'noAnswer') return { ...response, detail: maskText(response.detail, secrets) };
  const headers = response.headers.map(([name, value]) => [maskText(name, secrets), maskText(value, secrets)] as const);
  const masked = { ...response, headers, body: maskBody(response, secrets) };
  return response.onWire === undefined
    ? masked
    : { ...masked, onWire: { ...response.onWire, rest: maskText(response.onWire.rest, secrets) } };
}

/** A compressed body that repeats a secret is compressed anew, and only then are its lengths no longer those received. */
function maskBody(answer: Answer, secrets: Named): Uint8Array {
  const content = contentOf(answer);
  if (content.is === 'undecodable' || content.bytes === answer.body) return maskBytes(answer.body, secrets);
  const masked = maskBytes(content.bytes, secrets);
  return Buffer.compare(masked, content.bytes) === 0 ? answer.body : encodedLike(answer, masked);
}
