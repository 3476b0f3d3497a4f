import type { ConfidenceIntervals } from './quantile-distribution.ts';
import { studentAt, studentP } from './student.ts';

/**
 * The mean of differences that were taken pair by pair, by Student's t: what a drift adds to both halves of a pair is in
 * none of them.
 *
 * @param differences at least two
 */
export function pairedDifference(differences: readonly number[]): ConfidenceIntervals & { readonly mean: number } {
  const [n, degrees] = [differences.length, differences.length - 1];
  const mean = differences.reduce((sum, each) => sum + each, 0) / n;
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const error = Math.sqrt(squares / degrees / n);
  return {
    mean,
    intervalAt: (alpha) => {
      const half = error === 0 ? 0 : studentAt(alpha, degrees) * error;
      return [mean - half, mean + half];
    },
    p: mean === 0 ? 1 : error === 0 ? 0 : studentP(mean / error, degrees),
  };
}

/**
 * The same where the values of some pairs are known only to lie between two: each way the ends are taken that make the
 * difference less sure.
 *
 * @param least each difference as small as it may be, and `most` as large
 */
export function boundedDifference(
  differences: readonly number[],
  { least, most }: { readonly least: readonly number[]; readonly most: readonly number[] },
): ReturnType<typeof pairedDifference> {
  const [told, low, high] = [differences, least, most].map(pairedDifference) as [Paired, Paired, Paired];
  const leavesOut0 = told.mean > 0 ? low.mean > 0 : high.mean < 0;
  return {
    mean: told.mean,
    intervalAt: (alpha) => [low.intervalAt(alpha)[0], high.intervalAt(alpha)[1]],
    p: leavesOut0 ? (told.mean > 0 ? low.p : high.p) : 1,
  };
}

type Paired = ReturnType<typeof pairedDifference>;
