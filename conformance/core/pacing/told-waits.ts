import type { Exchange } from '../exchange.ts';
import { retryAfterMs, classify } from '../classify.ts';

/** Called as a wait begins: with the answer, the operation that waits, and for how long. */
export type ToldWaits = (exchange: Exchange, operation: Exchange['operation'], waitMs: number) => void;

/** Shorter waits are not reported. */
const longMs = 5_000;
/** Waits that end within this time of each other are reported as one. */
const sameMs = 5_000;
/** A target that names no time is retried again and again: that is reported once a minute. */
const againMs = 60_000;

/** Reports a long wait in one line, and not the other waits of the same time; `nowMs` is a monotonic clock. */
export function createToldWaits(
  tell: (line: string) => void,
  nowMs: () => number = () => performance.now(),
): ToldWaits {
  let toldUntilMs = Number.NEGATIVE_INFINITY;
  return (exchange, operation, waitMs) => {
    const untilMs = nowMs() + waitMs;
    if (waitMs < longMs || untilMs <= toldUntilMs + sameMs) return;
    const isAsked = retryAfterMs(exchange, Date.now()) !== undefined;
    toldUntilMs = isAsked ? untilMs : nowMs() + againMs;
    const classification = classify(exchange, true);
    const [said = ''] = classification.is === 'outage' ? classification.because.split(';') : [];
    const lacks = isAsked ? '' : ', which does not say for how long';
    tell(`waiting ${Math.ceil(waitMs / 1_000)} s before more is sent for ${operation}: ${said}${lacks}`);
  };
}
