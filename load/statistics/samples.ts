import {
  addCounts,
  bucketAtRank,
  bucketCount,
  bucketMiddle,
  bucketOf,
  bucketStart,
  histogramError,
  largestSample,
} from './histogram.ts';

/**
 * Most samples that are kept individually. Beyond it they are counted in a histogram: sorting more takes longer than
 * reading them.
 */
const defaultExactLimit = 2 ** 18;

export type SamplesOptions = {
  /** Resolution of a sample: parts of its unit. 1,000 keeps microseconds for milliseconds, and reaches 71 minutes. */
  readonly parts?: number;
  readonly exactLimit?: number;
};

/**
 * The samples of a quantity, none negative: kept individually while there are few, then in a histogram of bounded size.
 * The results depend on the samples alone, not on their order or on how they were split and merged.
 */
export type Samples = {
  readonly parts: number;
  readonly add: (value: number) => void;
  /** Takes in the samples of another collection with the same options. */
  readonly merge: (other: Samples) => void;
  /** The samples added so far, in order. Sorts them. */
  readonly ordered: () => OrderedSamples;
  /**
   * The same for a few ranks. Sorts nothing, and reads all samples for each rank.
   *
   * @param counts the number of samples in each bucket, where the caller knows it
   */
  readonly selected: (counts?: Uint32Array) => OrderedSamples;
  /** The state that `merge` takes over. */
  readonly state: () => SamplesState;
};

/** Samples as whole numbers of parts: each of them in `values`, or counted in a histogram. */
export type SamplesState = {
  readonly n: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly values: Uint32Array;
  readonly counts: Uint32Array | undefined;
};

export type OrderedSamples = {
  readonly n: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Largest relative error of `at`: 0 where every sample was kept. */
  readonly relativeError: number;
  /** The sample with this rank, from 1 to n. */
  readonly at: (rank: number) => number;
};

export function collectSamples({ parts = 1000, exactLimit = defaultExactLimit }: SamplesOptions = {}): Samples {
  let values = new Uint32Array(256);
  let counts: Uint32Array | undefined;
  // The sum is of whole numbers, so it does not depend on the order of adding.
  let [n, sum, min, max] = [0, 0, largestSample, 0];
  const addWhole = (whole: number): void => {
    if (counts === undefined && n >= exactLimit) countValues();
    if (counts) {
      const bucket = bucketOf(whole);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    } else {
      if (n === values.length) values = withDoubledCapacity(values);
      values[n] = whole;
    }
    n += 1;
  };
  const countValues = (): Uint32Array => {
    counts ??= countsOf(values.subarray(0, n));
    values = new Uint32Array(0);
    return counts;
  };
  return {
    parts,
    add: (value) => {
      const whole = roundToUint32(value * parts);
      addWhole(whole);
      sum += whole;
      if (whole < min) min = whole;
      if (whole > max) max = whole;
    },
    merge: (other) => {
      const more = other.state();
      if (more.counts || n + more.n > exactLimit) {
        addCounts(countValues(), more.counts ?? countsOf(more.values));
        n += more.n;
      } else more.values.forEach(addWhole);
      sum += more.sum;
      min = Math.min(min, more.min);
      max = Math.max(max, more.max);
    },
    ordered: () => {
      return orderedFrom({ n, sum, min, max, values: values.subarray(0, n), counts }, parts);
    },
    selected: (bucketCounts) =>
      selectedFrom([{ n, sum, min, max, values: values.subarray(0, n), counts }], parts, bucketCounts),
    state: () => ({ n, sum, min, max, values: values.subarray(0, n), counts }),
  };
}

export function orderedFrom({ n, sum, min, max, values, counts }: SamplesState, parts: number): OrderedSamples {
  const at = counts ? atRank(counts, min, max) : exactly(values.slice().sort());
  const ends = { min: min / parts, max: max / parts, mean: sum / n / parts };
  return { n, ...ends, relativeError: counts ? histogramError : 0, at: (rank) => at(rank) / parts };
}

/**
 * The same as `orderedFrom` over several states. Each rank reads all samples once, which for a few ranks is faster than
 * sorting.
 */
export function selectedFrom(
  states: readonly SamplesState[],
  parts: number,
  bucketCounts?: Uint32Array,
): OrderedSamples {
  const all = bucketCounts ?? countsOfAll(states);
  const sumOf = (of: 'n' | 'sum'): number => states.reduce((total, state) => total + state[of], 0);
  const [n, min, max] = [sumOf('n'), ...endsOf(states)];
  const isCounted = states.some(({ counts }) => counts !== undefined);
  const at = isCounted ? atRank(all, min, max) : among(states, all);
  const ends = { min: min / parts, max: max / parts, mean: sumOf('sum') / n / parts };
  return { n, ...ends, relativeError: isCounted ? histogramError : 0, at: (rank) => at(rank) / parts };
}

function countsOfAll(states: readonly SamplesState[]): Uint32Array {
  const all = new Uint32Array(bucketCount);
  for (const { values, counts } of states) addCounts(all, counts ?? countsOf(values));
  return all;
}

function endsOf(states: readonly SamplesState[]): readonly [min: number, max: number] {
  return [Math.min(...states.map(({ min }) => min)), Math.max(...states.map(({ max }) => max))];
}

/** Counts single values only within the bucket that holds the rank: a bucket is as wide as 1/128 of its numbers. */
function among(states: readonly SamplesState[], counts: Uint32Array): (rank: number) => number {
  return (rank) => {
    const bucket = bucketAtRank(counts, rank);
    const from = bucketStart(bucket);
    const width = bucketStart(bucket + 1) - from;
    const inside = new Uint32Array(width);
    for (const { values } of states) {
      for (let place = 0; place < values.length; place += 1) {
        const above = ((values[place] as number) - from) >>> 0;
        // A single comparison that is seldom true: a processor predicts it, and would mispredict two comparisons of
        // random values.
        if (above < width) inside[above] = (inside[above] as number) + 1;
      }
    }
    let passed = countBelow(counts, bucket);
    for (let above = 0; above < width; above += 1) {
      passed += inside[above] as number;
      if (passed >= rank) return from + above;
    }
    return Number.NaN;
  };
}

function countBelow(counts: Uint32Array, bucket: number): number {
  let sum = 0;
  for (let place = 0; place < bucket; place += 1) sum += counts[place] as number;
  return sum;
}

/** Rounds to a whole number and clamps to 0 … 2^32 − 1. */
export function roundToUint32(value: number): number {
  if (value < 2 ** 30) return value <= 0 ? 0 : (value + 0.5) | 0;
  return Math.min(largestSample, Math.floor(value + 0.5));
}

export function withDoubledCapacity(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}

function countsOf(values: Uint32Array): Uint32Array {
  const counts = new Uint32Array(bucketCount);
  for (const value of values) {
    const bucket = bucketOf(value);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

function exactly(sorted: Uint32Array): (rank: number) => number {
  return (rank) => sorted[rank - 1] ?? Number.NaN;
}

/**
 * The value at a rank, clamped to the exact minimum and maximum: the middle of an outermost bucket may lie beyond them.
 */
function atRank(counts: Uint32Array, min: number, max: number): (rank: number) => number {
  return (rank) => Math.min(max, Math.max(min, bucketMiddle(bucketAtRank(counts, rank))));
}
