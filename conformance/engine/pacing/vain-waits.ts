/**
 * Whether it helps to wait for as long as a target asks where it may be a balance that is refused: that stays used up, however
 * long anybody waits.
 */
export type VainWaits = {
  /** So long is waited before the next attempt of this call. */
  readonly waiting: (call: object, ms: number) => void;
  /** It was answered: put off once more, or not. */
  readonly answered: (call: object, isPutOff: boolean) => void;
  /** The last waits were all in vain: for what may be a balance nobody waits for as long as is asked any more. */
  readonly areInVain: () => boolean;
};

/** So many in a row. */
const enough = 2;
/** Shorter ones cost nothing, and may end within a limit on requests; those that help show that there is one. */
const leastMs = 2_000;

export function createVainWaits(): VainWaits {
  const waited = new WeakMap<object, { readonly isLong: boolean; readonly behind: number }>();
  let inVain = 0;
  /** How many times waits were found to help, or not. */
  let found = 0;
  return {
    waiting: (call, ms) => {
      waited.set(call, { isLong: ms >= leastMs, behind: found });
    },
    answered: (call, isPutOff) => {
      const wait = waited.get(call);
      waited.delete(call);
      if (wait === undefined) return;
      // Two that wait at once may meet one and the same window of a limit on requests: they are not two in a row.
      if (isPutOff && !(wait.isLong && wait.behind === found)) return;
      inVain = isPutOff ? inVain + 1 : 0;
      found += 1;
    },
    areInVain: () => inVain >= enough,
  };
}
