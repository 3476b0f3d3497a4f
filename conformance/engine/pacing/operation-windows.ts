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
   * One of it, sent at this moment, was not answered within `limitMs`. True where something else was answered meanwhile, but
   * late: then it waited behind others, and fewer go at once from now on, of whatever was late.
   */
  readonly wasLate: (operation: Operation, sentAtMs: number, limitMs: number) => boolean;
};

/**
 * An answer that took this part of the time limit shows that others wait. So that the last of a crowd need not wait longer,
 * it is this part of what is worked off in one limit,
 */
const lateShare = 1 / 3;
/** which are the answers that took this part of it: quicker ones waited for nobody. */
const waitedShare = 1 / 6;
/** Of what came in one time limit so many are looked at. */
const mostRecent = 256;
/** Once it was too much: so many successes, or a window of them, for each further one at once. */
const successesForMore = 10;

type State = { size: number; underWay: number; isStarting: boolean; successes: number };
type Success = { readonly operation: Operation; readonly endedAtMs: number; readonly tookMs: number };

/** `cap`: no window is larger. */
export function createOperationWindows(cap: number): OperationWindows {
  const states = new Map<Operation, State>();
  let recent: readonly Success[] = [];
  /** What was sent by then is of the crowd that was too large. */
  let crowdedUntilMs = Number.NEGATIVE_INFINITY;
  const stateOf = (operation: Operation): State => {
    const fresh = { size: Math.min(cap, firstSize), underWay: 0, isStarting: true, successes: 0 };
    const state = states.get(operation) ?? fresh;
    states.set(operation, state);
    return state;
  };
  const reduce = (operation: Operation, mostMs: number): void => {
    const waited = recent.filter(
      (success) => success.operation === operation && success.tookMs >= waitedShare * mostMs,
    );
    const state = stateOf(operation);
    state.size = Math.max(1, Math.min(state.size - 1, Math.floor(waited.length * lateShare)));
    state.isStarting = false;
    state.successes = 0;
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
      recent = [...recent, { operation, endedAtMs: sentAtMs + tookMs, tookMs }].slice(-mostRecent);
      const state = stateOf(operation);
      state.successes += 1;
      if (!state.isStarting && state.successes < Math.max(successesForMore, state.size)) return;
      state.successes = 0;
      state.size = Math.min(cap, state.size + 1);
    },
    wasLate: (operation, sentAtMs, limitMs) => {
      if (sentAtMs <= crowdedUntilMs) return true;
      recent = recent.filter(({ endedAtMs }) => endedAtMs >= sentAtMs);
      const late = recent.filter(({ tookMs }) => tookMs >= lateShare * limitMs);
      if (late.length === 0) return false;
      crowdedUntilMs = sentAtMs + limitMs;
      for (const each of new Set([operation, ...late.map((success) => success.operation)])) reduce(each, limitMs);
      return true;
    },
  };
}
