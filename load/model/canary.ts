import type { Canary } from './instrument.ts';
import { errorsMs, quantileOf, type WrittenTimes } from './observation.ts';
import type { RequestRecord } from './record.ts';
import type { RequestsHeader } from './requests.ts';

/** The canary's error over all events of which both times are known; `undefined` where there is none. */
export function canaryOf(
  header: RequestsHeader,
  records: readonly RequestRecord[],
  written: WrittenTimes,
): Canary | undefined {
  const errors = records.flatMap((record) => errorsMs(header, record, written)).toSorted((a, b) => a - b);
  if (errors.length === 0) return undefined;
  const spanMs = Math.max(...records.map(({ end }) => end)) - Math.min(...records.map(({ intended }) => intended));
  const at = (q: number): number => Math.round(quantileOf(errors, q) * 1000) / 1000;
  return {
    ratePerS: Math.round((errors.length * 10_000) / spanMs) / 10,
    events: errors.length,
    errorMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
  };
}
