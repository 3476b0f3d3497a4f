import { describe, withEarliest, type Detail, type Distribution } from '../statistics/distribution.ts';
import type { Interval } from '../statistics/measured.ts';
import { addCounts, bucketAtRank, bucketCount, bucketOf } from '../statistics/histogram.ts';
import type { RecordGaps } from '../records/earliest.ts';
import { normal95, rankOf } from '../statistics/ranks.ts';
import {
  collectSamples,
  grown,
  orderedFrom,
  selectedFrom,
  wholeOf,
  type OrderedSamples,
  type Samples,
  type SamplesState,
} from '../statistics/samples.ts';

/**
 * Times between events: many of them come from one request, and are alike, as are those of requests of one time. Requests
 * are therefore put to groups, each with a histogram of its own, so that the spread between groups shows how sure a
 * quantile is.
 */
export type Gaps = {
  /**
   * The arrivals of one request's events. A gap of 0 is none: both came in one read.
   *
   * @param cluster what is alike shares one: a whole number
   */
  readonly add: (cluster: number, events: readonly number[]) => void;
  /** A gap that may be known only to lie between two times, in milliseconds; none of 0 is told. */
  readonly addBetween: (cluster: number, longest: number, shortest: number) => void;
  /** The same of all gaps of a request. */
  readonly addAll: (cluster: number, gaps: RecordGaps) => void;
  readonly merge: (other: Gaps) => void;
  readonly distribution: (detail?: Detail) => Distribution;
  readonly state: () => GapsState;
};

type GapsState = {
  readonly groups: readonly (Uint32Array | undefined)[];
  /** What is in all groups. */
  readonly total: Uint32Array;
  /** What would be added to `total`, were those that are not sure as short as they may be. */
  readonly shift: Int32Array;
  /** In microseconds, as all here. */
  readonly ends: { readonly n: number; readonly sum: number; readonly min: number; readonly max: number };
  /** Every gap while they are few. */
  readonly kept: Uint32Array | undefined;
  /** Of the gaps that lie between two times, which are counted in `groups` by the longest and are not in `ends`. */
  readonly unsure: { readonly longest: Samples; readonly shortest: Samples };
};

/** The blocks of time of as many steps as a step load usually has. */
const groupCount = 128;

/** Below it, the spread between groups says too little. */
const leastGroups = 10;

/** Gaps kept one by one, so that a short run is told exactly. */
const exactLimit = 2 ** 17;

