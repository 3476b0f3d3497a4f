import { describe, expect, it } from 'vitest';
import { correlatedTimes, endOfSimulated } from './until-simulated.ts';

describe('the interval with which load --until ends a run', () => {
  // A look alone, from the first 200 requests on, would be right in 84 % where they are alike by 0.95.
  it.each([
    [0, 0.06],
    [0.8, 0.06],
  ])('holds the true median nearly as often as any interval, of requests alike by %d', (likeness, within) => {
    const runs = 150;
    const asked = { quantile: 'p50', within, most: 20_000 } as const;
    const ends = Array.from({ length: runs }, (_, seed) => endOfSimulated(correlatedTimes(likeness), asked, seed));
    expect(ends.filter((end) => end?.isStopped === true).length).toBeGreaterThan(0.95 * runs);
    expect(ends.filter((end) => end?.holds === true).length).toBeGreaterThan(0.89 * runs);
  });
});
