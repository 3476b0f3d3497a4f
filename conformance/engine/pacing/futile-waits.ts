/**
 * Knows whether the waits that a target asks for help where a balance may be the reason for the refusal: a balance
 * stays used up, however long the wait is.
 */
export type FutileWaits = {
  /** Notes how long the call waits before its next attempt. */
  readonly noteWait: (call: object, ms: number) => void;
  /** Notes that the call was answered: put off once more, or not. */
  readonly noteAnswer: (call: object, isPutOff: boolean) => void;
  /**
   * True where the last waits were all in vain: a call that may be refused for its balance does not wait as long as
   * asked any more.
   */
  readonly areFutile: () => boolean;
};

/** Waits in vain, in a row, after which such calls no longer wait as long as asked. */
const enough = 2;
/**
 * Least length of a wait that may count as in vain: a shorter one costs little, and may end before a rate limit does. A
 * shorter wait that helps counts: it shows that there is a rate limit.
 */
const leastMs = 2_000;

export function createFutileWaits(): FutileWaits {
  const waited = new WeakMap<object, { readonly isLong: boolean; readonly behind: number }>();
  let inVain = 0;
  /** How many waits counted, as a help or in vain. */
  let found = 0;
  return {
    noteWait: (call, ms) => {
      waited.set(call, { isLong: ms >= leastMs, behind: found });
    },
    noteAnswer: (call, isPutOff) => {
      const wait = waited.get(call);
      waited.delete(call);
      if (wait === undefined) return;
      // Two calls that wait at the same time may meet the same window of a rate limit: they are not two in a row.
      if (isPutOff && !(wait.isLong && wait.behind === found)) return;
      inVain = isPutOff ? inVain + 1 : 0;
      found += 1;
    },
    areFutile: () => inVain >= enough,
  };
}
