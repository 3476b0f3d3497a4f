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
  /** One of it was answered: it was sent at this moment, and the first of its body came `tookMs` later. */
  readonly answered: (operation: Operation, answer: Answered) => void;
  /**
   * One of it, sent at this moment, was not answered within `limitMs`. True where something else was answered meanwhile, but
   * late: then it waited behind others, and fewer go at once from now on, of whatever was late.
   */
  readonly noteLate: (operation: Operation, sentAtMs: number, limitMs: number) => boolean;
  /** One of it was not answered though it was sent by itself: it hangs, until something of it succeeds. */
  readonly noteHung: (operation: Operation) => void;
};

type Answered = { readonly isSuccess: boolean; readonly sentAtMs: number; readonly tookMs: number };

/** An answer that took this part of the time limit shows that others wait. */
const lateShare = 1 / 3;
/** One that took this part of it waited too: quicker ones waited for nobody. */
const waitedShare = 1 / 6;
/** Of those that are worked off in one limit so many go at once from then on, so that the last of them is still in time. */
const inTimeShare = 1 / 3;
/** What came so many limits ago says nothing of now; a second try has three of them. */
const limitsToLookAt = 6;
/** What is refused may be so without any work: more go at once only after something succeeded. */
const mostByRefusals = 16;
/** Once it was too much: so many successes, or a window of them, for each further one at once. */
const successesForMore = 10;

type State = { size: number; underWay: number; isStarting: boolean; successes: number; isHung: boolean };
type Slow = { readonly operation: Operation; readonly endedAtMs: number; readonly tookMs: number };

/** `cap`: no window is larger; `timeoutMs`: the limit of a first try. */
export function createOperationWindows(cap: number, timeoutMs: number): OperationWindows {
  const states = new Map<Operation, State>();
  let slow: readonly Slow[] = [];
  /** What was sent by then is of the crowd that was too large. */
  let crowdedUntilMs = Number.NEGATIVE_INFINITY;
  const stateOf = (operation: Operation): State => {
    const first = Math.min(cap, firstSize);
    const fresh = { size: first, underWay: 0, isStarting: true, successes: 0, isHung: false };
    const state = states.get(operation) ?? fresh;
    states.set(operation, state);
    return state;
  };
  const reduce = (operation: Operation, meanwhile: readonly Slow[]): void => {
    const state = stateOf(operation);
    const workedOff = meanwhile.filter((answer) => answer.operation === operation).length;
    state.size = Math.max(1, Math.min(state.size - 1, Math.floor(workedOff * inTimeShare)));
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
    answered: (operation, { isSuccess, sentAtMs, tookMs }) => {
      const endedAtMs = sentAtMs + tookMs;
      if (tookMs >= waitedShare * timeoutMs)
        slow = [
          ...slow.filter((each) => each.endedAtMs > endedAtMs - limitsToLookAt * timeoutMs),
          { operation, endedAtMs, tookMs },
        ];
      const state = stateOf(operation);
      if (isSuccess) {
        state.isHung = false;
        state.successes += 1;
      }
      const isDue = state.isStarting
        ? isSuccess || state.size < mostByRefusals
        : isSuccess && state.successes >= Math.max(successesForMore, state.size);
      if (!isDue) return;
      state.successes = 0;
      state.size = Math.min(cap, state.size + 1);
    },
    noteLate: (operation, sentAtMs, limitMs) => {
      if (stateOf(operation).isHung) return false;
      if (sentAtMs <= crowdedUntilMs) return true;
      const meanwhile = slow.filter(({ endedAtMs }) => endedAtMs >= sentAtMs);
      const late = meanwhile.filter(({ tookMs }) => tookMs >= lateShare * limitMs);
      if (late.length === 0) return false;
      crowdedUntilMs = sentAtMs + limitMs;
      for (const each of new Set([operation, ...late.map((answer) => answer.operation)])) reduce(each, meanwhile);
      return true;
    },
    noteHung: (operation) => {
      stateOf(operation).isHung = true;
    },
  };
}
