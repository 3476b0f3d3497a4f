import type { Censored } from '../statistics/measured.ts';
import type { RequestRecord } from './record.ts';

/**
 * The buffer is reused for every record: a run has some ten thousand events a second, and its figures read each event
 * several times.
 */
let lows = new Float64Array(256);

/**
 * Whether the record has censored events, of which only an interval is known because several came in the same read.
 * Nearly all records have none.
 */
export function hasCensored({ early = 0 }: RequestRecord): boolean {
  return early > 0;
}

/**
 * The earliest time at which each event may have come, in the order of `events`: its timestamp, or where more events
 * came in the same read, the time of the event before that read. Undefined where no event is censored. Older records do
 * not say which events are: there, those that share their timestamp with the next event count. The list is valid until
 * the next call, and may be longer than the number of events.
 */
export function earliestArrivals(record: RequestRecord): ArrayLike<number> | undefined {
  if (!hasCensored(record)) return undefined;
  const { earlyAt, events } = record;
  if (lows.length < events.length) lows = new Float64Array(2 * events.length);
  // Kept in a separate array: a list of both whole and fractional numbers would make all of them fractional, and each
  // access slow.
  let next = 0;
  let [before, last] = [beforeFirstRead(record), Number.POSITIVE_INFINITY];
  for (let place = 0; place < events.length; place += 1) {
    const at = events[place] as number;
    if (at > last && last > before) before = last;
    last = at;
    const isCensored = earlyAt === undefined ? events[place + 1] === at : earlyAt[next] === place;
    if (isCensored) next += 1;
    lows[place] = isCensored && before < at ? before : at;
  }
  return lows;
}

/**
 * Lower bound for the first events: the read with the response's header, or where they came in the same read, the
 * sending. With user timestamps, a header is stamped after its read, and the events of that read later still: such a
 * header is no bound.
 */
function beforeFirstRead({ events, headers, sent = 0, ownDelay }: RequestRecord): number {
  const isReadBefore = ownDelay !== undefined && headers !== undefined && headers < (events[0] ?? 0);
  return isReadBefore ? headers : sent;
}

/** When the first event with data came, and the first event with text of the reply. */
type FirstArrivals = { readonly event: Censored | undefined; readonly content: Censored | undefined };

export function firstArrivals(record: RequestRecord): FirstArrivals {
  const { events, firstEvent, firstContent, others = [], early = 0, earlyAt } = record;
  const lowTimes = early === 0 || earlyAt === undefined ? undefined : earliestArrivals(record);
  const arrivalOf = (high: number | undefined, placeOf: () => number): Censored | undefined => {
    if (high === undefined) return undefined;
    // Nearly all records have no censored event.
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

/** The smallest index that is not in `places`. */
function firstOf(places: readonly number[]): number {
  let first = 0;
  while (places[first] === first) first += 1;
  return first;
}

/**
 * Older records do not say which events are censored. An event counts as censored if it shares its timestamp with the
 * next one, unless the other events of that kind already account for all censored events.
 */
function guessed(record: RequestRecord, at: number): number {
  const { early = 0, events } = record;
  let [explained, before] = [0, beforeFirstRead(record)];
  for (let place = 0; place < events.length; place += 1) {
    const time = events[place] as number;
    if (time < at) before = Math.max(before, time);
    if (place > 0 && time === events[place - 1] && time !== at) explained += 1;
  }
  return early > explained ? Math.min(before, at) : at;
}
