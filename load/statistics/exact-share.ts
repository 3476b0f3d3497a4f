import { regularisedBeta } from './beta.ts';
import { inverseOfTail } from './student.ts';

/**
 * Upper end of the exact confidence interval of a share (Clopper and Pearson, 1934): with a true share above it, at
 * most `count` of `n` are seen with a probability below `alpha`. One-sided: 0.05 for 95 %. Returns 1 where `n` is 0.
 */
export function exactUpperShare(count: number, n: number, alpha = 0.05): number {
  return count >= n ? 1 : inverseOfTail(alpha, (share) => atMost(count, n, share));
}

/** The probability that at most `count` of `n` occur where each occurs with the probability `share`. */
function atMost(count: number, n: number, share: number): number {
  return regularisedBeta(1 - share, n - count, count + 1);
}

/** A count out of `n`. */
type Part = { readonly count: number; readonly n: number };

/**
 * The probability that at most `a.count` of A are counted if A and B do not differ, given the total count of both: one
 * side of Fisher's exact test (Fisher 1935), which is valid for any number and any share.
 *
 * @param a the smaller group: the computing time grows with its size
 */
export function lowerTailP(a: Part, b: Part): number {
  const [all, counted] = [a.n + b.n, a.count + b.count];
  let sum = 0;
  for (let count = 0; count <= a.count; count += 1) sum += drawn(count, { of: a.n, counted, all });
  return Math.min(1, sum);
}

/** The hypergeometric probability of drawing exactly `count` counted items. */
function drawn(count: number, { of, counted, all }: { of: number; counted: number; all: number }): number {
  let weight = 1;
  for (let place = 0; place < of; place += 1) {
    const isCounted = place < count;
    const left = isCounted ? counted - place : all - counted - (place - count);
    // The binomial coefficient for which draws are counted, one factor per draw.
    const ways = isCounted ? (of - place) / (count - place) : 1;
    weight *= (ways * Math.max(0, left)) / (all - place);
  }
  return weight;
}
