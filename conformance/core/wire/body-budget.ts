import { wireBounds } from './wire-bounds.ts';

/** How much is kept of the bodies of one run. */
export type BodyBudget = {
  /** How long the next body may be; what is longer is `unkept` from there on. */
  readonly longestBytes: () => number;
  /** What is remembered of a run, as long as it goes on. */
  readonly keep: (bytes: number) => void;
};

/** One flood takes an eighth of what is left, so that many of them leave something to what is judged after them. */
const share = 8;
/** Enough for each chat, refusal and list. */
const leastBytes = 16 * 1024;

export function createBodyBudget(runBytes: number = wireBounds.runBytes): BodyBudget {
  let left = runBytes;
  return {
    longestBytes: () => Math.min(wireBounds.bodyBytes, Math.max(leastBytes, Math.floor(left / share))),
    keep: (bytes) => {
      left -= bytes;
    },
  };
}

/** What a body is called that is longer than that: it is too long for any, or the run has too much of them. */
export function endingBeyond(longestBytes: number): 'tooLong' | 'unkept' {
  return longestBytes < wireBounds.bodyBytes ? 'unkept' : 'tooLong';
}
