import type { Operation } from '../../model/exchange.ts';
import { firstSize } from './window.ts';

/**
 * How many requests of one operation may be under way at once: that quick answers come in any number says nothing of how
 * many long ones a service works on together, and what waits in its queue looks like a request that hangs.
 */
export type OperationWindows = {
  /** True where these may begin now; a group that is larger than its window begins once no other of it is under way. */
  readonly areOpenFor: (operations: readonly Operation[]) => boolean;
  /** True where some operation has as many under way as it may. */
  readonly isAnyFull: () => boolean;
  readonly begun: (operations: readonly Operation[]) => void;
  readonly ended: (operation: Operation) => void;
  /** One of it succeeded: sent at this moment, its answer began after `tookMs`. */
  readonly succeeded: (operation: Operation, sentAtMs: number, tookMs: number) => void;
  /**
   * One of it, sent at this moment, was not answered within `limitMs`. True where others of it were, but late: then it
   * waited behind them, and fewer go at once from now on.
   */
  readonly wasLate: (operation: Operation, sentAtMs: number, limitMs: number) => boolean;
};

/** An answer that took this part of the time limit shows that others wait, */
const lateShare = 1 / 3;
/** and one that took this part of it, that it waited too: so many in one limit are what the service works off in it. */
const waitedShare = 1 / 6;
/** Once it was too much: so many successes, or a window of them, for each further one at once. */
const successesForMore = 10;

type State = { size: number; underWay: number; isStarting: boolean; successes: number; lateAtMs: number };
type Success = { readonly sentAtMs: number; readonly tookMs: number };

/** `cap`: no window is larger. */
export function createOperationWindows(cap: number): OperationWindows {
  const states = new Map<Operation, State>();
  const recent = new Map<Operation, readonly Success[]>();
  const stateOf = (operation: Operation): State => {
    const fresh = { size: Math.min(cap, firstSize), underWay: 0, isStarting: true, successes: 0, lateAtMs: -Infinity };
    const state = states.get(operation) ?? fresh;
    states.set(operation, state);
    return state;
  };
  return {
    areOpenFor: (operations) =>
      [...Map.groupBy(operations, (each) => each)].every(([operation, { length }]) => {
        const { size, underWay } = stateOf(operation);
        return underWay === 0 || underWay + length <= size;
      }),
    isAnyFull: () => [...states.values()].some(({ size, underWay }) => underWay >= size),
    begun: (operations) => operations.forEach((operation) => (stateOf(operation).underWay += 1)),
    ended: (operation) => {
      stateOf(operation).underWay -= 1;
    },
    succeeded: (operation, sentAtMs, tookMs) => {
      recent.set(operation, [...(recent.get(operation) ?? []), { sentAtMs, tookMs }].slice(-cap));
      const state = stateOf(operation);
      state.successes += 1;
      if (!state.isStarting && state.successes < Math.max(successesForMore, state.size)) return;
      state.successes = 0;
      state.size = Math.min(cap, state.size + 1);
    },
    wasLate: (operation, sentAtMs, limitMs) => {
      const beside = (recent.get(operation) ?? []).filter((success) => success.sentAtMs >= sentAtMs - limitMs);
      if (!beside.some(({ tookMs }) => tookMs >= lateShare * limitMs)) return false;
      const state = stateOf(operation);
      // What went out together with the last one that was late is one and the same crowd.
      if (sentAtMs <= state.lateAtMs) return true;
      state.lateAtMs = sentAtMs + limitMs;
      const waited = beside.filter(({ tookMs }) => tookMs >= waitedShare * limitMs).length;
      state.size = Math.max(1, Math.min(state.size - 1, Math.floor(waited * lateShare)));
      state.isStarting = false;
      state.successes = 0;
      return true;
    },
  };
}
