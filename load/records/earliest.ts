import type { RequestRecord } from './record.ts';

/** Used anew for every record: a run has some ten thousand events a second, and its figures ask for each several times. */
let earliest = new Float64Array(256);

/**
 * When each event may have come at the earliest, in the order of `events`: at its timestamp, or, where more came in the same
 * read, after what came before that. `undefined` where all came at their timestamps, or where nobody knows which did not.
 * It holds until the next record is asked for, and may be longer than the events are many.
 */
export function earliestOf({ earlyAt, events, headers, sent = 0 }: RequestRecord): ArrayLike<number> | undefined {
  if (earlyAt === undefined || earlyAt.length === 0) return undefined;
  if (earliest.length < events.length) earliest = new Float64Array(2 * events.length);
  // Apart, as one list of whole and of fractional numbers would make all fractional, and each look by place dear.
  let next = 0;
  let [before, last] = [headers ?? sent, Number.POSITIVE_INFINITY];
  for (let place = 0; place < events.length; place += 1) {
    const at = events[place] as number;
    if (at > last && last > before) before = last;
    last = at;
    const isUncertain = earlyAt[next] === place;
    if (isUncertain) next += 1;
    earliest[place] = isUncertain && before < at ? before : at;
  }
  return earliest;
}

/** Of the first event with data, and of the first with text of the reply. */
type FirstTimes = { readonly event?: number; readonly content?: number };

export function earliestFirsts(record: RequestRecord): FirstTimes {
  const { events, firstEvent, firstContent, others = [] } = record;
  const lows = earliestOf(record);
  const told = (at: number | undefined, place: () => number): number | undefined =>
    at === undefined ? undefined : lows === undefined ? guessed(record, at) : (lowAt(lows, events, place()) ?? at);
  const event = told(firstEvent, () => events.indexOf(firstEvent as number));
  const content = told(firstContent, () => firstOf(others));
  return { ...(event !== undefined && { event }), ...(content !== undefined && { content }) };
}

function lowAt(lows: ArrayLike<number>, { length }: readonly number[], place: number): number | undefined {
  return place < length ? lows[place] : undefined;
}

/** The smallest place that is none of those. */
function firstOf(places: readonly number[]): number {
  let first = 0;
  while (places[first] === first) first += 1;
  return first;
}

/**
 * Older records do not say which events are uncertain. One that shares its timestamp with the next is: as many as there are of
 * such at other times than this one are not this one.
 */
function guessed({ early = 0, events, headers, sent = 0 }: RequestRecord, at: number): number {
  if (early === 0) return at;
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
  /** The longest that each may be, and the shortest, in milliseconds. */
  readonly longest: Float64Array;
  readonly shortest: Float64Array;
  /** When the event came that ended it, in milliseconds since t0. */
  readonly endedMs: Float64Array;
  /** From the first event to the last, at the longest and at the shortest: a gap that is longer makes its neighbour shorter. */
  readonly spanMs: { readonly longest: number; readonly shortest: number };
};

/** Used anew for every record. A call for each gap would put each of its numbers into an object of its own. */
const gaps = {
  count: 0,
  longest: new Float64Array(256),
  shortest: new Float64Array(256),
  endedMs: new Float64Array(256),
  spanMs: { longest: 0, shortest: 0 },
};

/**
 * The gaps between events with text of the reply, or between all where no rule tells them. Where nobody knows which events
 * are uncertain, those of one read have none between them.
 */
export function gapsOf(record: RequestRecord): RecordGaps {
  const { events, others } = record;
  const lows = earliestOf(record);
  if (gaps.longest.length < events.length)
    for (const name of ['longest', 'shortest', 'endedMs'] as const) gaps[name] = new Float64Array(2 * events.length);
  const { longest: most, shortest: least, endedMs } = gaps;
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
    const low = lows === undefined ? at : (lows[place] as number);
    const longest = at - lowBefore;
    // Before the first there is none, and the comparison does not hold.
    if (longest >= leastGapMs) {
      const shortest = low - before;
      most[count] = longest;
      least[count] = shortest > 0 ? shortest : 0;
      endedMs[count] = at;
      count += 1;
    }
    if (Number.isNaN(first)) [first, lowFirst] = [at, low];
    before = at;
    lowBefore = low;
  }
  gaps.count = count;
  gaps.spanMs.longest = count === 0 ? 0 : before - lowFirst;
  gaps.spanMs.shortest = count === 0 ? 0 : Math.max(0, lowBefore - first);
  return gaps;
}

/** The same one by one: the longest that each gap may be, and the shortest. */
export function eachGap(record: RequestRecord, take: (longest: number, shortest: number) => void): void {
  const { count, longest, shortest } = gapsOf(record);
  for (let place = 0; place < count; place += 1) take(longest[place] as number, shortest[place] as number);
}
