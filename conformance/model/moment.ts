import type { Exchange } from './exchange.ts';

/**
 * Milliseconds since 1970, with microseconds, by a clock that only goes forward: it was set once when the process
 * began.
 */
export function momentMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * ISO 8601, UTC, with six digits after the second: they tell requests that were sent at once from those that follow
 * within a millisecond.
 */
export function isoOf(momentInMs: number): string {
  const ms = Math.floor(momentInMs);
  const microseconds = Math.floor((momentInMs - ms) * 1_000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
}

/** Milliseconds since 1970, and the precision of the time: a record may hold only milliseconds. */
export function momentOf(iso: string): { readonly ms: number; readonly clockMs: number } {
  const [, beyond] = /\.\d{3}(\d{3})Z$/.exec(iso) ?? [];
  const ms = Date.parse(iso.replace(/(\.\d{3})\d+Z$/, '$1Z'));
  return beyond === undefined ? { ms, clockMs: 1 } : { ms: ms + Number(beyond) / 1_000, clockMs: 0.001 };
}

/** When a request was begun, in milliseconds since 1970. */
export function startOf({ startedAt }: Pick<Exchange, 'startedAt'>): number {
  return momentOf(startedAt).ms;
}

/** When its response ended, or was given up, in milliseconds since 1970. */
export function endOfExchange({ startedAt, response }: Pick<Exchange, 'startedAt' | 'response'>): number {
  return momentOf(startedAt).ms + response.endedAtMs;
}
