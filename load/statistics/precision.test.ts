import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fewestSamplesToEnd,
  firstLook,
  lookSampleCounts,
  looksInRow,
  precisionOf,
  timesForPrecision,
} from './precision.ts';

describe('how precise a quantile is', () => {
  it('is the longer side of its interval, as a share of it', () => {
    expect(precisionOf({ value: 200, interval: [190, 204] })).toBe(0.05);
    expect(precisionOf({ value: 200, interval: [198, 210] })).toBe(0.05);
  });

  it('reaches to the least that it may be', () => {
    expect(precisionOf({ value: 200, interval: [198, 202], low: 180 })).toBe(0.1);
    expect(precisionOf({ value: 200, interval: [198, 202], low: 199 })).toBe(0.01);
  });

  it('is nothing of a quantile of 0', () => {
    expect(precisionOf({ value: 0, interval: [0, 0] })).toBeUndefined();
  });

  it('asks for as many times as many samples as the square of what is too wide', () => {
    expect(timesForPrecision(0.06, 0.02)).toBeCloseTo(9);
    expect(timesForPrecision(0.01, 0.02)).toBe(1);
  });
});

describe('the looks at a run', () => {
  it('begin with 100 samples beyond the quantile', () => {
    expect([0.5, 0.9, 0.95, 0.99, 0.999].map(firstLook)).toEqual([200, 1_000, 2_000, 10_000, 100_000]);
  });

  it('are few: not two more for twice the samples', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.constantFrom(0.5, 0.95, 0.999), (samples, q) => {
        const looks = lookSampleCounts(samples, q);
        expect(lookSampleCounts(2 * samples, q).length - looks.length).toBeLessThanOrEqual(2);
        expect(looks.every((each) => each <= samples)).toBe(true);
        expect(looks.length >= looksInRow).toBe(samples >= fewestSamplesToEnd(q));
      }),
    );
  });
});
