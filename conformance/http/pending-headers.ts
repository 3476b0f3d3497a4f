/**
 * Requests whose response header has not come, or did not come within the time limit. It is asked when a request is
 * given up: the end of the others is unknown then, and a further attempt costs little. What a run reports of a
 * standstill comes from `causes/standstill.ts`.
 */
export type PendingHeaders = {
  /** Registers a new request. */
  readonly begin: () => PendingHeader;
  /** Longest time in milliseconds that any other request has waited for its header since `sinceMs`. */
  readonly longestOtherWaitMs: (own: PendingHeader, sinceMs: number) => number;
};

type PendingHeader = {
  /** The header came, or the request ended for another reason than its time limit. */
  readonly settle: () => void;
  /** The time limit of the request is over without a header. */
  readonly giveUp: () => void;
};

type Wait = { readonly fromMs: number; toMs?: number };

/** A request that was given up longer ago than this says nothing of the present. */
const forgottenMs = 300_000;

/** `nowMs` is a clock that only goes forward. */
export function createPendingHeaders(nowMs: () => number = () => performance.now()): PendingHeaders {
  const waits = new Map<PendingHeader, Wait>();
  const forget = (): void => {
    for (const [waiting, { toMs = Infinity }] of waits) if (toMs < nowMs() - forgottenMs) waits.delete(waiting);
  };
  return {
    begin: () => {
      forget();
      const wait: Wait = { fromMs: nowMs() };
      const waiting: PendingHeader = {
        settle: () => void (wait.toMs === undefined && waits.delete(waiting)),
        giveUp: () => void (wait.toMs = nowMs()),
      };
      waits.set(waiting, wait);
      return waiting;
    },
    longestOtherWaitMs: (own, sinceMs) => {
      let longest = 0;
      for (const [waiting, { fromMs, toMs = nowMs() }] of waits)
        if (waiting !== own) longest = Math.max(longest, toMs - Math.max(fromMs, sinceMs));
      return longest;
    },
  };
}
