import { createHash } from 'node:crypto';

/**
 * A word that no service has heard before: letters only, so that it survives any text processing, and the same for
 * the same seed, probe and label, so that a stored run can be judged again.
 */
export function nonceOf(seed: number, probe: string, label: string): string {
  const digest = createHash('sha256').update(`${seed}\n${probe}\n${label}`).digest();
  const letters = [...digest.subarray(0, 10)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return `zq${letters.join('')}`;
}

/** What a word of `nonceOf` looks like, for a regular expression. */
export const nonceSource = 'zq[a-z]{10}';
