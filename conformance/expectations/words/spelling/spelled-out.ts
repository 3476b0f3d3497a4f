import { nonceSource } from '../../../model/nonce.ts';

/**
 * `zqabc-defghij`: hyphens of any length between some letters. No blanks, since a stream that adds blanks between its
 * pieces breaks words.
 */
const hyphened = /z[-‐‑‒–—]{0,2}q(?:[-‐‑‒–—]{0,2}[a-z]){10}/g;
/** `z, q, a, b`: each letter by itself, with the same mark between all of them. */
const letterByLetter = /(?<![a-z])z(\s?[-‐‑‒–—.,:;·•*_|/]\s?)q(?:\1[a-z]){10}(?![a-z])/g;
const bare = new RegExp(`^${nonceSource}$`);

/** Most words that are kept, over all texts of an answer together, since an answer may have any length. */
const mostKept = 1_000;

/**
 * The words in the form of a planted word that texts in plain letters spell out, each with its spelling. A text with
 * all letters in order and only marks between them says the word, so that a leak in this form is found too.
 */
export function findSpelledOutWords(texts: readonly string[]): ReadonlyMap<string, string> {
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
