import type { Detail, Distribution } from '../statistics/distribution.ts';
import { addCounts, bucketCount, bucketOf } from '../statistics/histogram.ts';
import type { RecordGaps } from '../records/record-gaps.ts';
import { collectSamples, withDoubledCapacity, roundToUint32 } from '../statistics/samples.ts';
import { gapDistribution, type GapsState } from './gap-quantiles.ts';
import type { ResponseCounts } from './of-all.ts';

/**
 * Times between events. Many gaps come from the same request and are alike, as are those of requests close in time. So
 * requests are put into groups, each with its own histogram: the spread between the groups shows how certain a quantile
 * is.
 */
export type Gaps = {
  /**
   * The arrivals of a request's events, each event from a read of its own.
   *
   * @param cluster a whole number that requests share whose gaps are alike
   */
  readonly add: (cluster: number, events: readonly number[]) => void;
  /** A gap that may be censored, in milliseconds. */
  readonly addCensored: (cluster: number, low: number, high: number) => void;
  /** Adds all gaps of a request, censored or not. */
  readonly addAll: (cluster: number, gaps: RecordGaps) => void;
  readonly merge: (other: Gaps) => void;
  /** @param unanswered the streams without gaps, because they failed */
  readonly distribution: (detail?: Detail, unanswered?: ResponseCounts) => Distribution;
  readonly state: () => GapsState;
};

/** Number of groups: the blocks of time of the usual number of steps of a step load. */
const groupCount = 128;

/** Most gaps that are kept individually, so that the figures of a short run are exact. */
const exactLimit = 2 ** 17;

export function collectGaps(): Gaps {
  const groups = Array.from({ length: groupCount }, (): Uint32Array | undefined => undefined);
  let values: Uint32Array | undefined = new Uint32Array(256);
  let [n, min, max] = [0, 2 ** 32 - 1, 0];
  const sums = {
    low: 0,
    high: 0,
    lowByGroup: new Float64Array(groupCount),
    highByGroup: new Float64Array(groupCount),
  };
  const keep = (from: Uint32Array, count: number): void => {
    if (values === undefined || n + count > exactLimit) values = undefined;
    else {
      while (values.length < n + count) values = withDoubledCapacity(values);
      values.set(from.subarray(0, count), n);
    }
  };
  const censored = { low: collectSamples({ exactLimit }), high: collectSamples({ exactLimit }) };
  // These sums are maintained on every add: a live run asks for them every second, and adding up all groups takes as
  // long as all the rest.
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
  // The buffer is reused for every request.
  let found: Uint32Array<ArrayBuffer> = new Uint32Array(256);
  const addExact = (group: Uint32Array, gap: number): void => {
    count(group, gap);
    if (gap < min) min = gap;
    if (gap > max) max = gap;
    if (values !== undefined && n >= exactLimit) values = undefined;
    if (values !== undefined) {
      if (n === values.length) values = withDoubledCapacity(values);
      values[n] = gap;
    }
    n += 1;
  };
  const addSum = (cluster: number, low: number, high: number): void => {
    addToGroup(cluster, roundToUint32(low * 1000), roundToUint32(high * 1000));
  };
  const addToGroup = (cluster: number, lowUs: number, highUs: number): void => {
    const group = cluster % groupCount;
    sums.low += lowUs;
    sums.high += highUs;
    sums.lowByGroup[group] = (sums.lowByGroup[group] as number) + lowUs;
    sums.highByGroup[group] = (sums.highByGroup[group] as number) + highUs;
  };
  const addTo = (group: Uint32Array, low: number, high: number): void => {
    const highUs = roundToUint32(high * 1000);
    if (low === high) {
      addExact(group, highUs);
      return;
    }
    count(group, highUs);
    move(bucketOf(highUs), bucketOf(roundToUint32(low * 1000)));
    censored.low.add(low);
    censored.high.add(high);
  };
  const groupOf = (cluster: number): Uint32Array => (groups[cluster % groupCount] ??= new Uint32Array(bucketCount));
  const state = (): GapsState => ({ groups, total, shift, ends: { n, min, max }, sums, values, censored });
  return {
    // A single loop without a call of `addExact` for each gap: this is the most frequent operation of a run.
    add: (cluster, events) => {
      const group = groupOf(cluster);
      while (found.length < events.length) found = withDoubledCapacity(found);
      const gaps = found;
      let [many, all] = [0, 0];
      for (let place = 1; place < events.length; place += 1) {
        const gap = roundToUint32(((events[place] as number) - (events[place - 1] as number)) * 1000);
        gaps[many] = gap;
        many += 1;
        all += gap;
        count(group, gap);
        if (gap < min) min = gap;
        if (gap > max) max = gap;
      }
      if (values) keep(gaps, many);
      n += many;
      addToGroup(cluster, all, all);
    },
    addCensored: (cluster, low, high) => {
      addTo(groupOf(cluster), low, high);
      addSum(cluster, low, high);
    },
    addAll: (cluster, { count, low, high, spanMs }) => {
      addSum(cluster, spanMs.low, spanMs.high);
      const group = groupOf(cluster);
      for (let place = 0; place < count; place += 1) addTo(group, low[place] as number, high[place] as number);
    },
    merge: (other) => {
      const more = other.state();
      censored.low.merge(more.censored.low);
      censored.high.merge(more.censored.high);
      if (more.values) keep(more.values, more.ends.n);
      else values = undefined;
      n += more.ends.n;
      more.sums.lowByGroup.forEach((sum, group) => addToGroup(group, sum, more.sums.highByGroup[group] as number));
      min = Math.min(min, more.ends.min);
      max = Math.max(max, more.ends.max);
      more.groups.forEach((from, place) => {
        if (from) addCounts((groups[place] ??= new Uint32Array(bucketCount)), from);
      });
      addCounts(total, more.total);
      for (let bucket = 0; bucket < bucketCount; bucket += 1)
        shift[bucket] = (shift[bucket] as number) + (more.shift[bucket] as number);
    },
    distribution: (detail, unanswered) => gapDistribution(state(), detail, unanswered),
    state,
  };
}
