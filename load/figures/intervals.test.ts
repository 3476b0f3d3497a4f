import { describe, expect, it } from 'vitest';
import { blockedDistribution, collectBlocked } from '../statistics/blocked-samples.ts';
import type { Censored } from '../statistics/measured.ts';
import { collectGaps } from './gaps.ts';
import { stepBlocks } from '../plan/time-blocks.ts';
import type { Distribution } from '../statistics/distribution.ts';
import type { Share } from './figures.ts';
import { randomFrom } from '../plan/random.ts';
import { summaryOf } from './summary.ts';
import { header, record } from '../records/records.testing.ts';

const requests = 1_000;
const settings = { ...header.settings, durationMs: requests * 500, warmupMs: 0, planned: requests };

/** A run whose request times have a median of 200, each so much like the one before. */
function timesAlike(likeness: number, seed: number): Distribution {
  const random = randomFrom(seed, 'alike');
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const blocks = stepBlocks('stream', settings);
  const samples = collectBlocked(blocks, {});
  let state = normal();
  for (let index = 0; index < requests; index += 1) {
    state = likeness * state + Math.sqrt(1 - likeness ** 2) * normal();
    samples.add(200 * Math.exp(state / 2), blocks.at(index * 500));
  }
  return blockedDistribution(samples, {});
}

/** How many of 300 runs have an interval of the mean that holds the true one, that of a log-normal distribution. */
function meansHeld(likeness: number): number {
  const truth = 200 * Math.exp(0.125);
  const held = Array.from({ length: 300 }, (_, seed) => {
    const [low, high] = timesAlike(likeness, seed).intervals?.mean ?? [0, 0];
    return low <= truth && truth <= high;
  });
  return held.filter(Boolean).length / held.length;
}

function coverage(likeness: number): number {
  const trials = 100;
  const covering = Array.from({ length: trials }, (_, seed) => {
    const [low, high] = timesAlike(likeness, seed).intervals?.p50 ?? [0, 0];
    return low <= 200 && 200 <= high;
  });
  return covering.filter(Boolean).length / trials;
}

// Taken for independent, those of 0.95 hold it in a quarter of the runs.
it.each([
  [0, 0.93],
  [0.8, 0.9],
  [0.95, 0.85],
])(
  'the interval of the mean holds the true one where each request is like the one before by %d',
  (likeness, least) => {
    expect(meansHeld(likeness)).toBeGreaterThan(least);
  },
  30_000,
);

describe('the interval of a mean of times that may be shorter', () => {
  const blocks = { count: 10, at: (ms: number): number => ms, stratum: (): number => 0 };
  const atLow = (values: readonly Censored[]): readonly Censored[] => values.map(({ low }) => ({ low, high: low }));
  const told = (values: readonly Censored[]): Distribution => {
    const samples = collectBlocked(blocks, {});
    values.forEach(({ low, high }, place) => samples.add(high, place % 10, low));
    return blockedDistribution(samples);
  };
  /** 100 ms, half of them perhaps nothing, in no block more than in another. */
  const half = Array.from({ length: 100 }, (_, place) => ({ low: Math.floor(place / 10) % 2 ? 0 : 100, high: 100 }));

  it('begins where it does for the shortest of them, which are spread further than the longest', () => {
    const [low = 0, high = 0] = told(half).intervals?.mean ?? [];
    const shortest = told(atLow(half)).intervals?.mean ?? [];
    expect(low).toBe(shortest[0]);
    expect(low).toBeLessThan(41);
    expect(high).toBe(100);
  });

  it('is the same of two parts, whichever of them has such times', () => {
    const parts = [half.slice(0, 45), half.slice(45), [{ low: 70, high: 70 }]];
    for (const order of [parts, parts.toReversed()]) {
      const all = collectBlocked(blocks, {});
      for (const part of order) {
        const own = collectBlocked(blocks, {});
        for (const { low, high } of part) own.add(high, (low + high) % 10, low);
        all.merge(own);
      }
      const once = collectBlocked(blocks, {});
      for (const { low, high } of order.flat()) once.add(high, (low + high) % 10, low);
      expect(blockedDistribution(all)).toEqual(blockedDistribution(once));
    }
  });

  it('needs no samples where there is none at all', () => {
    expect(told([])).not.toHaveProperty('needed');
    expect(told([{ low: 100, high: 100 }]).needed?.mean).toBe(30);
  });

  it('of gaps does so too', () => {
    const gapsOf = (values: readonly Censored[]): Distribution => {
      const gaps = collectGaps();
      values.forEach(({ low, high }, place) => gaps.addCensored(place, low, high));
      return gaps.distribution();
    };
    // A gap of nothing is none: 1 ms at the least.
    const values = half.map(({ low, high }) => ({ low: Math.max(1, low), high }));
    const [low = 0, high = 0] = gapsOf(values).intervals?.mean ?? [];
    expect(low).toBe(gapsOf(atLow(values)).intervals?.mean?.[0]);
    expect(low).toBeLessThan(42);
    expect(high).toBe(100);
  });
});

