import { normal95 } from './ranks.ts';
import { studentAt } from './student.ts';

/**
 * The measured time of a run, cut into blocks. Requests of one time are alike: bursts, queues and drift last longer than
 * one request. How much the blocks differ, beyond what chance makes of single requests, says how many independent
 * requests those of a run are worth.
 */
export type Blocks = {
  readonly count: number;
  readonly at: (intendedMs: number) => number;
  /** Blocks whose load differs by the schedule's own steps: their difference is no chance. */
  readonly stratum: (block: number) => number;
};

/** One block: how many samples it holds, and how many of them lie below some value. */
type BlockShare = { readonly n: number; readonly below: number; readonly stratum: number };

/**
 * How many times more a share varies than that of as many independent samples would; at least 1. The factor of Student's
 * t pays for the spread being estimated from few blocks.
 */
export function designEffect(blocks: readonly BlockShare[]): number {
  const filled = blocks.filter(({ n }) => n > 0);
  const n = sumOf(filled, (block) => block.n);
  const share = sumOf(filled, ({ below }) => below) / n;
  if (filled.length < 2 || share === 0 || share === 1) return 1;
  const strata = [...Map.groupBy(filled, ({ stratum }) => stratum).values()];
  const degrees = filled.length - strata.length;
  if (degrees < 1) return 1;
  const squares = sumOf(strata, spreadOf) * (filled.length / degrees);
  const chance = n * share * (1 - share);
  return Math.max(1, (squares / chance) * (studentAt(0.05, degrees) / normal95) ** 2);
}

function spreadOf(blocks: readonly BlockShare[]): number {
  const share = sumOf(blocks, ({ below }) => below) / sumOf(blocks, ({ n }) => n);
  return sumOf(blocks, ({ n, below }) => (below - share * n) ** 2);
}

export function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

/** Of what each block has. */
export function totalOf(counts: Float64Array): number {
  return counts.reduce((sum, each) => sum + each, 0);
}
