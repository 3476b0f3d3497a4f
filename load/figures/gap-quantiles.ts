import { distributionWithIntervals, withLowEnds, type Detail, type Distribution } from '../statistics/distribution.ts';
import { bucketAtRank } from '../statistics/histogram.ts';
import { meanInterval, momentsOf } from '../statistics/mean-interval.ts';
import type { Interval, MeasuredSamples } from '../statistics/measured.ts';
import { hasUnanswered, percentileOfAll, sampleAtShare, sharesByGroups, type ResponseCounts } from './of-all.ts';
import { fewestForMoment, rankOf } from '../statistics/ranks.ts';
import {
  orderedFrom,
  selectedFrom,
  type OrderedSamples,
  type Samples,
  type SamplesState,
} from '../statistics/samples.ts';
import { studentAt } from '../statistics/student.ts';

/** State of the collected gaps: see `gaps.ts`. */
export type GapsState = {
  readonly groups: readonly (Uint32Array | undefined)[];
  /** Sum of the counts of all groups. */
  readonly total: Uint32Array;
  /** The change of `total` if each censored gap counted at its low end. */
  readonly shift: Int32Array;
  /** In microseconds, like all times here. */
  readonly ends: { readonly n: number; readonly min: number; readonly max: number };
  /** Sums of all gaps, and of the gaps of each group. */
  readonly sums: {
    readonly low: number;
    readonly high: number;
    readonly lowByGroup: Float64Array;
    readonly highByGroup: Float64Array;
  };
  /** Every gap, while there are few. */
  readonly values: Uint32Array | undefined;
  /** Both ends of the censored gaps. `groups` counts them at their high ends; `ends` does not include them. */
  readonly censored: { readonly low: Samples; readonly high: Samples };
};

/** Fewest groups: with fewer, the spread between groups says too little. */
const leastGroups = 10;

/** The quantiles of these gaps, with intervals from the differences between their groups. */
export function gapDistribution(
  { groups, total, shift, ends, sums, values, censored }: GapsState,
  detail: Detail = {},
  unanswered?: ResponseCounts,
): Distribution {
  const [low, high] = [censored.low.state(), censored.high.state()];
  const exact = { ...ends, values: values?.subarray(0, ends.n) };
  const isQuick = detail.quick === true;
  const orderedOf = (state: SamplesState, counts?: Uint32Array): OrderedSamples =>
    isQuick ? selectedFrom([state], 1000, counts) : orderedFrom(state, 1000);
  const ordered = orderedOf(
    together(exact, high, sums.high, () => total),
    total,
  );
  const all = ordered.n;
  const halfShareIn = halfShares(isQuick ? [] : groups);
  const halfAt = (q: number): number | undefined => halfShareIn(bucketAtRank(total, rankOf(all, q)));
  const intervalIn =
    (of: OrderedSamples) =>
    (q: number): Interval | undefined => {
      const shares = clusteredShares(halfAt(q), q);
      return shares && [of.at(rankOf(all, shares[0])), of.at(rankOf(all, shares[1]))];
    };
  const neededOf = (q: number): number | undefined => {
    const half = halfAt(q);
    return half === undefined ? undefined : all * Math.max(1, half / (1 - q)) ** 2;
  };
  const ofMean = isQuick ? undefined : meanOf(groups, total, sums.highByGroup);
  const unsure = detail.curve === true && high.n > 0 ? orderedOf(high) : undefined;
  const atHigh = distributionWithIntervals(
    { ordered, parts: 1000, censored: unsure, intervalOf: intervalIn(ordered), neededOf, ofMean },
    detail,
  );
  if (high.n === 0) return { ...atHigh, ...ofAllGaps(ordered, ordered, halfAt, detail, unanswered) };
  const shifted = total.map((counted, bucket) => counted + (shift[bucket] as number));
  const lowOrdered = orderedOf(
    together(exact, low, sums.low, () => shifted),
    shifted,
  );
  const { percents = [], curve = false } = detail;
  const lowMean = isQuick ? undefined : meanOf(groups, shifted, sums.lowByGroup);
  const bothEnds = withLowEnds(
    atHigh,
    distributionWithIntervals(
      { ordered: lowOrdered, parts: 1000, intervalOf: intervalIn(lowOrdered), ofMean: lowMean },
      { percents, curve },
    ),
  );
  return { ...bothEnds, ...ofAllGaps(ordered, lowOrdered, halfAt, detail, unanswered) };
}

