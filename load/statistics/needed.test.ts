import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom, type Random } from '../plan/random.ts';
import { bucketCount, bucketOf } from './histogram.ts';
import { distributionOf } from './distribution.ts';
import { meanInterval, momentsOf } from './mean-interval.ts';
import { roundedUp, fewestForInterval, timesForDistance, timesForMean, timesForShare } from './needed.ts';
import { rankInterval, shareInterval } from './ranks.ts';
import { collectSamples } from './samples.ts';

/** Log-normal around 200, as the times of services are. */
function timesIn(random: Random, n: number): readonly number[] {
  return Array.from({ length: n }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return 200 * Math.exp(normal / 3);
  });
}

function told(values: readonly number[]): ReturnType<typeof distributionOf> {
  const samples = collectSamples();
  for (const value of values) samples.add(value);
  return distributionOf(samples);
}

/** In how many of 200 runs `decides`. */
function shareOfRuns(decides: (random: Random) => boolean): number {
  const runs = Array.from({ length: 200 }, (_, seed) => decides(randomFrom(seed, 'needed')));
  return runs.filter(Boolean).length / runs.length;
}

describe('fewestForInterval', () => {
  it('is the first number of samples that has an interval', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 999 }), (tenths) => {
        const q = tenths / 1000;
        const least = fewestForInterval(q);
        expect(rankInterval(least, q)).toBeDefined();
        expect(rankInterval(least - 1, q)).toBeUndefined();
      }),
    );
  });
});

describe('timesForDistance', () => {
  it.each([
    [0.5, 300, 1.03],
    [0.5, 300, 0.97],
    [0.95, 600, 1.04],
    [0.95, 600, 0.96],
    [0.99, 1_500, 1.05],
  ])(
    'of p%d asks for as many of %d samples as mostly decide a bound at %d times the value',
    (q, n, at) => {
      const truth = Float64Array.from(timesIn(randomFrom(1, 'truth'), 200_000)).sort();
      const ofShare = (share: number): number => truth[Math.floor(share * truth.length)] ?? Number.NaN;
      // What a run of n samples observes that is neither lucky nor unlucky.
      const ranks = rankInterval(n, q) ?? { low: 0, high: 0 };
      const interval = [ofShare(ranks.low / (n + 1)), ofShare(ranks.high / (n + 1))] as const;
      const bound = ofShare(q) * at;
      const times = timesForDistance({ value: ofShare(q), interval }, bound) ?? Number.NaN;
      expect(times).toBeGreaterThan(1);
      const name = q === 0.5 ? 'p50' : q === 0.95 ? 'p95' : 'p99';
      const decidedWith = (many: number): number =>
        shareOfRuns((random) => {
          const [low, high] = told(timesIn(random, Math.round(many))).intervals?.[name] ?? [0, Infinity];
          return low > bound || high < bound;
        });
      expect(decidedWith(times * n)).toBeGreaterThan(0.78);
      expect(decidedWith((times * n) / 4)).toBeLessThan(0.78);
    },
    60_000,
  );

  it('has no number for a value on the bound, or next to it', () => {
    const observed = { value: 100, interval: [90, 110] } as const;
    expect(timesForDistance(observed, 100)).toBeUndefined();
    expect(timesForDistance(observed, 100.9)).toBeUndefined();
    expect(timesForDistance(observed, 101.1)).toBeGreaterThan(200);
  });

  it('asks for more the nearer the bound is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.11, max: 1, noNaN: true }), fc.boolean(), (near, isAbove) => {
        const observed = { value: 100, interval: [80, 140] } as const;
        const boundAt = (share: number): number => 100 + share * (isAbove ? 40 : -20);
        const [times = 0, nearer = Infinity] = [near, near * 0.95].map((share) =>
          timesForDistance(observed, boundAt(share)),
        );
        expect(times).toBeGreaterThanOrEqual(1);
        expect(nearer).toBeGreaterThan(times);
      }),
    );
  });
});

