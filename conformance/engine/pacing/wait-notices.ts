import type { Exchange } from '../../model/exchange.ts';
import { classify } from '../../classification/classify.ts';
import { retryAfterMs } from '../../classification/transient.ts';
import { longestPauseMs } from './outage-breaker.ts';
import { quotaIn } from './quota.ts';

/**
 * Learns of each wait that begins: what was answered, for which operation nothing is sent, for how long, and for how long
 * nothing of it was let in before.
 */
export type WaitNotices = (
  exchange: Exchange,
  operation: Exchange['operation'],
  waitMs: number,
  stoodMs: number,
) => void;

/** Nobody wonders why nothing goes on for less. */
const longMs = 5_000;
/** What is asked for at the same moment ends at nearly the same. */
const sameMs = 5_000;
/** Who does not say for how long, or asks for too long, is asked again and again: that is said once a minute. */
const againMs = 60_000;

/** Tells of a long wait in one line, and not of what waits beside it; `nowMs` is a clock that only goes forward. */
export function createWaitNotices(
  tell: (line: string, waitMs: number) => void,
  nowMs: () => number = () => performance.now(),
): WaitNotices {
  let toldUntilMs = Number.NEGATIVE_INFINITY;
  return (exchange, operation, waitMs, stoodMs) => {
    const untilMs = nowMs() + waitMs;
    if (stoodMs + waitMs < longMs || untilMs <= toldUntilMs + sameMs) return;
    const length = lengthWords(exchange);
    toldUntilMs = length === unsaid || length === tooLong ? nowMs() + againMs : untilMs;
    const classification = classify(exchange, { judges402: true });
    const observed = classification.is === 'outage' ? (classification.observed ?? classification.because) : '';
    tell(
      `waiting ${Math.ceil(waitMs / 1_000)} s before the next request for ${operation}: ${observed}${length}`,
      waitMs,
    );
  };
}

const unsaid = ', which does not say for how long';
const tooLong = ', which is too long to wait for';

/** Where the length of the wait comes from; a Retry-After is already named in the reason. */
function lengthWords(exchange: Exchange): string {
  const askedMs = retryAfterMs(exchange, Date.now());
  if (askedMs !== undefined) return askedMs > longestPauseMs ? tooLong : '';
  const { response } = exchange;
  const quota = response.is === 'answer' ? quotaIn(response.headers, Date.now()) : undefined;
  return quota === undefined ? unsaid : ', until its rate limit fields allow more';
}
