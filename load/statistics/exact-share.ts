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

/** So many of `n`. */
type Part = { readonly count: number; readonly n: number };

/**
 * The probability that as few of A are counted as were, given how many of both are, where the two do not differ: one side
 * of Fisher's exact test (Fisher 1935), which keeps its promise for any number and any share.
 *
 * @param a the smaller one: its size is what this costs
 */
export function lowerTailP(a: Part, b: Part): number {
  const [all, counted] = [a.n + b.n, a.count + b.count];
  let sum = 0;
  for (let count = 0; count <= a.count; count += 1) sum += drawn(count, { of: a.n, counted, all });
  return Math.min(1, sum);
}

/** The hypergeometric probability of drawing so many that are counted. */
function drawn(count: number, { of, counted, all }: { of: number; counted: number; all: number }): number {
  let weight = 1;
  for (let place = 0; place < of; place += 1) {
    const isCounted = place < count;
    const left = isCounted ? counted - place : all - counted - (place - count);
    // The ways to choose which of the draws are counted, one factor a draw.
    const ways = isCounted ? (of - place) / (count - place) : 1;
    weight *= (ways * Math.max(0, left)) / (all - place);
  }
  return weight;
}
