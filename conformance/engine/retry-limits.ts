import { mayLackBalance } from '../model/calls.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Sending } from './probe-runner-parts.ts';
import type { Tally } from './pacing/limits.ts';
import { isThrottled } from '../classification/transient.ts';

/** Knows when a call was told to come later so often that another attempt is of no use. */
export type RetryLimits = {
  readonly refused: (sending: Sending, context: RefusalContext) => void;
  readonly isEnough: (exchange: Exchange, sending: Sending) => boolean;
};

/**
 * `isCalm`: almost nothing else had been sent; `isOwn`: the call uses a workspace of its own, and may be refused for
 * its balance; the rest counts all calls under the same limit, this one included.
 */
type RefusalContext = Pick<Tally, 'answered' | 'refusedSince'> & { readonly isCalm: boolean; readonly isOwn: boolean };

/**
 * `calm`, `all`: the refusals that count; `answered`: how many requests had been answered at the last refusal;
 * `sinceMs`: the time of the first refusal.
 */
type Known = {
  readonly calm: number;
  readonly all: number;
  readonly answered: number;
  readonly sinceMs: number;
};

/** Fewest attempts of a request before it is given up. */
const fewestAttempts = 3;
/**
 * Refusals with almost nothing else under way after which a call is given up. Refusals among many other requests may be
 * due to their number.
 */
const calmRefusals = 3;
/**
 * Refusals after which a call is given up, whatever was under way. `forItsBalance`: of a call that may be refused
 * because its workspace has nothing left, which its check finds out by other calls.
 */
const mostRefusals = { usual: 10, forItsBalance: 3 } as const;
/**
 * Fewest calls, this one included, that have to be refused without an answer in between before a time window of the
 * target's limit counts as used up. Two may be all that is left to send, each refused for a reason of its own.
 */
const fewestForWindow = 3;
/**
 * Time for which refusals in a used-up window do not count: a window of a minute is over by then, whenever it began.
 */
const longestWindowMs = 75_000;

/** `nowMs` is a clock that only goes forward. */
export function createRetryLimits(nowMs: () => number = () => performance.now()): RetryLimits {
  const known = new WeakMap<Sending, Known>();
  return {
    refused: (sending, { isCalm, isOwn, answered, refusedSince }) => {
      const before = known.get(sending);
      const { calm, all, sinceMs } = before ?? { calm: 0, all: 0, sinceMs: nowMs() };
      // Where the target answered before, and now refuses every call, a time window is used up: that is not due to this
      // call.
      const isStill = answered > 0 && before?.answered === answered && refusedSince >= fewestForWindow;
      const more = !isOwn && isStill && nowMs() - sinceMs < longestWindowMs ? 0 : 1;
      known.set(sending, { calm: calm + (isCalm ? more : 0), all: all + more, answered, sinceMs });
    },
    isEnough: (exchange, sending) => {
      const { attempt } = exchange;
      if (attempt < fewestAttempts || !isThrottled(exchange)) return attempt >= fewestAttempts;
      if (mayLackBalance(sending.call)) return attempt >= mostRefusals.forItsBalance;
      const { calm, all } = known.get(sending) ?? { calm: 0, all: 0 };
      return all >= mostRefusals.usual || calm >= calmRefusals;
    },
  };
}