export function collectGaps(): Gaps {
  const groups = Array.from({ length: groupCount }, (): Uint32Array | undefined => undefined);
  let kept: Uint32Array | undefined = new Uint32Array(256);
  let [n, sum, min, max] = [0, 0, 2 ** 32 - 1, 0];
  const keep = (from: Uint32Array, count: number): void => {
    if (kept === undefined || n + count > exactLimit) kept = undefined;
    else {
      while (kept.length < n + count) kept = grown(kept);
      kept.set(from.subarray(0, count), n);
    }
  };
  const unsure = { longest: collectSamples({ exactLimit }), shortest: collectSamples({ exactLimit }) };
  // Kept at hand, as a run that goes on asks for them every second: adding up all groups takes as long as all else of that.
  const [total, shift] = [new Uint32Array(bucketCount), new Int32Array(bucketCount)];
  const count = (group: Uint32Array, gap: number): void => {
    const bucket = bucketOf(gap);
    group[bucket] = (group[bucket] as number) + 1;
    total[bucket] = (total[bucket] as number) + 1;
  };
  const move = (from: number, to: number): void => {
    shift[from] = (shift[from] as number) - 1;
    shift[to] = (shift[to] as number) + 1;
  };
  // Used anew for every request.
  let found: Uint32Array<ArrayBuffer> = new Uint32Array(256);
  const addSure = (group: Uint32Array, gap: number): void => {
    count(group, gap);
    if (gap < min) min = gap;
    if (gap > max) max = gap;
    if (kept !== undefined && n >= exactLimit) kept = undefined;
    if (kept !== undefined) {
      if (n === kept.length) kept = grown(kept);
      kept[n] = gap;
    }
    n += 1;
    sum += gap;
  };
  const addTo = (group: Uint32Array, longest: number, shortest: number): void => {
    const most = wholeOf(longest * 1000);
    if (longest === shortest) {
      if (most > 0) addSure(group, most);
      return;
    }
    count(group, most);
    move(bucketOf(most), bucketOf(wholeOf(shortest * 1000)));
    unsure.longest.add(longest);
    unsure.shortest.add(shortest);
  };
  const groupOf = (cluster: number): Uint32Array => (groups[cluster % groupCount] ??= new Uint32Array(bucketCount));
  return {
    add: (cluster, events) => {
      const group = groupOf(cluster);
      while (found.length < events.length) found = grown(found);
      const gaps = found;
      let [many, all] = [0, 0];
      for (let place = 1; place < events.length; place += 1) {
        const gap = wholeOf(((events[place] as number) - (events[place - 1] as number)) * 1000);
        if (gap === 0) continue;
        gaps[many] = gap;
        many += 1;
        all += gap;
        count(group, gap);
        if (gap < min) min = gap;
        if (gap > max) max = gap;
      }
      if (kept) keep(gaps, many);
      n += many;
      sum += all;
    },
    addBetween: (cluster, longest, shortest) => addTo(groupOf(cluster), longest, shortest),
    addAll: (cluster, { count: many, longest, shortest }) => {
      const group = groupOf(cluster);
      for (let place = 0; place < many; place += 1) addTo(group, longest[place] as number, shortest[place] as number);
    },
    merge: (other) => {
      const more = other.state();
      unsure.longest.merge(more.unsure.longest);
      unsure.shortest.merge(more.unsure.shortest);
      if (more.kept) keep(more.kept, more.ends.n);
      else kept = undefined;
      n += more.ends.n;
      sum += more.ends.sum;
      min = Math.min(min, more.ends.min);
      max = Math.max(max, more.ends.max);
      more.groups.forEach((from, place) => {
        if (from) addCounts((groups[place] ??= new Uint32Array(bucketCount)), from);
      });
      addCounts(total, more.total);
      for (let bucket = 0; bucket < bucketCount; bucket += 1)
        shift[bucket] = (shift[bucket] as number) + (more.shift[bucket] as number);
    },
    distribution: (detail = {}) => {
      const filled = groups.filter((group) => group !== undefined);
      const [longest, shortest] = [unsure.longest.state(), unsure.shortest.state()];
      const sure = { n, sum, min, max, kept: kept?.subarray(0, n) };
      const isQuick = detail.quick === true;
      const orderedOf = (state: SamplesState, counts?: Uint32Array): OrderedSamples =>
        isQuick ? selectedFrom([state], 1000, counts) : orderedFrom(state, 1000);
      const ordered = orderedOf(
        together(sure, longest, () => total),
        total,
      );
      const all = ordered.n;
      const atShare = (share: number): number => ordered.at(rankOf(all, share));
      // Requests without a gap say nothing of how alike gaps are.
      const clusters = (isQuick ? [] : filled).map(cumulated).filter((cluster) => (cluster.at(-1) ?? 0) > 0);
      const intervalOf = (q: number): Interval | undefined => {
        const shares = clusteredShares(clusters, bucketAtRank(total, rankOf(all, q)), q);
        return shares && [atShare(shares[0]), atShare(shares[1])];
      };
      const neededOf = (q: number): number | undefined => {
        const half = isQuick ? undefined : halfShare(clusters, bucketAtRank(total, rankOf(all, q)));
        return half === undefined ? undefined : all * Math.max(1, half / (1 - q)) ** 2;
      };
      const told = describe({ ordered, parts: 1000, intervalOf, neededOf }, detail);
      if (longest.n === 0) return told;
      const shifted = total.map((counted, bucket) => counted + (shift[bucket] as number));
      const least = orderedOf(
        together(sure, shortest, () => shifted),
        shifted,
      );
      const { percents = [] } = detail;
      return withEarliest(told, describe({ ordered: least, parts: 1000, intervalOf: () => undefined }, { percents }));
    },
    state: () => ({ groups, total, shift, ends: { n, sum, min, max }, kept, unsure }),
  };
}

type Sure = Omit<SamplesState, 'kept' | 'counts'> & { readonly kept: Uint32Array | undefined };

/** What is sure and what is not, the latter at one of its ends; `counted` has them all. */
function together(sure: Sure, unsure: SamplesState, counted: () => Uint32Array): SamplesState {
  const counts = sure.kept === undefined || unsure.counts !== undefined ? counted() : undefined;
  const kept = new Uint32Array(counts === undefined ? sure.n + unsure.n : 0);
  if (counts === undefined && sure.kept) {
    kept.set(sure.kept);
    kept.set(unsure.kept, sure.n);
  }
  const [min, max] = [Math.min(sure.min, unsure.min), Math.max(sure.max, unsure.max)];
  return { n: sure.n + unsure.n, sum: sure.sum + unsure.sum, min, max, kept, counts };
}

/**
 * Woodruff's interval with groups of requests as clusters: the share of gaps at or below the quantile varies between
 * them, and the quantiles at both ends of that share's interval bound it. It is what a bootstrap that draws whole groups
 * tends to, in one pass.
 */
function clusteredShares(clusters: readonly Uint32Array[], bucket: number, q: number): Interval | undefined {
  const half = halfShare(clusters, bucket);
  // Beyond all samples nothing is known.
  return half === undefined || q - half <= 0 || q + half >= 1 ? undefined : [q - half, q + half];
}

/** Half of that share's interval; `undefined` for too few groups. */
function halfShare(clusters: readonly Uint32Array[], bucket: number): number | undefined {
  if (clusters.length < leastGroups) return undefined;
  const sizes = clusters.map((cluster) => cluster.at(-1) ?? 0);
  const below = clusters.map((cluster) => cluster[bucket] ?? 0);
  const [n, count] = [sum(sizes), clusters.length];
  const share = sum(below) / n;
  const spread = sum(sizes.map((size, place) => ((below[place] ?? 0) - share * size) ** 2));
  return (studentOf(count - 1) * Math.sqrt((spread * count) / (count - 1))) / n;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How many are in a bucket or in one before it: a curve asks for many quantiles. */
function cumulated(counts: Uint32Array): Uint32Array {
  let total = 0;
  return counts.map((count) => (total += count));
}

/** Student's 97.5 % point for at least 9 degrees of freedom: the first terms of its expansion, right to 0.1 %. */
function studentOf(degrees: number): number {
  const z = normal95;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}
