import type { Censored } from '../statistics/measured.ts';
import { lowArrivals } from './arrivals.ts';
import type { RequestRecord } from './record.ts';

/** The gaps of one record: so many places of each list are of it, until the gaps of the next are asked for. */
export type RecordGaps = {
  readonly count: number;
  /**
   * Between which each lies, in milliseconds. Those that ended in one read are in no order: its longest gap lies between the
   * first two ends, the next between the second ones.
   */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** When the event came that ended it, in milliseconds since t0. */
  readonly endedMs: Float64Array;
  /** From the first event to the last: a gap that is longer makes its neighbour shorter. */
  readonly spanMs: Censored;
};

/** Of which they are: several figures ask for those of a record, one after the other. */
let asked: RequestRecord | undefined;

/** Used anew for every record. A call for each gap would put each of its numbers into an object of its own. */
const gaps = {
  count: 0,
  low: new Float64Array(256),
  high: new Float64Array(256),
  endedMs: new Float64Array(256),
  spanMs: { low: 0, high: 0 },
};

/**
 * The gaps between events with text of the reply, or between all where no rule tells them: one fewer than these. One between
 * events of a read lies between 0 and the time since the read before it.
 */
export function gapsOf(record: RequestRecord): RecordGaps {
  const { events, others } = record;
  if (record === asked) return gaps;
  asked = record;
  const lowTimes = lowArrivals(record);
  if (gaps.high.length < events.length)
    for (const name of ['low', 'high', 'endedMs'] as const) gaps[name] = new Float64Array(2 * events.length);
  const { low: lowGaps, high: highGaps, endedMs } = gaps;
  let [count, next, ofRead] = [0, 0, 0];
  let [before, lowBefore] = [Number.NaN, Number.NaN];
  let [first, lowFirst] = [Number.NaN, Number.NaN];
  // Of the event before those of this read.
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
    // One that is not censored was the last of its read.
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
 * Gaps that ended in one read are together as long as the first of them can be at most: at most one is longer than half of
 * that, and two than a third. The longest is at least as long as all of them at least, equally shared.
 *
 * @param leastMs of all together; NaN where nothing came before the read
 */
function shareOut(from: number, to: number, leastMs: number): void {
  const { low, high } = gaps;
  const wholeMs = high[from] as number;
  for (let rank = 2; rank <= to - from; rank += 1) {
    const place = from + rank - 1;
    // All but the one that began before the read lie within it.
    high[place] = Math.min(wholeMs / rank, (high[place] as number) / (rank - 1));
  }
  const shareMs = leastMs / (to - from);
  if (shareMs > (low[from] as number)) low[from] = shareMs;
}

/** The same one by one. */
export function eachGap(record: RequestRecord, take: (low: number, high: number) => void): void {
  const { count, low, high } = gapsOf(record);
  for (let place = 0; place < count; place += 1) take(low[place] as number, high[place] as number);
}
