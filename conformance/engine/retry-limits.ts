import { mayBeItsBalance } from '../model/calls.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Sending } from './probe-runner-parts.ts';
import type { Tally } from './pacing/limits.ts';
import { isThrottled } from '../classification/transient.ts';

/** Knows when a call was told to come later so often that there is no use in another try. */
export type RetryLimits = {
  readonly refused: (sending: Sending, context: RefusalContext) => void;
  readonly isEnough: (exchange: Exchange, sending: Sending) => boolean;
};

/**
 * `isCalm`: nearly nothing else had been sent; `isOwn`: it is of a workspace of its own, which may be told what it has left;
 * the rest is of all that is limited with it, itself included.
 */
type RefusalContext = Pick<Tally, 'answered' | 'refusedSince'> & { readonly isCalm: boolean; readonly isOwn: boolean };

/** `calm`, `all`: what counts; `answered`: when it was last refused; `sinceMs`: when it was first. */
type Known = {
  readonly calm: number;
  readonly all: number;
  readonly answered: number;
  readonly sinceMs: number;
};

/** Each request is sent at least so often before it is given up. */
const fewestAttempts = 3;
/** It is given up after so many refusals with nearly nothing under way beside it: those among many others are due to the crowd. */
const calmRefusals = 3;
/**
 * It is given up after so many refusals whatever was under way. `forItsBalance`: a call that may be refused because its
 * workspace has nothing left, which its check finds out by other calls.
 */
const mostRefusals = { usual: 10, forItsBalance: 3 } as const;
/**
 * So many calls, itself included, have to be refused without an answer in between, so that a window of time counts as used
 * up. Two may be all that is left to send, each refused for a reason of its own.
 */
const fewestForWindow = 3;
/** For so long refusals in a used-up window do not count: a window of a minute is over by then, whenever it began. */
const longestWindowMs = 75_000;

/** `nowMs` is a clock that only goes forward. */
export function createRetryLimits(nowMs: () => number = () => performance.now()): RetryLimits {
  const known = new WeakMap<Sending, Known>();
  return {
    refused: (sending, { isCalm, isOwn, answered, refusedSince }) => {
      const before = known.get(sending);
      const { calm, all, sinceMs } = before ?? { calm: 0, all: 0, sinceMs: nowMs() };
      // Where nothing is let in any more though it was, whatever is asked for, a window is used up: no matter of this call.
      const isStill = answered > 0 && before?.answered === answered && refusedSince >= fewestForWindow;
      const more = !isOwn && isStill && nowMs() - sinceMs < longestWindowMs ? 0 : 1;
      known.set(sending, { calm: calm + (isCalm ? more : 0), all: all + more, answered, sinceMs });
    },
    isEnough: (exchange, sending) => {
      const { attempt } = exchange;
      if (attempt < fewestAttempts || !isThrottled(exchange)) return attempt >= fewestAttempts;
      if (mayBeItsBalance(sending.call)) return attempt >= mostRefusals.forItsBalance;
      const { calm, all } = known.get(sending) ?? { calm: 0, all: 0 };
      return all >= mostRefusals.usual || calm >= calmRefusals;
    },
  };
}
