import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from './distribution.ts';
import { rankOf, samplesNeeded } from './ranks.ts';
import { collectSamples } from './samples.ts';

const distributionFrom = (values: readonly number[]): ReturnType<typeof distributionOf> => {
  const samples = collectSamples();
  values.forEach(samples.add);
  return distributionOf(samples);
};

const oneTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k + 1);

const quantile = (sorted: readonly number[], q: number): number => sorted[rankOf(sorted.length, q) - 1] ?? Number.NaN;

describe('the nearest-rank quantile', () => {
  it('is the smallest sample that at least the share q does not exceed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 1000 }),
        (values, thousandths) => {
          const q = thousandths / 1000;
          const sorted = values.toSorted((a, b) => a - b);
          const enough = (bound: number): boolean =>
            values.filter((value) => value <= bound).length >= q * values.length - 1e-9;
          const naive = sorted.find(enough);
          expect(quantile(sorted, q)).toBe(naive);
        },
      ),
    );
  });

  it.each([
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
  ])('%d of 1 to 100 is %d', (q, value) => {
    expect(quantile(oneTo(100), q)).toBe(value);
  });
});

describe('distributionOf', () => {
  it('shows what its samples can show, and says how many more the rest needs', () => {
    const shown = distributionFrom(oneTo(40));
    expect(shown).toEqual({
      n: 40,
      min: 1,
      mean: 20.5,
      max: 40,
      p50: 20,
      p90: 36,
      p95: 38,
      // The ranks that tables of the binomial distribution give for 40 samples; too few to bound p95 from above.
      intervals: { p50: [14, 27], p90: [32, 40] },
      needed: { p95: 72 },
      missing: { p99: 60, p999: 960 },
    });
  });

  it('shows p99 from its hundredth sample on', () => {
    expect(distributionFrom(oneTo(99)).p99).toBeUndefined();
    expect(distributionFrom(oneTo(100)).p99).toBe(99);
  });

  it('of nothing is empty', () => {
    const missing = { p50: 2, p90: 10, p95: 20, p99: 100, p999: 1000 };
    expect(distributionFrom([])).toEqual({ n: 0, missing });
  });

  it('keeps every sample as its storage grows, in any order', () => {
    const shown = distributionFrom(oneTo(5_000).toReversed());
    expect(shown).toMatchObject({ n: 5_000, min: 1, max: 5_000, p50: 2_500, p999: 4_995, missing: {} });
  });

  it('keeps microseconds', () => {
    expect(distributionFrom([0.1 + 0.2]).max).toBe(0.3);
  });
});

it('needs as many samples as tell a quantile from the maximum', () => {
  expect([0.5, 0.9, 0.95, 0.99, 0.999].map(samplesNeeded)).toEqual([2, 10, 20, 100, 1000]);
});
