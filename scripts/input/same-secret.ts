import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that a secret cannot be found letter by letter. */
export function isSameSecret(given: string, expected: string): boolean {
  const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(expected));
}
