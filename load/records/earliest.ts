import { ofContent, type RequestRecord } from './record.ts';

/**
 * When each event may have come at the earliest, in the order of `events`: at its timestamp, or, where more came in the same
 * read, after what came before that. `undefined` where all came at their timestamps, or where nobody knows which did not.
 */
export function earliestOf({ earlyAt, events, headers, sent = 0 }: RequestRecord): readonly number[] | undefined {
  if (earlyAt === undefined || earlyAt.length === 0) return undefined;
  const earliest: number[] = [];
  let [before, next, last] = [headers ?? sent, 0, Number.POSITIVE_INFINITY];
  for (let place = 0; place < events.length; place += 1) {
    const at = events[place] as number;
    if (at > last) before = Math.max(before, last);
    last = at;
    const isUncertain = earlyAt[next] === place;
    if (isUncertain) next += 1;
    earliest.push(isUncertain ? Math.min(before, at) : at);
  }
  return earliest;
}

/** Of the first event with data, and of the first with text of the reply. */
export type FirstTimes = { readonly event?: number; readonly content?: number };

export function earliestFirsts(record: RequestRecord): FirstTimes {
  const { events, firstEvent, firstContent, others = [] } = record;
  const earliest = earliestOf(record);
  const told = (at: number | undefined, place: () => number): number | undefined =>
    at === undefined ? undefined : earliest === undefined ? guessed(record, at) : (earliest[place()] ?? at);
  const event = told(firstEvent, () => events.indexOf(firstEvent as number));
  const content = told(firstContent, () => firstOf(others));
  return { ...(event !== undefined && { event }), ...(content !== undefined && { content }) };
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

/**
 * The gaps between events with text of the reply, or between all where no rule tells them: the longest that each may be
 * and the shortest. Where nobody knows which events are uncertain, those of one read have none between them.
 */
export function eachGap(
  record: RequestRecord,
  take: (longest: number, shortest: number, endedMs: number) => void,
): void {
  const { events, others } = record;
  const [timestamps, earliest] = [ofContent(events, others), earliestOf(record)];
  const lows = earliest === undefined ? timestamps : ofContent(earliest, others);
  for (let place = 1; place < timestamps.length; place += 1) {
    const longest = (timestamps[place] as number) - (lows[place - 1] as number);
    if (longest < leastGapMs) continue;
    const shortest = Math.max(0, (lows[place] as number) - (timestamps[place - 1] as number));
    take(longest, shortest, timestamps[place] as number);
  }
}