/**
 * Percentiles over the gaps of all streams. A failed stream counts as a stream with the average number of gaps, each
 * longer than any measured gap.
 */
function ofAllGaps(
  high: OrderedSamples,
  low: OrderedSamples,
  halfAt: (q: number) => number | undefined,
  { percents = [], quick = false }: Detail,
  unanswered: ResponseCounts | undefined,
): Pick<Distribution, 'ofAll'> {
  if (unanswered === undefined || !hasUnanswered(unanswered) || percents.length === 0 || quick) return {};
  const samples = {
    n: high.n,
    high: sampleAtShare(high),
    low: sampleAtShare(low),
    sharesAround: sharesByGroups(unanswered, halfAt),
  };
  return { ofAll: percents.map((percent) => percentileOfAll(percent, unanswered, samples)) };
}

/** Mean of the gaps. Gaps of a group are alike, so only the differences between groups show how certain the mean is. */
function meanOf(groups: GapsState['groups'], total: Uint32Array, sums: Float64Array): MeasuredSamples['ofMean'] {
  const filled = groups.flatMap((group, place) => {
    const n = group?.reduce((all, count) => all + count, 0) ?? 0;
    return n === 0 ? [] : [{ n, total: sums[place] as number, stratum: 0 }];
  });
  const moments = momentsOf(total);
  if (moments.n === 0) return undefined;
  if (filled.length < leastGroups)
    return { needed: Math.max(fewestForMoment, (moments.n * leastGroups) / filled.length) };
  const interval = meanInterval(moments, filled);
  return interval === undefined ? { needed: fewestForMoment } : { interval: [interval[0] / 1000, interval[1] / 1000] };
}

type Exact = Omit<SamplesState, 'values' | 'counts' | 'sum'> & { readonly values: Uint32Array | undefined };

/**
 * Merges the exactly known gaps with the censored ones, the latter at one of their ends. `counted` counts all of them.
 */
function together(exact: Exact, censored: SamplesState, sum: number, counted: () => Uint32Array): SamplesState {
  const counts = exact.values === undefined || censored.counts !== undefined ? counted() : undefined;
  const values = new Uint32Array(counts === undefined ? exact.n + censored.n : 0);
  if (counts === undefined && exact.values) {
    values.set(exact.values);
    values.set(censored.values, exact.n);
  }
  const [min, max] = [Math.min(exact.min, censored.min), Math.max(exact.max, censored.max)];
  return { n: exact.n + censored.n, sum, min, max, values, counts };
}

/**
 * Woodruff's interval with groups of requests as clusters. The share of gaps at or below the quantile varies between
 * the groups, and the quantiles at both ends of that share's interval bound the quantile. A bootstrap that draws whole
 * groups tends to the same; this takes a single pass.
 */
function clusteredShares(half: number | undefined, q: number): Interval | undefined {
  // Beyond all samples nothing bounds the quantile.
  return half === undefined || q - half <= 0 || q + half >= 1 ? undefined : [q - half, q + half];
}

/** Half of the share's interval, by the bucket of the quantile. Undefined with too few groups. */
function halfShares(groups: GapsState['groups']): (bucket: number) => number | undefined {
  // Groups without a gap do not show how alike gaps are.
  const clusters = groups
    .filter((group) => group !== undefined)
    .map(cumulated)
    .filter((cluster) => (cluster.at(-1) ?? 0) > 0);
  const count = clusters.length;
  if (count < leastGroups) return () => undefined;
  const sizes = clusters.map((cluster) => cluster.at(-1) ?? 0);
  const n = sum(sizes);
  const beyond = studentAt(0.05, count - 1);
  return (bucket) => {
    const below = clusters.map((cluster) => cluster[bucket] ?? 0);
    const share = sum(below) / n;
    const spread = sum(sizes.map((size, place) => ((below[place] ?? 0) - share * size) ** 2));
    return (beyond * Math.sqrt((spread * count) / (count - 1))) / n;
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Cumulative counts up to each bucket: a curve asks for many quantiles. */
function cumulated(counts: Uint32Array): Uint32Array {
  let total = 0;
  return counts.map((count) => (total += count));
}
