import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';

/** When a server wrote each event of a request, by the request's id: CLOCK_MONOTONIC in nanoseconds. */
export type WrittenTimes = ReadonlyMap<string, readonly number[]>;

/**
 * Arrival minus true time of each event of a record, in milliseconds. Empty where the two are not on the same clock, or
 * where the number of events that arrived differs from the number written.
 */
export function errorsMs(
  { t0MonotonicNs }: Pick<RequestsHeader, 't0MonotonicNs'>,
  { id, events, eventsDropped }: Pick<RequestRecord, 'id' | 'events' | 'eventsDropped'>,
  written: WrittenTimes,
): readonly number[] {
  const writtenNs = written.get(id);
  if (t0MonotonicNs === undefined || writtenNs === undefined) return [];
  if (events.length + eventsDropped !== writtenNs.length) return [];
  return events.map((at, place) => at - ((writtenNs[place] ?? 0) - t0MonotonicNs) / 1e6);
}

/** The quantile of ascending values, at least one, by nearest rank. */
export function quantileOf(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length - 1e-9) - 1)] ?? Number.NaN;
}
