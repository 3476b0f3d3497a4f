import { describe, expect, it } from 'vitest';
import { meanRank, meanRankP } from './mean-rank.ts';

describe('a mean rank', () => {
  it('is high where the larger values are marked, and low where the smaller are', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(meanRank(values, [false, false, false, false, false, false, false, true])).toBe(7.5 / 8);
    expect(meanRank(values, [false, false, false, false, true, true, true, true])).toBe(0.75);
    expect(meanRank(values, [true, true, true, true, false, false, false, false])).toBe(0.25);
    // Of one that is not marked among many it is its own.
    expect(meanRank(values, [false, true, true, true, true, true, true, true])).toBe(7.5 / 8);
  });

  it('is in the middle where values are alike, and nothing where there is nothing to rank', () => {
    expect(meanRank([5, 5, 5, 9, 1], [true, false, true, false, false])).toBe(0.5);
    expect(meanRank([5, 5, 5], [true, false, false])).toBeUndefined();
    expect(meanRank([1, 2, 3], [true, true, true])).toBeUndefined();
    expect(meanRank([1, 2, 3], [false, false, false])).toBeUndefined();
  });
});

describe('how likely so high a mean is by chance', () => {
  it('is never told to be less than it is: of a single one, of two, and of many', () => {
    for (const mean of [0.6, 0.8, 0.95, 0.999]) {
      expect(meanRankP(1, mean)).toBeGreaterThanOrEqual(1 - mean);
      // The sum of two is a triangle.
      expect(meanRankP(2, mean)).toBeGreaterThanOrEqual((2 * (1 - mean)) ** 2 / 2);
    }
    // Ten near the end: (10 × 0.05)^10 / 10!, by Irwin and Hall.
    const tail = 0.5 ** 10 / 3_628_800;
    expect(meanRankP(10, 0.95)).toBeGreaterThanOrEqual(tail);
    expect(meanRankP(10, 0.95)).toBeLessThan(1e-7);
    // Five standard deviations: 2.9e-7 of a normal distribution.
    expect(meanRankP(128, 0.5 + 5 * Math.sqrt(1 / 12 / 128))).toBeGreaterThan(2.9e-7);
    expect(meanRankP(128, 0.5 + 6 * Math.sqrt(1 / 12 / 128))).toBeLessThan(1e-6);
  });

  it('is 1 of none, and of what is not high', () => {
    expect([meanRankP(0, 1), meanRankP(64, 0.5), meanRankP(64, 0.2)]).toEqual([1, 1, 1]);
    expect(meanRankP(128, 1)).toBeGreaterThanOrEqual(0);
  });
});
