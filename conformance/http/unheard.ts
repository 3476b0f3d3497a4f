/**
 * Requests whose header has not come, or was waited for in vain. It is asked as one of them is given up, when the end of the
 * others is not known yet, and to try one more time costs little; what a run tells of a standstill is `causes/standstill.ts`.
 */
export type Unheard = {
  /** One was begun. */
  readonly begin: () => Waiting;
  /** The longest time, in milliseconds, since `sinceMs` in which another one than this waited for its header. */
  readonly longestBeside: (own: Waiting, sinceMs: number) => number;
};

export type Waiting = {
  /** Its header came, or it ended for another reason than its time limit. */
  readonly over: () => void;
  /** Its time limit is over, and no header has come. */
  readonly inVain: () => void;
};

type Wait = { readonly fromMs: number; toMs?: number };

/** What was waited for in vain so long ago says nothing of now. */
const forgottenMs = 300_000;

/** `nowMs` is a clock that only goes forward. */
export function createUnheard(nowMs: () => number = () => performance.now()): Unheard {
  const waits = new Map<Waiting, Wait>();
  const forget = (): void => {
    for (const [waiting, { toMs = Infinity }] of waits) if (toMs < nowMs() - forgottenMs) waits.delete(waiting);
  };
  return {
    begin: () => {
      forget();
      const wait: Wait = { fromMs: nowMs() };
      const waiting: Waiting = {
        over: () => void (wait.toMs === undefined && waits.delete(waiting)),
        inVain: () => void (wait.toMs = nowMs()),
      };
      waits.set(waiting, wait);
      return waiting;
    },
    longestBeside: (own, sinceMs) => {
      let longest = 0;
      for (const [waiting, { fromMs, toMs = nowMs() }] of waits)
        if (waiting !== own) longest = Math.max(longest, toMs - Math.max(fromMs, sinceMs));
      return longest;
    },
  };
}
