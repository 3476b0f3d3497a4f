import { describe, expect, it } from 'vitest';
import { header } from '../records/records.testing.ts';
import { designEffect } from './blocks.ts';
import { timeBlocks } from '../plan/time-blocks.ts';
import { holm } from './holm.ts';
import { censoredDifference } from './pairs.ts';
import { fewestSamples } from '../differences/power.ts';
import { shareDifference } from './shares.ts';

describe('a difference of shares', () => {
  const at = (a: readonly [number, number], b: readonly [number, number]): readonly number[] => {
    const [left, right] = [a, b].map(([count, n]) => ({ count, n, effective: n })) as [Counted, Counted];
    return shareDifference(left, right)
      .intervalAt(0.05)
      .map((end) => Number(end.toFixed(4)));
  };
  type Counted = Parameters<typeof shareDifference>[0];

  // Newcombe 1998, table II, method 10; the examples there are of p1 − p2.
  it.each([
    [
      [48, 80],
      [56, 70],
      [0.0524, 0.3339],
    ],
    [
      [3, 10],
      [9, 10],
      [0.1705, 0.809],
    ],
    [
      [0, 10],
      [10, 10],
      [0.6075, 1],
    ],
    [
      [0, 20],
      [0, 10],
      [-0.1611, 0.2775],
    ],
  ] as const)('from %j to %j is the published one', (a, b, interval) => {
    expect(at(a, b)).toEqual(interval);
  });

  it('is less sure where failures come in bursts', () => {
    const width = (effective: number): number => {
      const [low, high] = shareDifference(
        { count: 10, n: 1000, effective },
        { count: 10, n: 1000, effective },
      ).intervalAt(0.05);
      return high - low;
    };
    expect(width(250)).toBeGreaterThan(1.9 * width(1000));
  });
});

/** Of pairs whose values are all known. */
const known = (differences: readonly number[]) =>
  censoredDifference(differences, { low: differences, high: differences });

describe('differences by pairs', () => {
  it('have the mean and the interval of Student’s t', () => {
    const { mean, intervalAt, p } = known([1, 2, 3, 4, 5]);
    const [low, high] = intervalAt(0.05);
    expect([mean, low, high].map((each) => each.toFixed(4))).toEqual(['3.0000', '1.0368', '4.9632']);
    expect(p).toBeCloseTo(0.0132, 4);
  });

  it('are sure where all are the same', () => {
    expect(known([2, 2, 2])).toMatchObject({ mean: 2, p: 0 });
    expect(known([0, 0, 0]).p).toBe(1);
  });
});

describe('differences by pairs of which some are censored', () => {
  it('are no surer than if each were what it is told as', () => {
    const told = known([10, 10.1, 30]);
    const { intervalAt, p } = censoredDifference([10, 10.1, 30], { low: [9, 9.1, 9.05], high: [10, 10.1, 30] });
    expect(p).toBeGreaterThan(told.p);
    expect(intervalAt(0.05)[0]).toBeLessThan(told.intervalAt(0.05)[0]);
    expect(intervalAt(0.05)[1]).toBeCloseTo(told.intervalAt(0.05)[1]);
  });

  it('are nothing where both signs are possible', () => {
    expect(censoredDifference([2, 2, 2], { low: [-1, -1, -1], high: [2, 2, 2] }).p).toBe(1);
    expect(censoredDifference([2, 2, 2], { low: [1, 1, 1], high: [2, 2, 2] }).p).toBe(0);
  });
});

describe('several quantities together', () => {
  it('are adjusted as Holm does, and stay in order', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([0.7, 0.6])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });

  it('need more samples than one alone', () => {
    expect(fewestSamples(0.99, 1)).toBe(437);
    expect(fewestSamples(0.99, 19)).toBeGreaterThan(700);
  });
});

describe('blocks of time', () => {
  const settings = { ...header.settings, durationMs: 10_500, warmupMs: 500 };

  it('share out the measured time, and leave none out', () => {
    const blocks = timeBlocks('stream', settings);
    expect(blocks.count).toBe(32);
    expect([500, 811, 813, 10_499].map(blocks.at)).toEqual([0, 0, 1, 31]);
  });

  it('never lie across two steps of a schedule', () => {
    const blocks = timeBlocks('spike', { ...settings, durationMs: 30_000, warmupMs: 0, peakRatePerS: 10 });
    const strata = Array.from({ length: blocks.count }, (_, block) => blocks.stratum(block));
    expect(new Set(strata)).toEqual(new Set([0, 1, 2]));
    expect(strata).toEqual(strata.toSorted((a, b) => a - b));
    expect(blocks.stratum(blocks.at(29_999))).toBe(2);
  });

  it('see requests that come alike, and not what a step changes', () => {
    const block = (below: number, stratum = 0) => ({ n: 100, below, stratum });
    const even = Array.from({ length: 32 }, (_, place) => block(45 + (place % 2) * 10));
    const bursts = Array.from({ length: 32 }, (_, place) => block((place % 2) * 100));
    const steps = Array.from({ length: 32 }, (_, place) =>
      block(place < 16 ? 90 + (place % 2) : 10 + (place % 2), place < 16 ? 0 : 1),
    );
    expect(designEffect(even)).toBeLessThan(1.3);
    expect(designEffect(bursts)).toBeGreaterThan(90);
    expect(designEffect(steps)).toBe(1);
    expect(designEffect([])).toBe(1);
  });
});
