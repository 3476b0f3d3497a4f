import { describe, expect, it } from 'vitest';
import { randomFrom, type Random } from '../plan/random.ts';
import { changePoints as foundBy, type Points } from './change-points.ts';

const changePoints = (points: Points, alpha: number) => foundBy(points, alpha, randomFrom(1, 'permutations'));

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Runs whose p50, p90 and p99 vary together by a tenth of a unit, and each by another one. */
function series(seed: number, runs: number, changed: (run: number) => readonly number[] = () => [0, 0, 0]): Points {
  const random = randomFrom(seed, 'series');
  return Array.from({ length: runs }, (_, run) => {
    const together = normal(random);
    return changed(run).map((shift) => shift + 0.1 * together + 0.1 * normal(random));
  });
}

const foundIn = (seeds: number, of: (seed: number) => Points, alpha = 0.05): readonly (readonly number[])[] =>
  Array.from({ length: seeds }, (_, seed) => changePoints(of(seed), alpha).map(({ at }) => at));

describe('change points', () => {
  it.each([
    [9, 300, 28],
    [20, 200, 21],
    [40, 60, 9],
  ])('are found in at most one of twenty series of %i runs without a change', (runs, seeds, most) => {
    const alarms = foundIn(seeds, (seed) => series(seed, runs)).filter((found) => found.length > 0).length;
    // The 99.9th percentile of a binomial count with 1 in 20.
    expect(alarms).toBeLessThanOrEqual(most);
  });

  it.each([
    ['level', [0.6, 0.6, 0.6]],
    ['tail alone', [0, 0, 0.8]],
  ])('are found at the run with which the %s changes', (_, shift) => {
    const found = foundIn(40, (seed) => series(seed, 16, (run) => (run >= 9 ? shift : [0, 0, 0])));
    expect(found.filter(([at, ...more]) => at === 9 && more.length === 0).length).toBeGreaterThanOrEqual(36);
  });

  it('are several where it changes several times', () => {
    const shift = (run: number): readonly number[] => (run < 8 || run >= 16 ? [0, 0, 0] : [1, 1, 1]);
    const found = foundIn(20, (seed) => series(seed, 24, shift));
    expect(found.filter((each) => each.includes(8) && each.includes(16)).length).toBeGreaterThanOrEqual(18);
  });

  it('are none of one run that is otherwise', () => {
    const found = foundIn(40, (seed) => series(seed, 16, (run) => (run === 7 ? [3, 3, 3] : [0, 0, 0])));
    expect(found.filter((each) => each.length > 0).length).toBeLessThanOrEqual(4);
  });

  it.each([[[]], [[[1]]], [[[1], [1], [1], [1], [1], [1]]]])('are none of %j', (points) => {
    expect(changePoints(points, 0.05)).toEqual([]);
  });

  it('are the same each time', () => {
    const points = series(3, 20, (run) => (run >= 9 ? [1, 1, 1] : [0, 0, 0]));
    expect(changePoints(points, 0.05)).toEqual(changePoints(points, 0.05));
  });
});
