import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from './random.ts';

const draw = (seed: number, purpose: string, count: number): number[] => {
  const random = randomFrom(seed, purpose);
  return Array.from({ length: count }, random);
};

describe('randomFrom', () => {
  it('gives the same numbers for the same seed and purpose', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string(), (seed, purpose) => {
        expect(draw(seed, purpose, 5)).toEqual(draw(seed, purpose, 5));
      }),
    );
  });

  it('stays in [0, 1)', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => draw(seed, 'x', 50).every((value) => value >= 0 && value < 1)),
    );
  });

  it('differs between neighbouring seeds, between purposes, and between seeds that share their lower half', () => {
    const starts = [draw(1, 'a', 3), draw(2, 'a', 3), draw(1, 'b', 3), draw(1 + 2 ** 32, 'a', 3)];
    expect(new Set(starts.map(String)).size).toBe(4);
  });

  it('fills a hundred bins evenly', () => {
    const bins = new Float64Array(100);
    for (const value of draw(7, 'bins', 100_000)) {
      const bin = Math.floor(value * 100);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // 99 degrees of freedom: the 0.1 % and 99.9 % points.
    expect(chiSquare).toBeGreaterThan(60);
    expect(chiSquare).toBeLessThan(149);
  });
});
