import type { Canary } from './instrument.ts';
import { errorsMs, quantileOf, type WrittenTimes } from './observation.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';

/** The canary streams of a segment of a run: their arrivals, and when their events were written. */
export type CanaryStreams = {
  readonly header: RequestsHeader;
  readonly records: readonly RequestRecord[];
  readonly written: WrittenTimes;
};

/** The error of the canary over all events of all segments with both times known. Undefined where there are none. */
export function canaryOf(segments: readonly CanaryStreams[]): Canary | undefined {
  const errors = segments
    .flatMap(({ header, records, written }) => records.flatMap((record) => errorsMs(header, record, written)))
    .toSorted((a, b) => a - b);
  if (errors.length === 0) return undefined;
  const records = segments.flatMap((segment) => segment.records);
  const ends = records.reduce((latest, { end }) => Math.max(latest, end), 0);
  const spanMs = ends - records.reduce((first, { intended }) => Math.min(first, intended), ends);
  const at = (q: number): number => Math.round(quantileOf(errors, q) * 1000) / 1000;
  return {
    ratePerS: Math.round((errors.length * 10_000) / spanMs) / 10,
    events: errors.length,
    errorMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
  };
}
