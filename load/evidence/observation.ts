import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';

/** When a server wrote each event of a request, by the request's id: CLOCK_MONOTONIC in nanoseconds. */
export type WrittenTimes = ReadonlyMap<string, readonly number[]>;

/**
 * Arrival minus true time of each event of a record, in milliseconds; empty where the two do not stand on one clock, or
 * not as many events came as were written.
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

/** Nearest rank of ascending values, at least one. */
export function quantileOf(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length - 1e-9) - 1)] ?? Number.NaN;
}
