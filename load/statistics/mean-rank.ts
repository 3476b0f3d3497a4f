/**
 * Whether marked elements have the larger values: their mean rank among all elements, as a share of all (1 is the
 * largest). Where fewer elements are unmarked than marked, it is computed from the unmarked ones and mirrored, because
 * a mean over most of the elements says little. 0.5 where marks and values are unrelated. Undefined where no element or
 * every element is marked, or where all values are equal.
 */
export function meanRank(values: readonly number[], marked: readonly boolean[]): number | undefined {
  const count = marked.filter(Boolean).length;
  const sorted = Float64Array.from(values).sort();
  if (count === 0 || count === values.length || sorted[0] === sorted.at(-1)) return undefined;
  const isFew = count <= values.length / 2;
  let sum = 0;
  values.forEach((value, place) => {
    // Equal values share the middle of their ranks.
    if (marked[place] === isFew) sum += (countSortedBelow(sorted, value) + countSortedBelow(sorted, value, true)) / 2;
  });
  const share = sum / (isFew ? count : values.length - count) / values.length;
  return isFew ? share : 1 - share;
}

/** Number of ascending numbers below `limit`, or with `orAt`, up to it. */
export function countSortedBelow(sorted: Float64Array, limit: number, orAt = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value < limit || (orAt && value === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Upper bound of the probability that `blocks` independent mean ranks have a mean of at least `mean` where marks and
 * values are unrelated: Chernoff's bound for numbers that are uniform from 0 to 1. A rank drawn at random is not more
 * spread than that, nor is the mean of several ranks drawn together (Hoeffding 1963, theorem 4), nor of several equal
 * ranks. The bound holds for any number of blocks and assumes no normal distribution.
 */
export function meanRankP(blocks: number, mean: number): number {
  const over = mean - 0.5;
  if (blocks === 0 || over <= 0) return 1;
  const exponent = (slope: number): number => blocks * (logUniform(slope) - slope * over);
  // The exponent is convex, so ternary search finds its minimum.
  let [low, high] = [0, mostSlope];
  for (let step = 0; step < 100; step += 1) {
    const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
    if (exponent(one) < exponent(two)) high = two;
    else low = one;
  }
  return Math.min(1, Math.exp(exponent((low + high) / 2)));
}

const mostSlope = 1e4;

/** The logarithm of the moment generating function of a uniform number around 0, of width 1. */
function logUniform(slope: number): number {
  const half = slope / 2;
  if (half < 1e-4) return (half * half) / 6;
  return half + Math.log(-Math.expm1(-2 * half) / (2 * half));
}
