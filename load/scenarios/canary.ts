import type { OneRequest, RequestKind } from 'k6/x/stream';

/** One stream a second, which ends before the next begins: an event every 20 ms, as a brisk bot sends them. */
const everyMs = 1_000;
const gapMs = 20;
const events = 45;

export function canaryStreams(durationMs: number): number {
  return Math.max(1, Math.floor(durationMs / everyMs));
}

/**
 * A stream from a local emitter that writes down when it wrote each event: read by the same instrument during the same
 * load, it shows by how much arrivals are misjudged.
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

/** Its records have indexes below 0 and stand in no figure. */
export function canaryRequest(place: number): OneRequest {
  return { index: -1 - place, intendedMs: place * everyMs };
}
