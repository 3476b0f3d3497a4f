/**
 * Milliseconds that a `Retry-After` asks to wait (RFC 9110 10.2.3): seconds, or an HTTP date, which is held against the
 * sender's own clock (`date`) where it tells it, and else against ours. Undefined where it says neither.
 */
export function retryAfterIn(value: string, date: string | undefined, nowMs: number): number | undefined {
  const text = value.trim();
  const ownMs = Date.parse(date ?? '');
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - (Number.isNaN(ownMs) ? nowMs : ownMs);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
