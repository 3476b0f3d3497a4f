import type { Censored } from '../statistics/measured.ts';
import type { RequestRecord } from './record.ts';

/** Used anew for every record: a run has some ten thousand events a second, and its figures ask for each several times. */
let lows = new Float64Array(256);

/**
 * The low end of when each event may have come, in the order of `events`: at its timestamp, or, where more came in the same
 * read, after what came before that. `undefined` where none is censored, or where nobody knows which are.
 * It holds until the next record is asked for, and may be longer than the events are many.
 */
export function lowArrivals({ earlyAt, events, headers, sent = 0 }: RequestRecord): ArrayLike<number> | undefined {
  if (earlyAt === undefined || earlyAt.length === 0) return undefined;
  if (lows.length < events.length) lows = new Float64Array(2 * events.length);
  // Apart, as one list of whole and of fractional numbers would make all fractional, and each look by place dear.
  let next = 0;
  let [before, last] = [headers ?? sent, Number.POSITIVE_INFINITY];
  for (let place = 0; place < events.length; place += 1) {
    const at = events[place] as number;
    if (at > last && last > before) before = last;
    last = at;
    const isCensored = earlyAt[next] === place;
    if (isCensored) next += 1;
    lows[place] = isCensored && before < at ? before : at;
  }
  return lows;
}

/** When the first event with data came, and the first with text of the reply. */
type FirstArrivals = { readonly event: Censored | undefined; readonly content: Censored | undefined };

export function firstArrivals(record: RequestRecord): FirstArrivals {
  const { events, firstEvent, firstContent, others = [], early = 0 } = record;
  const lowTimes = early === 0 ? undefined : lowArrivals(record);
  const arrivalOf = (high: number | undefined, placeOf: () => number): Censored | undefined => {
    if (high === undefined) return undefined;
    // Nearly always none is censored.
    if (early === 0) return { low: high, high };
    if (lowTimes === undefined) return { low: guessed(record, high), high };
    const place = placeOf();
    return { low: place < events.length ? (lowTimes[place] ?? high) : high, high };
  };
  return {
    event: arrivalOf(firstEvent, () => events.indexOf(firstEvent as number)),
    content: arrivalOf(firstContent, () => firstOf(others)),
  };
}

/** The smallest place that is none of those. */
function firstOf(places: readonly number[]): number {
  let first = 0;
  while (places[first] === first) first += 1;
  return first;
}

/**
 * Older records do not say which events are censored. One that shares its timestamp with the next is: as many as there are of
 * such at other times than this one are not this one.
 */
function guessed({ early = 0, events, headers, sent = 0 }: RequestRecord, at: number): number {
  let [explained, before] = [0, headers ?? sent];
  for (let place = 0; place < events.length; place += 1) {
    const time = events[place] as number;
    if (time < at) before = Math.max(before, time);
    if (place > 0 && time === events[place - 1] && time !== at) explained += 1;
  }
  return early > explained ? Math.min(before, at) : at;
}

/** Half a microsecond and less is no gap. */
const leastGapMs = 0.0005;

/** The gaps of one record: so many places of each list are of it, until the gaps of the next are asked for. */
export type RecordGaps = {
  readonly count: number;
  /** Between which each lies, in milliseconds. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** When the event came that ended it, in milliseconds since t0. */
  readonly endedMs: Float64Array;
  /** From the first event to the last: a gap that is longer makes its neighbour shorter. */
  readonly spanMs: Censored;
};

/** Used anew for every record. A call for each gap would put each of its numbers into an object of its own. */
const gaps = {
  count: 0,
  low: new Float64Array(256),
  high: new Float64Array(256),
  endedMs: new Float64Array(256),
  spanMs: { low: 0, high: 0 },
};

/**
 * The gaps between events with text of the reply, or between all where no rule tells them. Where nobody knows which events
 * are censored, those of one read have none between them.
 */
export function gapsOf(record: RequestRecord): RecordGaps {
  const { events, others } = record;
  const lowTimes = lowArrivals(record);
  if (gaps.high.length < events.length)
    for (const name of ['low', 'high', 'endedMs'] as const) gaps[name] = new Float64Array(2 * events.length);
  const { low: lowGaps, high: highGaps, endedMs } = gaps;
  let [count, next] = [0, 0];
  let [before, lowBefore] = [Number.NaN, Number.NaN];
  let [first, lowFirst] = [Number.NaN, Number.NaN];
  let other = others?.[0] ?? -1;
  for (let place = 0; place < events.length; place += 1) {
    if (place === other) {
      next += 1;
      other = others?.[next] ?? -1;
      continue;
    }
    const at = events[place] as number;
    const low = lowTimes === undefined ? at : (lowTimes[place] as number);
    const highGap = at - lowBefore;
    // Before the first there is none, and the comparison does not hold.
    if (highGap >= leastGapMs) {
      const lowGap = low - before;
      highGaps[count] = highGap;
      lowGaps[count] = lowGap > 0 ? lowGap : 0;
      endedMs[count] = at;
      count += 1;
    }
    if (Number.isNaN(first)) [first, lowFirst] = [at, low];
    before = at;
    lowBefore = low;
  }
  gaps.count = count;
  gaps.spanMs.high = count === 0 ? 0 : before - lowFirst;
  gaps.spanMs.low = count === 0 ? 0 : Math.max(0, lowBefore - first);
  return gaps;
}

/** The same one by one. */
export function eachGap(record: RequestRecord, take: (low: number, high: number) => void): void {
  const { count, low, high } = gapsOf(record);
  for (let place = 0; place < count; place += 1) take(low[place] as number, high[place] as number);
}
