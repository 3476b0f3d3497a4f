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
/** Shorter ones cost nothing, and may end within a limit on requests. */
const leastMs = 2_000;

export function createVainWaits(): VainWaits {
  const waited = new WeakSet<object>();
  let inVain = 0;
  return {
    waiting: (call, ms) => {
      if (ms >= leastMs) waited.add(call);
    },
    answered: (call, isPutOff) => {
      if (!waited.delete(call)) return;
      inVain = isPutOff ? inVain + 1 : 0;
    },
    areInVain: () => inVain >= enough,
  };
}