describe('timesForMean', () => {
  /** Whole microseconds, the requests alike in no block. */
  function meanOf(values: readonly number[]): { readonly value: number; readonly interval: readonly [number, number] } {
    const counts = new Uint32Array(bucketCount);
    for (const value of values) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
    const total = values.reduce((sum, each) => sum + each, 0);
    const interval = meanInterval(momentsOf(counts), [{ n: values.length, total, stratum: 0 }]) ?? [0, Infinity];
    return { value: total / values.length, interval };
  }
  /** So many of 100 take ten times as long, at random. */
  const drawn = (random: Random, slow: number, n: number): readonly number[] =>
    Array.from({ length: n }, () => (random() * 100 < slow ? 1_000_000 : 100_000));

  it.each([
    [3, 100, 1.3],
    [5, 100, 1.3],
    [10, 60, 1.3],
    [10, 60, 0.8],
    [5, 100, 0.85],
  ])('of %d slow ones of 100 asks for as many of %d as mostly decide a bound at %d times the mean', (slow, n, at) => {
    // What a run observes that is neither lucky nor unlucky.
    const count = Math.round((slow * n) / 100);
    const observed = meanOf(Array.from({ length: n }, (_, place) => (place < count ? 1_000_000 : 100_000)));
    const bound = observed.value * at;
    const many = (timesForMean(observed, bound) ?? Number.NaN) * n;
    expect(many).toBeGreaterThan(n);
    const decidedWith = (size: number): number =>
      shareOfRuns((random) => {
        const [low, high] = meanOf(drawn(random, slow, Math.round(size))).interval;
        return low > bound || high < bound;
      });
    expect(decidedWith(many)).toBeLessThan(0.97);
    expect(decidedWith(many)).toBeGreaterThan(0.78);
    expect(decidedWith(many / 2)).toBeLessThan(0.78);
  });

  it('is that of a quantile where the mean leans to no side, and none next to the bound', () => {
    const observed = { value: 100, interval: [90, 110] } as const;
    for (const bound of [93, 104, 108])
      expect(timesForMean(observed, bound)).toBeCloseTo(timesForDistance(observed, bound) ?? 0, 2);
    expect(timesForMean(observed, 100.9)).toBeUndefined();
  });

  it('is at least 1, and more the nearer the bound is, for any interval', () => {
    const end = fc.double({ min: 1, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        end,
        end,
        fc.double({ min: 0.2, max: 1, noNaN: true }),
        fc.boolean(),
        (below, above, near, isAbove) => {
          const observed = { value: 1_000, interval: [1_000 - below, 1_000 + above] } as const;
          const [times = 0, nearer = Infinity] = [near, near * 0.9].map((share) =>
            timesForMean(observed, 1_000 + share * (isAbove ? above : -below)),
          );
          expect(times).toBeGreaterThanOrEqual(1);
          expect(nearer).toBeGreaterThan(times);
        },
      ),
    );
  });
});

describe('timesForShare', () => {
  it.each([
    [0.02, 400, 0.03],
    [0.1, 300, 0.07],
  ])('of a share of %d asks for as many of %d as mostly decide a bound of %d', (share, n, bound) => {
    const interval = shareInterval(share * n, n);
    const many = Math.round((timesForShare({ value: share, interval }, bound) ?? Number.NaN) * n);
    const decided = shareOfRuns((random) => {
      const count = Array.from({ length: many }, random).filter((each) => each < share).length;
      const [low, high] = shareInterval(count, many);
      return low > bound || high < bound;
    });
    expect(many).toBeGreaterThan(n);
    expect(decided).toBeGreaterThan(0.82);
    expect(decided).toBeLessThan(0.97);
  });

  it('where none was counted gives exactly the number that shows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 10, max: 300 }), (perMille, n) => {
        const bound = perMille / 1000;
        const interval = shareInterval(0, n);
        fc.pre(interval[1] > bound && bound > interval[1] / 50);
        const many = (timesForShare({ value: 0, interval }, bound) ?? Number.NaN) * n;
        expect(shareInterval(0, many * 1.001)[1]).toBeLessThan(bound);
        expect(shareInterval(0, many * 0.999)[1]).toBeGreaterThan(bound);
      }),
    );
  });
});

describe('roundedUp', () => {
  it('is a number of two digits, and at most a tenth more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e8 }), (many) => {
        const about = roundedUp(many);
        expect(about).toBeGreaterThanOrEqual(many);
        expect(about).toBeLessThanOrEqual(Math.max(many + 1, many * 1.1));
        expect(String(about)).toMatch(/^\d\d?0*$/);
      }),
    );
  });
});
