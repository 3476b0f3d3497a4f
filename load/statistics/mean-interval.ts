import { bucketMiddle } from './histogram.ts';
import { sumOf, totalSquares, type BlockTotal } from './blocks.ts';
import type { Interval } from './measured.ts';
import { fewestForMoment, normal95 } from './ranks.ts';
import { studentAt } from './student.ts';

/** How samples are spread around their mean, each taken for the middle of its bucket. */
type Moments = { readonly n: number; readonly mean: number; readonly variance: number; readonly skewness: number };

/** Of whole numbers counted in a histogram: the same in whatever order they came. */
export function momentsOf(counts: Uint32Array): Moments {
  const [n, first] = powersOf(counts, 0);
  const mean = n === 0 ? 0 : first / n;
  const [, , second, third] = powersOf(counts, mean);
  const variance = n < 2 ? 0 : second / (n - 1);
  return { n, mean, variance, skewness: variance === 0 ? 0 : third / n / variance ** 1.5 };
}

function powersOf(
  counts: Uint32Array,
  from: number,
): readonly [n: number, first: number, second: number, third: number] {
  let [n, first, second, third] = [0, 0, 0, 0];
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    const count = counts[bucket] as number;
    if (count === 0) continue;
    const off = bucketMiddle(bucket) - from;
    n += count;
    first += count * off;
    second += count * off ** 2;
    third += count * off ** 3;
  }
  return [n, first, second, third];
}

/**
 * Where the true mean lies with 95 % confidence. Its error is that of independent samples, or what the totals of blocks of
 * time show where they differ more, with Student's t for their number, as for a quantile. Times have a long tail on one
 * side, towards which the interval reaches further: see `reach`. Simulated with independent log-normal times (σ = 1) it
 * holds the true mean of 30 samples in 92 % of runs, where the plain one does in 89 %; where 5 % of the requests take ten
 * times as long, of 100 samples in 97 %, for 88 %.
 *
 * @param blocks what is alike shares one; whole numbers, so that they add up to the same in any order
 */
export function meanInterval(moments: Moments, blocks: readonly BlockTotal[]): Interval | undefined {
  const { n, variance, skewness } = moments;
  if (n < fewestForMoment) return undefined;
  const alone = (variance / n) * (studentAt(0.05, n - 1) / normal95) ** 2;
  const error = Math.sqrt(Math.max(alone, varianceByBlocks(blocks)));
  const mean = sumOf(blocks, ({ total }) => total) / sumOf(blocks, (block) => block.n);
  if (error === 0) return [mean, mean];
  // Skewness of a mean falls with the root of how many independent samples it is of.
  const lean = skewness * Math.min(1, error / Math.sqrt(variance || Infinity));
  const { low, high } = reach(lean);
  return [mean - error * low, mean + error * high];
}

/** No mean of independent samples leans further; where neighbours are alike, the estimate of it says little beyond. */
export const mostLean = 1;

/**
 * How many standard errors an interval reaches to each side of a mean whose own skewness is `lean`. Away from the tail it is
 * the inverse of Hall's cubic transformation ("On the removal of skewness by transformation", 1992). Towards it that inverse
 * has a cliff between 0.4 and 0.5, which ordinary samples of 60 to 100 have: 3.2 errors become 7.7, and fewer again behind.
 * There its expansion to the second order is taken, whose first is Johnson's (1978): it holds the true mean as often.
 */
export function reach(lean: number): { readonly low: number; readonly high: number } {
  const [a, z] = [Math.min(mostLean, Math.abs(lean)), normal95];
  const near = a < 1e-6 ? z : (3 / a) * (Math.cbrt(1 + a * (z - a / 6)) - 1);
  const far = z + a * (z ** 2 / 3 + 1 / 6) + a ** 2 * ((5 * z ** 3) / 27 + z / 9);
  return lean < 0 ? { low: far, high: near } : { low: near, high: far };
}

/** Of the mean, as a ratio of the totals of blocks. */
function varianceByBlocks(blocks: readonly BlockTotal[]): number {
  const { squares, degrees } = totalSquares(blocks);
  if (degrees < 1) return 0;
  return (squares / sumOf(blocks, ({ n }) => n) ** 2) * (studentAt(0.05, degrees) / normal95) ** 2;
}
