import type { Marked } from '../text/excerpt.ts';
import type { TextRange } from './json-tree.ts';

/**
 * What assay puts in a kept exchange for a secret, at the secret's length, which may be shorter than the placeholder. In an
 * answer it can only stand where the service repeated one: the placeholder itself is never sent.
 */
const mask = /\$\{(?:ASSA|WORKS)\w*\}?\**/g;

/** Where secrets stood in a text. */
export function masksIn(text: string): readonly TextRange[] {
  return [...text.matchAll(mask)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
}

/** The same in a body, in bytes. */
export function masksInBody(body: Uint8Array): readonly Marked[] {
  // A byte a letter, so that places are those of the bytes.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return masksIn(text).map(({ from, to }) => ({ at: from, bytes: to - from }));
}
