import type { Censored } from '../statistics/measured.ts';
import { earliestArrivals } from './arrivals.ts';
import type { RequestRecord } from './record.ts';

/** The gaps of a record: the first `count` entries of each list, valid until the next call. */
export type RecordGaps = {
  readonly count: number;
  /**
   * The bounds of each gap in milliseconds. Gaps that ended in the same read are in no order: the longest of them lies
   * between the first pair of bounds, the next longest between the second pair.
   */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** When the event that ended the gap came, in milliseconds since t0. */
  readonly endedMs: Float64Array;
  /** Time from the first event to the last. It bounds the sum: where a gap is longer, its neighbour is shorter. */
  readonly spanMs: Censored;
};

/** The record that `gaps` belongs to: several figures ask for the gaps of the same record in succession. */
let asked: RequestRecord | undefined;

/** Reused for every record. A callback per gap would allocate an object for each number. */
const gaps = {
  count: 0,
  low: new Float64Array(256),
  high: new Float64Array(256),
  endedMs: new Float64Array(256),
  spanMs: { low: 0, high: 0 },
};

/**
 * The gaps between events with text of the reply, or between all events where no rule is known: one fewer than these
 * events. A gap between events of the same read lies between 0 and the time since the read before it.
 */
export function gapsOf(record: RequestRecord): RecordGaps {
  const { events, others } = record;
  if (record === asked) return gaps;
  asked = record;
  const lowTimes = earliestArrivals(record);
  if (gaps.high.length < events.length)
    for (const name of ['low', 'high', 'endedMs'] as const) gaps[name] = new Float64Array(2 * events.length);
  const { low: lowGaps, high: highGaps, endedMs } = gaps;
  let [count, next, ofRead] = [0, 0, 0];
  let [before, lowBefore] = [Number.NaN, Number.NaN];
  let [first, lowFirst] = [Number.NaN, Number.NaN];
  // Lower bound of the event before those of this read.
  let beforeRead = Number.NaN;
  let other = others?.[0] ?? -1;
  for (let place = 0; place < events.length; place += 1) {
    if (place === other) {
      next += 1;
      other = others?.[next] ?? -1;
      continue;
    }
    const at = events[place] as number;
    const low = lowTimes === undefined ? at : (lowTimes[place] as number);
    // An event that is not censored was the last of its read.
    if (at !== before || lowBefore === before) {
      if (count - ofRead > 1) shareOut(ofRead, count, lowBefore - beforeRead);
      ofRead = count;
      beforeRead = before;
    }
    if (Number.isNaN(first)) {
      first = at;
      lowFirst = low;
    } else {
      highGaps[count] = at - lowBefore;
      lowGaps[count] = low > before ? low - before : 0;
      endedMs[count] = at;
      count += 1;
    }
    before = at;
    lowBefore = low;
  }
  if (count - ofRead > 1) shareOut(ofRead, count, lowBefore - beforeRead);
  gaps.count = count;
  gaps.spanMs.high = count === 0 ? 0 : before - lowFirst;
  gaps.spanMs.low = count === 0 ? 0 : Math.max(0, lowBefore - first);
  return gaps;
}

/**
 * Tightens the bounds of gaps that ended in the same read. Their sum is at most the upper bound of the first: at most a
 * single gap is longer than half of it, and at most two are longer than a third. The longest is at least as long as the
 * mean.
 *
 * @param leastMs lower bound of their sum; NaN where no event came before the read
 */
function shareOut(from: number, to: number, leastMs: number): void {
  const { low, high } = gaps;
  const wholeMs = high[from] as number;
  for (let rank = 2; rank <= to - from; rank += 1) {
    const place = from + rank - 1;
    // All gaps except the one that began before the read lie within the read.
    high[place] = Math.min(wholeMs / rank, (high[place] as number) / (rank - 1));
  }
  const shareMs = leastMs / (to - from);
  if (shareMs > (low[from] as number)) low[from] = shareMs;
}

/** Calls `take` with the bounds of each gap. */
export function eachGap(record: RequestRecord, take: (low: number, high: number) => void): void {
  const { count, low, high } = gapsOf(record);
  for (let place = 0; place < count; place += 1) take(low[place] as number, high[place] as number);
}
