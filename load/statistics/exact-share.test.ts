import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactUpperShare, lowerTailP } from './exact-share.ts';
import { shareInterval } from './ranks.ts';

describe('the exact upper end of a share', () => {
  it.each([
    // Of tables: one-sided 95 % is the upper end of the two-sided 90 %.
    [0, 10, 0.05, 0.2589],
    [1, 10, 0.05, 0.3942],
    [5, 100, 0.025, 0.1128],
    [10, 20, 0.025, 0.728],
  ])('of %d of %d at %d is the tabulated %d', (count, n, alpha, upper) => {
    expect(exactUpperShare(count, n, alpha)).toBeCloseTo(upper, 4);
  });

  it('of none is what n tries miss with a probability of alpha', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (n) => {
        expect(exactUpperShare(0, n)).toBeCloseTo(1 - 0.05 ** (1 / n), 10);
      }),
    );
  });

  it('is the share with which so few are seen in alpha of all cases, counted pattern by pattern', () => {
    const cases = fc.integer({ min: 1, max: 12 }).chain((n) => fc.tuple(fc.constant(n), fc.nat(n - 1)));
    fc.assert(
      fc.property(cases, fc.double({ min: 0.001, max: 0.4, noNaN: true }), ([n, count], alpha) => {
        const share = exactUpperShare(count, n, alpha);
        let seen = 0;
        for (let pattern = 0; pattern < 2 ** n; pattern += 1) {
          const hits = pattern.toString(2).replaceAll('0', '').length;
          if (hits <= count) seen += share ** hits * (1 - share) ** (n - hits);
        }
        expect(seen).toBeCloseTo(alpha, 8);
      }),
      { numRuns: 30 },
    );
  });

  it('lies above the share, grows with the count, and is 1 of nothing and of all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5_000 }), fc.nat(), (n, any) => {
        const count = any % (n - 1);
        const upper = exactUpperShare(count, n);
        expect(upper).toBeGreaterThan(count / n);
        expect(upper).toBeLessThanOrEqual(exactUpperShare(count + 1, n));
        // Wilson's two-sided end is an approximation of the same.
        expect(Math.abs(upper - shareInterval(count, n)[1])).toBeLessThan(0.2);
      }),
    );
    expect([exactUpperShare(0, 0), exactUpperShare(7, 7)]).toEqual([1, 1]);
  });
});

describe('the lower tail of one share beside another', () => {
  it('is the probability of Fisher’s exact test that as few of the first are counted', () => {
    // Fisher's tea: of four cups none, one, and all were named.
    expect(lowerTailP({ count: 0, n: 4 }, { count: 4, n: 4 })).toBeCloseTo(1 / 70, 12);
    expect(lowerTailP({ count: 1, n: 4 }, { count: 3, n: 4 })).toBeCloseTo(17 / 70, 12);
    expect(lowerTailP({ count: 4, n: 4 }, { count: 0, n: 4 })).toBeCloseTo(1, 12);
    expect(lowerTailP({ count: 0, n: 12 }, { count: 0, n: 3000 })).toBeCloseTo(1, 12);
  });

  it('comes to that of a binomial where the other one is large', () => {
    expect(lowerTailP({ count: 0, n: 12 }, { count: 1_500_000, n: 3_000_000 })).toBeCloseTo(0.5 ** 12, 7);
    expect(lowerTailP({ count: 0, n: 12 }, { count: 3000, n: 3000 })).toBeLessThan(1e-20);
  });
});
