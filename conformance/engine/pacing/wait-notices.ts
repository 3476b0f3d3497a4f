import type { Exchange } from '../../model/exchange.ts';
import { countText } from '../../reading/count-text.ts';
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
/** Short waits are told where so much of a minute went by with them: none alone says why a run takes so long. */
const muchOfAMinuteMs = 20_000;

/**
 * Tells of a long wait in one line, and not of what waits beside it; of many short ones in one line a minute. `nowMs` is a
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

/** Short waits since a moment: after how many answers, for how long together, and until when the last of them goes. */
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

/** Where the length of the wait comes from; a Retry-After is already named in the reason. */
function lengthWords(exchange: Exchange): string {
  const askedMs = retryAfterMs(exchange, Date.now());
  if (askedMs !== undefined) return askedMs > longestPauseMs ? tooLong : '';
  const { response } = exchange;
  const quota = response.is === 'answer' ? quotaIn(response.headers, Date.now()) : undefined;
  return quota === undefined ? unsaid : ', until its rate limit fields allow more';
}