describe('the interval of a percentile of one run', () => {
  // Taken for independent, those of 0.8 cover it in half of the runs, and those of 0.95 in a quarter.
  it.each([0, 0.5, 0.8, 0.95])('covers the true one where each request is like the one before by %d', (likeness) => {
    expect(coverage(likeness)).toBeGreaterThan(0.88);
  });

  /** In how many of 300 runs a p99 has one, and how many of these hold the true one: the last share is 1 where none has. */
  const ofTail = (likeness: number): { readonly told: number; readonly held: number } => {
    const truth = 200 * Math.exp(2.326348 / 2);
    const all = Array.from({ length: 300 }, (_, seed) => timesAlike(likeness, seed).intervals?.p99);
    const told = all.filter((interval) => interval !== undefined);
    const held = told.filter(([low, high]) => low <= truth && truth <= high);
    return { told: told.length / all.length, held: told.length === 0 ? 1 : held.length / told.length };
  };

  // Where only those runs told one whose ten largest came from many blocks by luck, it held the true p99 in a third.
  it('of a p99 is there as a rule where requests are independent, and not told where it cannot be trusted', () => {
    const [independent, somewhat, alike] = [0, 0.8, 0.95].map(ofTail);
    expect(independent?.told).toBeGreaterThan(0.95);
    expect(independent?.held).toBeGreaterThan(0.93);
    expect(somewhat?.held).toBeGreaterThan(0.9);
    expect(alike?.told).toBeLessThan(0.01);
  }, 60_000);

  it('of independent requests is hardly wider, and there', () => {
    const { intervals } = timesAlike(0, 1);
    const [low, high] = intervals?.p50 ?? [0, Number.POSITIVE_INFINITY];
    // The binomial one is 6 % to either side.
    expect(high / low).toBeLessThan(1.25);
    expect(intervals?.p95).toBeDefined();
  });
});

it('the interval of a share is wider where failures come in bursts', () => {
  const failing = (fails: (index: number) => boolean): Share => {
    const summary = summaryOf({ ...header, settings });
    for (let index = 0; index < requests; index += 1)
      summary.add(record(index, fails(index) ? { outcome: 'timeout' } : {}));
    return summary.load().failureShare;
  };
  const [even, burst] = [failing((index) => index % 20 === 7), failing((index) => index >= 500 && index < 550)];
  expect([even.share, burst.share]).toEqual([0.05, 0.05]);
  expect(even.interval[1]).toBeLessThan(0.075);
  expect(burst.interval[1]).toBeGreaterThan(0.15);
});

it('the intervals of a gap cover the true ones where streams of one time have one pace', () => {
  const trials = 60;
  const covering = Array.from({ length: trials }, (_, seed) => {
    const random = randomFrom(seed, 'pace');
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const summary = summaryOf({ ...header, settings });
    let state = normal();
    for (let index = 0; index < requests; index += 1) {
      state = 0.9 * state + Math.sqrt(1 - 0.9 ** 2) * normal();
      const paceMs = 20 * Math.exp(state / 2);
      summary.add(record(index, { events: [0, 1, 2, 3].map((place) => index * 500 + 100 + place * paceMs) }));
    }
    const { p50: [low, high] = [0, 0], mean: [least, most] = [0, 0] } = summary.load().gapMs.intervals ?? {};
    const mean = 20 * Math.exp(0.125);
    return { p50: low <= 20 && 20 <= high, mean: least <= mean && mean <= most };
  });
  for (const of of ['p50', 'mean'] as const)
    expect(covering.filter((each) => each[of]).length / trials).toBeGreaterThan(0.85);
});
