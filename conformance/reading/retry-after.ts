/**
 * Milliseconds that a `Retry-After` asks to wait (RFC 9110 10.2.3): seconds, or an HTTP date, which is compared with
 * the clock of the sender (`date`) where it is known, and otherwise with the own clock. Undefined where the value is
 * neither.
 */
export function retryAfterIn(value: string, date: string | undefined, nowMs: number): number | undefined {
  const text = value.trim();
  const ownMs = Date.parse(date ?? '');
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - (Number.isNaN(ownMs) ? nowMs : ownMs);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
