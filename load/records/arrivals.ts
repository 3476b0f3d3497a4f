import type { Censored } from '../statistics/measured.ts';
import type { RequestRecord } from './record.ts';

/** Used anew for every record: a run has some ten thousand events a second, and its figures ask for each several times. */
let lows = new Float64Array(256);

/** Whether of any of its events only an interval is known. Of nearly all records of none: those of one read may have come at once. */
export function hasCensored({ early = 0 }: RequestRecord): boolean {
  return early > 0;
}

/**
 * The low end of when each event may have come, in the order of `events`: at its timestamp, or, where more came in the same
 * read, after what came before that. `undefined` where none is censored. Older records do not say which are: of them those
 * that share their timestamp with the next.
 * It holds until the next record is asked for, and may be longer than the events are many.
 */
export function lowArrivals(record: RequestRecord): ArrayLike<number> | undefined {
  if (!hasCensored(record)) return undefined;
  const { earlyAt, events } = record;
  if (lows.length < events.length) lows = new Float64Array(2 * events.length);
  // Apart, as one list of whole and of fractional numbers would make all fractional, and each look by place dear.
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
 * What the first events came after: the read with the response's header, or, where they came in that one, the sending. The
 * program stamps a header after its read, and the events of that read later still: such a header is no bound.
 */
function beforeFirstRead({ events, headers, sent = 0, ownDelay }: RequestRecord): number {
  const isReadBefore = ownDelay !== undefined && headers !== undefined && headers < (events[0] ?? 0);
  return isReadBefore ? headers : sent;
}

/** When the first event with data came, and the first with text of the reply. */
type FirstArrivals = { readonly event: Censored | undefined; readonly content: Censored | undefined };

export function firstArrivals(record: RequestRecord): FirstArrivals {
  const { events, firstEvent, firstContent, others = [], early = 0, earlyAt } = record;
  const lowTimes = early === 0 || earlyAt === undefined ? undefined : lowArrivals(record);
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
