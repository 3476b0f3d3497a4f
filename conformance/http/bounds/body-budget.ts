import { bodiesOf, type BodiesUnderWay } from './bodies-under-way.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

/** How much is kept of the bodies of one run. */
export type BodyBudget = {
  /** How long the next body may be; what is longer is `unkept` from there on. */
  readonly longestBytes: () => number;
  /** What is remembered of a run, as long as it goes on. */
  readonly keep: (bytes: number) => void;
  readonly underWay: BodiesUnderWay;
};

export function createBodyBudget(runBytes: number = wireBounds.runBytes): BodyBudget {
  const underWay = bodiesOf(runBytes);
  return {
    longestBytes: () => Math.min(wireBounds.bodyBytes, underWay.longestBytes(0)),
    keep: underWay.keep,
    underWay,
  };
}

/** What a body is called that is longer than that: it is too long for any, or the run has too much of them. */
export function endingBeyond(longestBytes: number): 'tooLong' | 'unkept' {
  return longestBytes < wireBounds.bodyBytes ? 'unkept' : 'tooLong';
}
