import { createHash } from 'node:crypto';

/**
 * Letters of nonces. They have no vowel, so that they spell no real word, and no letter that a digit often stands for
 * in playful spelling (b, g, l, s, t, z). Only a 9 may be a q now and then, and a 2 the z that each word begins with.
 */
const letters = 'cdfhjkmnpqrvwxy';

/**
 * A word that no service has heard before. It has only letters, so that it survives any text processing, and no letter
 * twice in a row, which a model easily leaves out. It is the same for the same seed, probe and label, so that a stored
 * run can be judged again.
 */
export function nonceOf(seed: number, probe: string, label: string): string {
  const digest = createHash('sha256').update(`${seed}\n${probe}\n${label}`).digest();
  let word = 'zq';
  for (const byte of digest.subarray(0, 10)) {
    const others = letters.replace(word.at(-1) ?? '', '');
    word += others[byte % others.length] ?? '';
  }
  return word;
}

/** What a word of `nonceOf` looks like, for a regular expression. */
export const nonceSource = 'zq[a-z]{10}';

/** One of these, chosen by the letters of a word: with a word of `nonceOf` the seed of the run chooses it. */
export function pickByHash<T>(word: string, from: readonly T[]): T | undefined {
  return from[lettersSum(word) % from.length];
}

/** A number that depends on the word alone. */
export function lettersSum(word: string): number {
  return [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
