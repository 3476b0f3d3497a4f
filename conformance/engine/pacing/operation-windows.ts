import type { Operation } from '../../model/exchange.ts';
import { firstSize } from './window.ts';

/**
 * How many requests of one operation may be under way at once. Quick answers, in any number, do not show how many long
 * ones a service works on together, and a request that waits in its queue looks like one that hangs.
 */
export type OperationWindows = {
  /**
   * True where these requests may begin now. A group that is larger than its window begins once no other request of the
   * operation is under way.
   */
  readonly areOpenFor: (operations: readonly Operation[]) => boolean;
  /** True where an operation has as many requests under way as it may. */
  readonly isAnyFull: () => boolean;
  readonly noteBegin: (operations: readonly Operation[]) => void;
  readonly noteEnd: (operation: Operation) => void;
  /** Notes an answer: its request was sent at `sentAtMs`, and its body began `tookMs` later. */
  readonly noteAnswer: (operation: Operation, answer: Answered) => void;
  /**
   * Notes a request of the operation that was not answered within `limitMs`. True where other answers came late
   * meanwhile: then the request waited behind others, and fewer requests of each late operation are sent at once from
   * now on.
   */
  readonly noteLate: (operation: Operation, sentAtMs: number, limitMs: number) => boolean;
  /**
   * Notes a request that was not answered though it was sent alone: its operation hangs, until a request of it
   * succeeds.
   */
  readonly noteHung: (operation: Operation) => void;
};

type Answered = { readonly isSuccess: boolean; readonly sentAtMs: number; readonly tookMs: number };

/** Share of the time limit from which on an answer shows that requests wait for each other. */
const lateShare = 1 / 3;
/** Share of the time limit from which on an answer may have waited: quicker ones did not wait. */
const waitedShare = 1 / 6;
/**
 * Share of the requests answered within one limit that may be sent at once from then on: so the last of them is
 * answered in time.
 */
const inTimeShare = 1 / 3;
/** How many time limits back answers still count; a second attempt has three of them. */
const limitsToLookAt = 6;
/**
 * Largest window that refusals alone can open: a refusal may need no work, so that beyond it only successes open the
 * window further.
 */
const mostByRefusals = 16;
/** Fewest successes for each further request at once after it was too much; at least a whole window of them. */
const successesForMore = 10;

type State = { size: number; underWay: number; isStarting: boolean; successes: number; isHung: boolean };
type Slow = { readonly operation: Operation; readonly endedAtMs: number; readonly tookMs: number };

/** `cap`: the largest window; `timeoutMs`: the time limit of a first attempt. */
export function createOperationWindows(cap: number, timeoutMs: number): OperationWindows {
  const states = new Map<Operation, State>();
  let slow: readonly Slow[] = [];
  /** Requests that were sent until then belong to the crowd that was too large. */
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
    noteBegin: (operations) => operations.forEach((operation) => (stateOf(operation).underWay += 1)),
    noteEnd: (operation) => {
      stateOf(operation).underWay -= 1;
    },
    noteAnswer: (operation, { isSuccess, sentAtMs, tookMs }) => {
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
