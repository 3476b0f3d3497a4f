/** A quantile with its confidence interval. `low`: its low end, where samples are censored. */
type Bounded = {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
  readonly low?: number | undefined;
};

/** How far the interval of a quantile reaches from it on its longer side, as a share of it; `undefined` of 0. */
export function precisionOf({ value, interval: [lower, upper], low = lower }: Bounded): number | undefined {
  return value > 0 ? Math.max(upper - value, value - Math.min(lower, low)) / value : undefined;
}

/** How many times as many samples would make it so narrow: a half falls with the root of their number. */
export function timesForPrecision(precision: number, within: number): number {
  return Math.max(1, (precision / within) ** 2);
}

/**
 * Each look at a run is a chance to stop by luck, where the samples happen to be alike: so there are few, each at so many
 * times the samples of the last, several in a row have to agree, and none is taken of a few samples beyond the quantile.
 * Simulated (`npm run bench:until`), the interval at the end holds the true value in 93 % of runs and more up to a likeness
 * of 0.95, and p99 of a queue that is half busy in 92 %; with one look alone, from 200 samples on, in 84 and 86 %.
 */
const timesAsMany = 1.5;

/** So many looks have to find it so narrow, one after the other, until a run ends. */
export const looksInRow = 3;

const fewestBeyond = 100;

/** After how many samples a quantile is looked at for the first time. */
export function firstLook(q: number): number {
  return Math.ceil(fewestBeyond / Math.min(q, 1 - q) - 1e-9);
}

/** And after a look at so many. */
export function nextLook(samples: number): number {
  return Math.ceil(samples * timesAsMany);
}

/** The looks at a run of so many samples. */
export function looksAt(samples: number, q: number): readonly number[] {
  const looks: number[] = [];
  for (let next = firstLook(q); next <= samples; next = nextLook(next)) looks.push(next);
  return looks;
}

/** No run ends before so many. */
export function fewestUntil(q: number): number {
  return Array.from({ length: looksInRow - 1 }).reduce((samples: number) => nextLook(samples), firstLook(q));
}
