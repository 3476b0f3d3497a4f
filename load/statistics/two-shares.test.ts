import { expect, it } from 'vitest';
import { lowerTailP } from './two-shares.ts';

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
