import type { Exchange } from '../../model/exchange.ts';
import { countText } from '../../reading/count-text.ts';
import { classify } from '../../classification/classify.ts';
import { retryAfterMs } from '../../classification/transient.ts';
import { maxPauseMs } from './outage-breaker.ts';
import { quotaIn } from './quota.ts';

/**
 * Called at the beginning of each wait, with the exchange that caused it, the operation that waits, the length of the
 * wait, and how long nothing of the operation was let in before.
 */
export type WaitNotices = (
  exchange: Exchange,
  operation: Exchange['operation'],
  waitMs: number,
  stoodMs: number,
) => void;

/** Shorter waits are not reported one by one: nobody wonders about them. */
const longMs = 5_000;
/** A wait that ends this soon after the reported one is not reported: both come from requests of the same moment. */
const sameMs = 5_000;
/**
 * Time between reports where a target does not say how long to wait, or asks for too long: it is asked again and again.
 */
const againMs = 60_000;
/**
 * Waiting time within a minute from which on short waits are reported: none of them alone explains why a run takes
 * long.
 */
const muchOfAMinuteMs = 20_000;

/**
 * Reports a long wait in one line, without the waits beside it, and many short waits in one line a minute. `nowMs` is a
 * clock that only goes forward.
 */
export function createWaitNotices(
  tell: (line: string, waitMs: number) => void,
  nowMs: () => number = () => performance.now(),
): WaitNotices {
  let toldUntilMs = Number.NEGATIVE_INFINITY;
  let short = noneSince(nowMs());
  return (exchange, operation, waitMs, stoodMs) => {
    const untilMs = nowMs() + waitMs;
    if (stoodMs + waitMs < longMs) {
      if (nowMs() > short.sinceMs + againMs) short = noneSince(nowMs());
      short.answers += 1;
      short.waitedMs += Math.max(0, untilMs - Math.max(nowMs(), short.untilMs));
      short.untilMs = Math.max(short.untilMs, untilMs);
      if (short.waitedMs < muchOfAMinuteMs || nowMs() < toldUntilMs) return;
      toldUntilMs = nowMs() + againMs;
      tell(
        `${countText(short.answers)} requests were refused for the moment in the last minute, the last of them for ${operation} (${observedIn(exchange)}): the run waits after each, ${seconds(short.waitedMs)} by now`,
        waitMs,
      );
      short = noneSince(nowMs());
      return;
    }
    if (untilMs <= toldUntilMs + sameMs) return;
    const length = lengthWords(exchange);
    toldUntilMs = length === unsaid || length === tooLong ? nowMs() + againMs : untilMs;
    tell(
      `waiting ${seconds(waitMs)} before the next request for ${operation}: ${observedIn(exchange)}${length}`,
      waitMs,
    );
  };
}

/** The short waits since a moment: after how many answers, how long together, and until when the last of them lasts. */
function noneSince(sinceMs: number) {
  return { sinceMs, answers: 0, waitedMs: 0, untilMs: sinceMs };
}

function observedIn(exchange: Exchange): string {
  const classification = classify(exchange, { status402: true });
  return classification.is === 'outage' ? (classification.observed ?? classification.because) : '';
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1_000)} s`;
}

const unsaid = ', which does not say for how long';
const tooLong = ', which is too long to wait for';

/** Words for where the length of the wait comes from; a Retry-After is already named in the reason. */
function lengthWords(exchange: Exchange): string {
  const askedMs = retryAfterMs(exchange, Date.now());
  if (askedMs !== undefined) return askedMs > maxPauseMs ? tooLong : '';
  const { response } = exchange;
  const quota = response.is === 'answer' ? quotaIn(response.headers, Date.now()) : undefined;
  return quota === undefined ? unsaid : ', until its rate limit fields allow more';
}
