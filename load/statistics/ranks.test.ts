import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../plan/random.ts';
import { rankInterval, rankOf, shareInterval } from './ranks.ts';

describe('rankInterval', () => {
  it.each([
    // Of tables for the median.
    [10, 0.5, { low: 2, high: 9 }],
    [40, 0.5, { low: 14, high: 27 }],
    [100, 0.5, { low: 40, high: 61 }],
  ])('of %d samples, for %d, lies between the tabulated ranks', (n, q, ranks) => {
    expect(rankInterval(n, q)).toEqual(ranks);
  });

  it('is none where the samples cannot bound the quantile on both sides', () => {
    expect(rankInterval(5, 0.5)).toBeUndefined();
    expect(rankInterval(6, 0.5)).toEqual({ low: 1, high: 6 });
    expect(rankInterval(367, 0.99)).toBeUndefined();
    expect(rankInterval(368, 0.99)).toBeDefined();
  });

  it('holds the quantile itself, within the samples', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(0.5, 0.9, 0.95, 0.99, 0.999), (n, q) => {
        const ranks = rankInterval(n, q);
        if (ranks === undefined) return;
        expect(ranks.low).toBeGreaterThanOrEqual(1);
        expect(ranks.high).toBeLessThanOrEqual(n);
        expect(ranks.low).toBeLessThanOrEqual(rankOf(n, q));
        expect(ranks.high).toBeGreaterThanOrEqual(rankOf(n, q));
      }),
    );
  });

  it('covers the true quantile in at least 95 % of samples', () => {
    const random = randomFrom(1, 'coverage');
    const [n, q, trials] = [200, 0.95, 1_000];
    const ranks = rankInterval(n, q) ?? { low: 1, high: n };
    const covering = Array.from({ length: trials }, () => {
      const sorted = Float64Array.from({ length: n }, random).sort();
      return (sorted[ranks.low - 1] ?? 1) <= q && q <= (sorted[ranks.high - 1] ?? 0);
    }).filter(Boolean).length;
    expect(covering / trials).toBeGreaterThan(0.94);
  });
});

describe('shareInterval', () => {
  it('is Wilson’s', () => {
    const [low, high] = shareInterval(5, 100);
    expect(low).toBeCloseTo(0.0215, 4);
    expect(high).toBeCloseTo(0.1118, 4);
    expect(shareInterval(0, 0)).toEqual([0, 1]);
  });

  it('holds the share, within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }), (count, more) => {
        const n = count + more;
        if (n === 0) return;
        const [low, high] = shareInterval(count, n);
        expect(0 <= low && low <= count / n && count / n <= high && high <= 1).toBe(true);
      }),
    );
  });
});
