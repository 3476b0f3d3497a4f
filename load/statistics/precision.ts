/** A quantile with its confidence interval. `low` is the low end of the quantile where samples are censored. */
type Bounded = {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
  readonly low?: number | undefined;
};

/**
 * Length of the longer side of a quantile's interval, as a share of the quantile. Undefined where the quantile is 0.
 */
export function precisionOf({ value, interval: [lower, upper], low = lower }: Bounded): number | undefined {
  return value > 0 ? Math.max(upper - value, value - Math.min(lower, low)) / value : undefined;
}

/**
 * Factor by which the samples must grow for the precision `within`: half an interval falls with the root of their
 * number.
 */
export function timesForPrecision(precision: number, within: number): number {
  return Math.max(1, (precision / within) ** 2);
}

/**
 * Ratio of the sample counts of two successive looks at a run. Each look is a chance to stop by luck, where the samples
 * happen to be alike. So there are few looks, each at this many times the samples of the last, several in a row have to
 * agree, and no look is taken with few samples beyond the quantile. Simulated (`npm run bench:until`), the interval at
 * the end holds the true value in at least 93 % of runs up to a correlation of 0.95, and for p99 of a queue that is
 * half busy in 92 %. With a single look, from 200 samples on, it is 84 and 86 %.
 */
const timesAsMany = 1.5;

/** Number of successive looks that have to find the interval narrow enough before a run ends. */
export const looksInRow = 3;

const fewestBeyond = 100;

/** Number of samples at the first look at a quantile. */
export function firstLook(q: number): number {
  return Math.ceil(fewestBeyond / Math.min(q, 1 - q) - 1e-9);
}

/** Number of samples at the look after a look with `samples` samples. */
export function nextLook(samples: number): number {
  return Math.ceil(samples * timesAsMany);
}

/** The sample counts of all looks at a run of `samples` samples. */
export function lookSampleCounts(samples: number, q: number): readonly number[] {
  const looks: number[] = [];
  for (let next = firstLook(q); next <= samples; next = nextLook(next)) looks.push(next);
  return looks;
}

/** Fewest samples with which a run can end. */
export function fewestSamplesToEnd(q: number): number {
  return Array.from({ length: looksInRow - 1 }).reduce((samples: number) => nextLook(samples), firstLook(q));
}
