import type { MarkedBytes } from '../text/excerpt.ts';
import type { TextRange } from './json-tree.ts';

/**
 * The placeholder of a secret in a kept exchange, cut to the length of the secret. In a response it appears only where
 * the service repeated a secret: the placeholder itself is never sent.
 */
const mask = /\$\{(?:ASSA|WORKS)\w*\}?\**/g;

/** The ranges of masked secrets in a text. */
export function masksIn(text: string): readonly TextRange[] {
  return [...text.matchAll(mask)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
}

/** The same in a body, in bytes. */
export function masksInBody(body: Uint8Array): readonly MarkedBytes[] {
  // Latin-1 has one character a byte, so indexes are those of the bytes.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return masksIn(text).map(({ from, to }) => ({ at: from, bytes: to - from }));
}
