import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../plan/random.ts';
import { quantileDistributionOf, differenceOf, rescale, type EffectiveSample } from './quantile-distribution.ts';

const samplesOf = (values: readonly number[], effectiveSize = values.length): EffectiveSample => {
  const sorted = values.toSorted((a, b) => a - b);
  return { n: sorted.length, effectiveSize, at: (rank) => sorted[rank - 1] ?? Number.NaN };
};
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, place) => place + 1);

/** The plain way: draw whole samples with replacement, and look at the quantile of each. */
function drawn(values: readonly number[], q: number, random: () => number): number {
  const again = values.map(() => values[Math.floor(random() * values.length)] ?? 0).toSorted((a, b) => a - b);
  return again[Math.ceil(q * again.length) - 1] ?? Number.NaN;
}

describe('the difference of two quantiles', () => {
  it.each([0.5, 0.95])('has the interval that a bootstrap by drawing tends to, at %d', (q) => {
    const random = randomFrom(1, 'draws');
    const [a, b] = [1, 1.3].map((factor) => upTo(400).map(() => factor * Math.exp(random())));
    const draws = Array.from({ length: 2000 }, () => drawn(b ?? [], q, random) - drawn(a ?? [], q, random)).toSorted(
      (x, y) => x - y,
    );
    const [low, high] = differenceOf(
      quantileDistributionOf(samplesOf(a ?? []), q),
      quantileDistributionOf(samplesOf(b ?? []), q),
    ).intervalAt(0.05);
    const width = (draws[1950] ?? 0) - (draws[50] ?? 0);
    expect(Math.abs(low - (draws[50] ?? 0)) / width).toBeLessThan(0.1);
    expect(Math.abs(high - (draws[1950] ?? 0)) / width).toBeLessThan(0.1);
  });

  it('turns round with its sides, and knows no difference of a sample from itself', () => {
    const values = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [inA, inB] = [quantileDistributionOf(samplesOf(a), 0.5), quantileDistributionOf(samplesOf(b), 0.5)];
        const [there, back] = [differenceOf(inA, inB), differenceOf(inB, inA)];
        const [low, high] = there.intervalAt(0.05);
        const [backLow, backHigh] = back.intervalAt(0.05);
        expect(low).toBeCloseTo(-backHigh, 6);
        expect(high).toBeCloseTo(-backLow, 6);
        expect(there.p).toBeCloseTo(back.p, 9);
        expect(differenceOf(inA, inA).p).toBe(1);
        // The p-value and the interval tell the same.
        const leavesOutZero = low > 1e-6 || high < -1e-6;
        expect(there.p <= 0.05).toBe(leavesOutZero);
      }),
    );
  });

  it('is not bounded where too few samples lie beyond the quantile', () => {
    const at = (n: number): readonly [number, number] => {
      const distribution = quantileDistributionOf(samplesOf(upTo(n)), 0.99);
      return differenceOf(distribution, distribution).intervalAt(0.05);
    };
    expect(at(300)).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(at(600).every(Number.isFinite)).toBe(true);
  });

  it('is less sure where samples are effectiveSize fewer', () => {
    const widthOf = (effectiveSize: number): number => {
      const distribution = quantileDistributionOf(samplesOf(upTo(1000), effectiveSize), 0.5);
      const [low, high] = differenceOf(distribution, distribution).intervalAt(0.05);
      return high - low;
    };
    expect(Math.round(widthOf(250) / widthOf(1000))).toBe(2);
  });

  it('is a ratio on the scale of the logarithm', () => {
    const [a, b] = [upTo(2000), upTo(2000).map((value) => 1.2 * value)].map((values) =>
      rescale(quantileDistributionOf(samplesOf(values), 0.5), Math.log),
    );
    if (a === undefined || b === undefined) throw new Error('two distributions');
    const [low, high] = differenceOf(a, b).intervalAt(0.05);
    expect(Math.exp(low)).toBeGreaterThan(1.1);
    expect(Math.exp(low)).toBeLessThan(1.2);
    expect(Math.exp(high)).toBeGreaterThan(1.2);
  });
});
