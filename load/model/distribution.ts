/** Growing storage of numbers, eight bytes each: the exact percentiles need every value. */
export type Samples = {
  readonly add: (value: number) => void;
  /** A sorted copy. */
  readonly sorted: () => Float64Array;
};

export function collectSamples(): Samples {
  let values = new Float64Array(1024);
  let count = 0;
  return {
    add: (value) => {
      if (count === values.length) {
        const larger = new Float64Array(2 * count);
        larger.set(values);
        values = larger;
      }
      values[count] = value;
      count += 1;
    },
    sorted: () => values.slice(0, count).sort(),
  };
}

const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

export type QuantileName = keyof typeof quantiles;

/**
 * How one quantity was distributed, in its own unit, over `n` samples. A quantile that `n` cannot show is absent, and
 * `missing` says how many more samples it needs.
 */
export type Distribution = {
  readonly n: number;
  readonly min?: number;
  readonly mean?: number;
  readonly max?: number;
  readonly missing: { readonly [Name in QuantileName]?: number };
} & { readonly [Name in QuantileName]?: number };

/**
 * The nearest-rank quantile: the smallest sample that at least the share `q` of all samples do not exceed. It is always
 * a value that was measured.
 *
 * @param sorted ascending, not empty
 * @param q in (0, 1]
 */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  // The tolerance keeps 0.95 × 20 at rank 19, which binary fractions may put a hair above.
  const rank = Math.max(1, Math.ceil(q * sorted.length - 1e-9));
  return sorted[Math.min(rank, sorted.length) - 1] ?? Number.NaN;
}

/** With fewer than 1/(1−q) samples, nearest rank names the largest sample, whatever the quantile's value is. */
export function samplesNeeded(q: number): number {
  return Math.ceil(1 / (1 - q) - 1e-6);
}

export function distributionOf(samples: Samples): Distribution {
  const sorted = samples.sorted();
  const n = sorted.length;
  const shown: { [Name in QuantileName]?: number } = {};
  const missing: { [Name in QuantileName]?: number } = {};
  for (const [name, q] of Object.entries(quantiles) as [QuantileName, number][]) {
    const lacking = samplesNeeded(q) - n;
    if (lacking > 0) missing[name] = lacking;
    else shown[name] = rounded(quantile(sorted, q));
  }
  return { n, ...ends(sorted), ...shown, missing };
}

function ends(sorted: Float64Array): Pick<Distribution, 'min' | 'mean' | 'max'> {
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return {};
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { min: rounded(min), mean: rounded(mean), max: rounded(max) };
}

/** Microseconds: the records hold no more, and differences of binary fractions would show a tail of digits. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
