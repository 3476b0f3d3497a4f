import type { Sorted } from './bins.ts';
import { binomialWeights } from './ranks.ts';

/**
 * Where a true quantile may lie: between the sample `lows[place]` and the next one, `highs[place]`, with the probability
 * `weights[place]`. Both ascend; the outermost may be infinite, as nothing is known beyond the samples.
 */
type QuantileDistribution = {
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  readonly weights: Float64Array;
};

/** Samples in order, and their effective sample size: smaller than `n` where neighbours are alike. */
export type EffectiveSample = {
  readonly n: number;
  readonly effectiveSize: number;
  readonly at: (rank: number) => number;
  /** The same of the low ends, where some are censored: `at` is then of the high ones. */
  readonly lowAt?: (rank: number) => number;
  /** Those that are censored, at their high ends. */
  readonly censored?: Sorted;
};

/**
 * The number of samples below the true quantile is binomial, whatever the distribution is. It is what a bootstrap that
 * draws whole requests tends to: the quantile of a redrawn sample is an original one of binomial rank (Schultzberg and
 * Ankargren, "Resampling-free bootstrap inference for quantiles", 2022). Told without drawing, it needs no seed and no
 * time, and is as right in the far tails, which many quantities at once ask for.
 */
export function quantileDistributionOf(
  { n, effectiveSize, at, lowAt = at }: EffectiveSample,
  q: number,
): QuantileDistribution {
  const size = Math.max(1, Math.round(effectiveSize));
  const { first, weights } = likelyOf(size, q);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // A rank among `size` samples is spread over the `n` that there are.
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

/** What is a million million times less likely than the middle decides nothing here, and is half of the work. */
function likelyOf(size: number, q: number): ReturnType<typeof binomialWeights> {
  const { first, weights } = binomialWeights(size, q);
  const from = weights.findIndex((weight) => weight > 1e-12);
  return { first: first + from, weights: weights.slice(from, weights.findLastIndex((weight) => weight > 1e-12) + 1) };
}

/** The same on another scale, such as the logarithm's, on which a difference is a ratio; it has to ascend. */
export function scaled(
  { lows, highs, weights }: QuantileDistribution,
  scale: (value: number) => number,
): QuantileDistribution {
  const to = (value: number): number => (Number.isFinite(value) ? scale(value) : value);
  return { lows: lows.map(to), highs: highs.map(to), weights };
}

/** How sure a difference is. */
export type ConfidenceIntervals = {
  /** Holds the true difference with probability 1 − `alpha`; an end is infinite where the samples bound it nowhere. */
  readonly intervalAt: (alpha: number) => readonly [low: number, high: number];
  /** The smallest `alpha` whose interval leaves 0 out. */
  readonly p: number;
};

/** How much the one quantile lies above the other, both distributions being independent. */
export function differenceOf(a: QuantileDistribution, b: QuantileDistribution): ConfidenceIntervals {
  // Each way the ends are taken that make the difference less sure.
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

/** The same few are asked for again and again: for the word, for what is told, for what could have been shown. */
function remembered(intervalAt: ConfidenceIntervals['intervalAt']): ConfidenceIntervals['intervalAt'] {
  const intervals = new Map<number, readonly [number, number]>();
  return (alpha) => {
    const interval = intervals.get(alpha) ?? intervalAt(alpha);
    intervals.set(alpha, interval);
    return interval;
  };
}

/** One side of a difference: values that ascend, with their probabilities. */
type Values = readonly [values: Float64Array, weights: Float64Array];

/** The probability that y − x ≤ d, or < d; x and y are independent. */
function shareUpTo([xs, px]: Values, [ys, py]: Values, d: number, ownToo: boolean): number {
  let [share, left, place] = [0, 1, 0];
  for (let each = 0; each < ys.length; each += 1) {
    // Of x, what is left from here on.
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

/** The smallest difference from which on `holds`; infinite where it holds at no, or at every, finite one. */
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
