import type { OneRequest, RequestKind } from 'k6/x/stream';

/** A stream per second, which ends before the next begins, with an event every 20 ms: the pace of a fast bot. */
const everyMs = 1_000;
const gapMs = 20;
const events = 45;

export function canaryStreams(durationMs: number): number {
  return Math.max(1, Math.floor(durationMs / everyMs));
}

/**
 * A stream from a local server that records when it wrote each event. It is read by the same instrument during the same
 * load, so it shows the error of the measured arrivals.
 */
export function canaryKind(url: string, timeoutMs: number): RequestKind {
  return {
    method: 'GET',
    url: `${url}?events=${events}&gapMs=${gapMs}&firstMs=${gapMs}`,
    headers: { Accept: 'text/event-stream' },
    reads: 'events',
    operation: 'canary',
    credits: 0,
    maxLagMs: timeoutMs,
    timeoutMs,
  };
}

/** A request of the canary: its record has an index below 0 and counts in no figure. */
export function canaryRequest(place: number): OneRequest {
  return { index: -1 - place, intendedMs: place * everyMs };
}
