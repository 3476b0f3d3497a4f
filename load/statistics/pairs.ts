import type { ConfidenceIntervals } from './quantile-distribution.ts';
import { studentAt, studentP } from './student.ts';

/**
 * The mean of differences that were taken pair by pair, by Student's t: a drift that affects both halves of a pair is
 * not in their difference. Where the values of some pairs are censored, the ends are used that make the difference less
 * certain, with the largest spread of the three series, because the spread of the ends alone may be small by chance.
 *
 * @param differences at least two
 * @param ends the smallest and the largest possible value of each difference
 */
export function censoredDifference(
  differences: readonly number[],
  ends: { readonly low: readonly number[]; readonly high: readonly number[] },
): ConfidenceIntervals & { readonly mean: number } {
  const [mean, low, high] = [meanOf(differences), meanOf(ends.low), meanOf(ends.high)];
  const degrees = differences.length - 1;
  const error = Math.max(...[differences, ends.low, ends.high].map(errorOf));
  const nearest = mean > 0 ? Math.max(0, low) : Math.min(0, high);
  return {
    mean,
    intervalAt: (alpha) => {
      const half = error === 0 ? 0 : studentAt(alpha, degrees) * error;
      return [low - half, high + half];
    },
    p: nearest === 0 ? 1 : error === 0 ? 0 : studentP(nearest / error, degrees),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** The standard error of the mean of `values`. */
function errorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
