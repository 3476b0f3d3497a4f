import { describe, expect, it } from 'vitest';
import { nonceOf } from './nonce.ts';

describe('a nonce', () => {
  it('has no letter twice in a row, and none that is often written as a digit', () => {
    const words = Array.from({ length: 2_000 }, (_, seed) => nonceOf(seed, 'p', 'l'));
    expect(words.filter((word) => /(.)\1/.test(word) || /[abegilostuz]/.test(word.slice(2)))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });
  it('is letters alone, the same for the same seed, probe and label, and another for others', () => {
    expect(nonceOf(1, 'p', 'l')).toMatch(/^zq[a-z]{10}$/);
    expect(nonceOf(1, 'p', 'l')).toBe(nonceOf(1, 'p', 'l'));
    expect(new Set([nonceOf(1, 'p', 'l'), nonceOf(2, 'p', 'l'), nonceOf(1, 'q', 'l'), nonceOf(1, 'p', 'm')]).size).toBe(
      4,
    );
  });
});
