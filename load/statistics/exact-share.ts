import { regularisedBeta } from './beta.ts';
import { exceededWith } from './student.ts';

/**
 * The upper end of the exact interval for a share (Clopper and Pearson, 1934): with a true share above it, as few as
 * `count` of `n` are seen with a probability below `alpha`. One-sided: 0.05 for 95 %. 1 of nothing.
 */
export function exactUpperShare(count: number, n: number, alpha = 0.05): number {
  return count >= n ? 1 : exceededWith(alpha, (share) => atMost(count, n, share));
}

/** The probability of at most `count` of `n`, each with this probability. */
function atMost(count: number, n: number, share: number): number {
  return regularisedBeta(1 - share, n - count, count + 1);
}
