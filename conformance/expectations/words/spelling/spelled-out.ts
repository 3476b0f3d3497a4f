import { nonceSource } from '../../../model/nonce.ts';

/** `zqabc-defghij`: hyphens of any length between some letters. No blanks: a stream that adds some between its pieces breaks words. */
const hyphened = /z[-‐‑‒–—]{0,2}q(?:[-‐‑‒–—]{0,2}[a-z]){10}/g;
/** `z, q, a, b`: each letter by itself, with the same mark between any two. */
const letterByLetter = /(?<![a-z])z(\s?[-‐‑‒–—.,:;·•*_|/]\s?)q(?:\1[a-z]){10}(?![a-z])/g;
const bare = new RegExp(`^${nonceSource}$`);

/** Of all texts of an answer together no more are kept: an answer may be as long as it likes. */
const mostKept = 1_000;

/**
 * What texts in plain letters spell out, of the form of a planted word, and how it stands there: whoever says all of its
 * letters in order, and nothing but marks between them, says the word, so that a leak is seen in it too.
 */
export function spelledOut(texts: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of new Set(texts))
    for (const pattern of [hyphened, letterByLetter])
      for (const [written] of text.matchAll(pattern)) {
        const word = written.replaceAll(/[^a-z]/g, '');
        if (word !== written && bare.test(word) && !found.has(word)) found.set(word, written);
        if (found.size >= mostKept) return found;
      }
  return found;
}
