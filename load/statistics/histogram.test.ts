import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from './distribution.ts';
import { bucketCount, bucketMiddle, bucketOf, bucketStart, histogramError, largestSample } from './histogram.ts';
import { rankOf } from './ranks.ts';
import { collectSamples } from './samples.ts';

const anyWhole = fc.oneof(fc.nat({ max: 1000 }), fc.nat({ max: largestSample }), fc.constant(largestSample));
const microseconds = fc.array(anyWhole, { minLength: 1, maxLength: 300 });

describe('the histogram', () => {
  it('puts every number between the start of its bucket and that of the next', () => {
    fc.assert(
      fc.property(anyWhole, (value) => {
        const bucket = bucketOf(value);
        expect(bucket).toBeLessThan(bucketCount);
        expect(value).toBeGreaterThanOrEqual(bucketStart(bucket));
        expect(value).toBeLessThan(bucketStart(bucket + 1));
      }),
    );
  });

  it('is off by at most the share that it states', () => {
    fc.assert(
      fc.property(anyWhole, (value) => {
        expect(Math.abs(bucketMiddle(bucketOf(value)) - value)).toBeLessThanOrEqual(value * histogramError);
      }),
    );
  });

  it('is exact below 256', () => {
    for (let value = 0; value < 256; value += 1) expect(bucketMiddle(bucketOf(value))).toBe(value);
  });
});

const collected = (values: readonly number[], exactLimit: number): ReturnType<typeof collectSamples> => {
  const samples = collectSamples({ exactLimit, parts: 1 });
  values.forEach(samples.add);
  return samples;
};

describe('samples', () => {
  it('tell every quantile within the error that they state, however many they keep', () => {
    fc.assert(
      fc.property(
        microseconds,
        fc.nat({ max: 300 }),
        fc.double({ min: 0.01, max: 0.999, noNaN: true }),
        (values, limit, q) => {
          const ordered = collected(values, limit).ordered();
          const exact = values.toSorted((a, b) => a - b)[rankOf(values.length, q) - 1] ?? Number.NaN;
          expect(ordered.relativeError).toBe(values.length > limit ? histogramError : 0);
          const told = ordered.at(rankOf(values.length, q));
          expect(Math.abs(told - exact)).toBeLessThanOrEqual(exact * ordered.relativeError);
        },
      ),
    );
  });

  it('of parts, merged, tell what those of the whole tell', () => {
    fc.assert(
      fc.property(microseconds, fc.nat({ max: 300 }), fc.nat({ max: 300 }), (values, cut, limit) => {
        const merged = collected(values.slice(0, cut), limit);
        merged.merge(collected(values.slice(cut), limit));
        expect(distributionOf(merged)).toEqual(distributionOf(collected(values, limit)));
      }),
    );
  });

  it('take what lies beyond their range for its end', () => {
    const { min, max } = collected([-5, 2 ** 40], 10).ordered();
    expect([min, max]).toEqual([0, largestSample]);
  });
});
