import { randomFrom, type Random } from '../../load/plan/random.ts';
import { blockedDistribution, collectBlocked } from '../../load/statistics/blocked-samples.ts';
import { quantiles } from '../../load/statistics/distribution.ts';
import { lookSampleCounts, looksInRow, precisionOf } from '../../load/statistics/precision.ts';

export type UntilQuantile = 'p50' | 'p95' | 'p99';

/** A generator of successive request times with known true quantiles. */
type Simulated = {
  readonly name: string;
  readonly times: (random: Random) => () => number;
  readonly truth: (quantile: UntilQuantile) => number;
};

const normalAt: { readonly [Name in UntilQuantile]: number } = { p50: 0, p95: 1.644854, p99: 2.326348 };

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Log-normal times around 200 ms; `likeness` is the correlation with the one before. */
export function correlatedTimes(likeness: number): Simulated {
  const spread = 3;
  return {
    name: `alike by ${likeness}`,
    times: (random) => {
      let state = normal(random);
      return () => {
        state = likeness * state + Math.sqrt(1 - likeness ** 2) * normal(random);
        return 200 * Math.exp(state / spread);
      };
    },
    truth: (quantile) => 200 * Math.exp(normalAt[quantile] / spread),
  };
}

/** Total times in a queue with one server, busy for this share of the time (M/M/1 in its steady state). */
export function queueTimes(busy: number): Simulated {
  const exponential = (random: Random): number => -Math.log(1 - random());
  return {
    name: `a queue, ${Math.round(busy * 100)} % busy`,
    times: (random) => {
      let waiting = random() < busy ? exponential(random) / (1 / busy - 1) : 0;
      return () => {
        const whole = waiting + exponential(random) * busy;
        waiting = Math.max(0, whole - exponential(random));
        return 100 * whole;
      };
    },
    truth: (quantile) => (-100 * Math.log(1 - quantiles[quantile])) / (1 / busy - 1),
  };
}

type Ended = { readonly holds: boolean; readonly samples: number; readonly isStopped: boolean };

type UntilRule = { readonly quantile: UntilQuantile; readonly within: number; readonly most: number };

/**
 * Ends one simulated run by the rule of `load --until`, and says whether its interval contains the true quantile;
 * `undefined` without an interval.
 */
export function endOfSimulated(of: Simulated, { quantile, within, most }: UntilRule, seed: number): Ended | undefined {
  const next = of.times(randomFrom(seed, of.name));
  const all = Float64Array.from({ length: most }, () => next());
  const endAt = (samples: number, isStopped: boolean): Ended | undefined => {
    const { interval } = boundsAt(all, samples, quantile);
    if (interval === undefined) return undefined;
    const truth = of.truth(quantile);
    return { holds: interval[0] <= truth && truth <= interval[1], samples, isStopped };
  };
  let inRow = 0;
  for (const samples of lookSampleCounts(most, quantiles[quantile])) {
    const { value, interval } = boundsAt(all, samples, quantile);
    const precision = value === undefined || interval === undefined ? undefined : precisionOf({ value, interval });
    inRow = precision !== undefined && precision <= within ? inRow + 1 : 0;
    if (inRow === looksInRow) return endAt(samples, true);
  }
  return endAt(most, false);
}

function boundsAt(all: Float64Array, samples: number, quantile: UntilQuantile) {
  const count = 16;
  const collected = collectBlocked({ count, at: (place) => place, stratum: () => 0 }, {});
  for (let place = 0; place < samples; place += 1)
    collected.add(all[place] ?? 0, Math.floor((place / samples) * count));
  const { [quantile]: value, intervals } = blockedDistribution(collected);
  return { value, interval: intervals?.[quantile] };
}
