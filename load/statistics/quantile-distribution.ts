import type { Sorted } from './bins.ts';
import { binomialWeights } from './ranks.ts';

/**
 * Where a true quantile may lie: with the probability `weights[place]` it is between the sample `lows[place]` and the
 * next sample, `highs[place]`. Both arrays ascend. The outermost values may be infinite, as nothing is known beyond the
 * samples.
 */
type QuantileDistribution = {
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  readonly weights: Float64Array;
};

/** Ordered samples and their effective sample size, which is smaller than `n` where neighbouring samples are alike. */
export type EffectiveSample = {
  readonly n: number;
  readonly effectiveSize: number;
  readonly at: (rank: number) => number;
  /** The low end at each rank, where some samples are censored: `at` then gives the high end. */
  readonly lowAt?: (rank: number) => number;
  /** The censored samples, at their high ends. */
  readonly censored?: Sorted;
};

/**
 * The probability distribution of a true quantile. The number of samples below the true quantile is binomial for any
 * distribution. A bootstrap that draws whole requests tends to the same result: the quantile of a redrawn sample is an
 * original sample of binomial rank (Schultzberg and Ankargren, "Resampling-free bootstrap inference for quantiles",
 * 2022). Computed without drawing, it needs no seed and little time, and it is as exact in the far tails, which
 * comparisons of many quantities need.
 */
export function quantileDistributionOf(
  { n, effectiveSize, at, lowAt = at }: EffectiveSample,
  q: number,
): QuantileDistribution {
  const size = Math.max(1, Math.round(effectiveSize));
  const { first, weights } = likelyOf(size, q);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // A rank among `size` samples is mapped to the `n` samples that there are.
  const ranks = (n + 1) / (size + 1);
  const lows = weights.map((_, place) => {
    const rank = Math.floor((first + place) * ranks + 1e-9);
    return rank < 1 ? Number.NEGATIVE_INFINITY : lowAt(rank);
  });
  const highs = weights.map((_, place) => {
    const rank = Math.ceil((first + place + 1) * ranks - 1e-9);
    return rank > n ? Number.POSITIVE_INFINITY : at(rank);
  });
  return {
    lows: Float64Array.from(lows),
    highs: Float64Array.from(highs),
    weights: Float64Array.from(weights, (weight) => weight / total),
  };
}

/**
 * Leaves out weights that are a million million times smaller than the middle: they change no result and cost half of
 * the work.
 */
function likelyOf(size: number, q: number): ReturnType<typeof binomialWeights> {
  const { first, weights } = binomialWeights(size, q);
  const from = weights.findIndex((weight) => weight > 1e-12);
  return { first: first + from, weights: weights.slice(from, weights.findLastIndex((weight) => weight > 1e-12) + 1) };
}

/**
 * The same distribution on another scale, which has to ascend, such as the logarithm, on which a difference is a ratio.
 */
export function rescale(
  { lows, highs, weights }: QuantileDistribution,
  scale: (value: number) => number,
): QuantileDistribution {
  const to = (value: number): number => (Number.isFinite(value) ? scale(value) : value);
  return { lows: lows.map(to), highs: highs.map(to), weights };
}

/** The confidence intervals and the p-value of a difference. */
export type ConfidenceIntervals = {
  /** Holds the true difference with probability 1 − `alpha`. An end is infinite where the samples do not bound it. */
  readonly intervalAt: (alpha: number) => readonly [low: number, high: number];
  /** The smallest `alpha` whose interval excludes 0. */
  readonly p: number;
};

/** How far quantile B lies above quantile A, where both distributions are independent. */
export function differenceOf(a: QuantileDistribution, b: QuantileDistribution): ConfidenceIntervals {
  // For each bound, the ends are used that make the difference less certain.
  const lowAtMost = (d: number): number => shareUpTo([a.highs, a.weights], [b.lows, b.weights], d, true);
  const highBelow = (d: number): number => shareUpTo([a.lows, a.weights], [b.highs, b.weights], d, false);
  return {
    intervalAt: remembered((alpha) => [
      crossing((d) => lowAtMost(d) > alpha / 2, [a.highs, b.lows]),
      crossing((d) => highBelow(d) >= 1 - alpha / 2, [a.lows, b.highs]),
    ]),
    p: Math.min(1, 2 * lowAtMost(0), 2 * (1 - highBelow(0))),
  };
}

/**
 * Caches the intervals: the same few are asked for repeatedly, for the word, for the reported interval, and for the
 * smallest difference that could have been shown.
 */
function remembered(intervalAt: ConfidenceIntervals['intervalAt']): ConfidenceIntervals['intervalAt'] {
  const intervals = new Map<number, readonly [number, number]>();
  return (alpha) => {
    const interval = intervals.get(alpha) ?? intervalAt(alpha);
    intervals.set(alpha, interval);
    return interval;
  };
}

/** The distribution of a side of a difference: ascending values with their probabilities. */
type Values = readonly [values: Float64Array, weights: Float64Array];

/** The probability that y − x ≤ d, or with `ownToo` false, < d. x and y are independent. */
function shareUpTo([xs, px]: Values, [ys, py]: Values, d: number, ownToo: boolean): number {
  let [share, left, place] = [0, 1, 0];
  for (let each = 0; each < ys.length; each += 1) {
    // `left` is the probability of the values of x from `place` on.
    const least = (ys[each] as number) - d;
    for (; place < xs.length; place += 1) {
      const x = xs[place] as number;
      if (ownToo ? x >= least : x > least) break;
      left -= px[place] as number;
    }
    share += Math.max(0, left) * (py[each] as number);
  }
  return share;
}

/** The smallest difference from which on `holds` is true: −∞ where it is true everywhere, +∞ where nowhere. */
function crossing(holds: (d: number) => boolean, ends: readonly [Float64Array, Float64Array]): number {
  const [xs, ys] = ends.map((each) => each.filter(Number.isFinite)) as [Float64Array, Float64Array];
  let low = (ys[0] ?? 0) - (xs.at(-1) ?? 0) - 1e-9;
  let high = (ys.at(-1) ?? 0) - (xs[0] ?? 0) + 1e-9;
  if (holds(low)) return Number.NEGATIVE_INFINITY;
  if (!holds(high)) return Number.POSITIVE_INFINITY;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
