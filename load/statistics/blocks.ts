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

/** The same of what its samples come to together. */
export type BlockTotal = { readonly n: number; readonly total: number; readonly stratum: number };

/**
 * How many times more a share varies than that of as many independent samples would; at least 1. The factor of Student's
 * t pays for the spread being estimated from few blocks.
 */
export function designEffect(blocks: readonly BlockShare[]): number {
  const n = sumOf(blocks, (block) => block.n);
  const share = sumOf(blocks, ({ below }) => below) / n;
  if (share === 0 || share === 1) return 1;
  const { squares, degrees } = totalSquares(blocks.map(({ below, ...each }) => ({ ...each, total: below })));
  if (degrees < 1) return 1;
  const chance = n * share * (1 - share);
  return Math.max(1, (squares / chance) * (studentAt(0.05, degrees) / normal95) ** 2);
}

/** How far the totals of blocks are from what their sizes make likely, and how many of them are free to differ. */
export function totalSquares(blocks: readonly BlockTotal[]): { readonly squares: number; readonly degrees: number } {
  const filled = blocks.filter(({ n }) => n > 0);
  const strata = [...Map.groupBy(filled, ({ stratum }) => stratum).values()];
  const degrees = filled.length - strata.length;
  return { squares: degrees < 1 ? 0 : sumOf(strata, spreadOf) * (filled.length / degrees), degrees };
}

function spreadOf(blocks: readonly BlockTotal[]): number {
  const each = sumOf(blocks, ({ total }) => total) / sumOf(blocks, ({ n }) => n);
  return sumOf(blocks, ({ n, total }) => (total - each * n) ** 2);
}

export function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

/** Of what each block has. */
export function totalOf(counts: Float64Array): number {
  return counts.reduce((sum, each) => sum + each, 0);
}
