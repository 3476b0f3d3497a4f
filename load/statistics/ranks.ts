/** The rank, from 1 to n, of the nearest-rank quantile. */
export function rankOf(n: number, q: number): number {
  // The tolerance keeps 0.95 × 20 at rank 19, although floating point may put the product slightly above 19.
  return Math.min(n, Math.max(1, Math.ceil(q * n - 1e-9)));
}

/**
 * Fewest samples that show a quantile: with fewer than 1/(1−q), nearest rank names the largest sample, whatever the
 * true quantile is.
 */
export function samplesNeeded(q: number): number {
  return Math.ceil(1 / (1 - q) - 1e-6);
}

/**
 * Fewest samples for a mean or a maximum: with fewer it says little of the next samples. Textbooks ask for as many
 * before they trust a mean.
 */
export const fewestForMoment = 30;

type RankInterval = { readonly low: number; readonly high: number };

/**
 * The ranks between which the true quantile lies with at least 95 % confidence, for any distribution: the number of
 * samples below it is binomial. A bootstrap of single samples tends to the same without drawing. Undefined where even
 * the smallest and the largest of `n` samples do not bound it with that confidence.
 */
export function rankInterval(n: number, q: number): RankInterval | undefined {
  const { first, weights } = binomialWeights(n, q);
  const tail = 0.025 * weights.reduce((sum, weight) => sum + weight, 0);
  let [low, below] = [first, 0];
  for (; below + (weights[low - first] ?? 0) <= tail; low += 1) below += weights[low - first] ?? 0;
  let [high, above] = [first + weights.length, 0];
  for (; above + (weights[high - 1 - first] ?? 0) <= tail; high -= 1) above += weights[high - 1 - first] ?? 0;
  return low >= 1 && high <= n ? { low, high } : undefined;
}

/**
 * The same for `n` samples that are worth only `effective` independent ones, because samples close in time are alike: a
 * rank among the effective samples is mapped to all.
 */
export function effectiveInterval(n: number, effective: number, q: number): RankInterval | undefined {
  const size = Math.max(1, Math.round(effective));
  if (size >= n) return rankInterval(n, q);
  const among = rankInterval(size, q);
  if (among === undefined) return undefined;
  const ranks = (n + 1) / (size + 1);
  const [low, high] = [Math.floor(among.low * ranks + 1e-9), Math.ceil(among.high * ranks - 1e-9)];
  return low >= 1 && high <= n ? { low, high } : undefined;
}

/** Binomial probabilities around the mode, relative to that of the mode; the omitted ones are negligible. */
export function binomialWeights(n: number, q: number): { readonly first: number; readonly weights: readonly number[] } {
  const mode = Math.min(n, Math.floor((n + 1) * q));
  const odds = q / (1 - q);
  const upwards = [1];
  for (let k = mode, weight = 1; k < n && weight > 1e-18; k += 1) {
    weight *= ((n - k) / (k + 1)) * odds;
    upwards.push(weight);
  }
  const downwards: number[] = [];
  for (let k = mode, weight = 1; k > 0 && weight > 1e-18; k -= 1) {
    weight *= k / (n - k + 1) / odds;
    downwards.push(weight);
  }
  return { first: mode - downwards.length, weights: [...downwards.toReversed(), ...upwards] };
}

/** 95 % of a normal distribution lie within ± this many standard deviations. */
export const normal95 = 1.959964;

/** Wilson's interval for a share: it has the stated confidence also for few samples and for shares near 0 and 1. */
export function shareInterval(count: number, n: number, z = normal95): readonly [low: number, high: number] {
  if (n === 0) return [0, 1];
  const [z2, share] = [z ** 2, count / n];
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // For none and for all, the nearer end is exactly 0 or 1: rounding must not put the share outside the interval.
  return [count === 0 ? 0 : Math.max(0, middle - half), count === n ? 1 : Math.min(1, middle + half)];
}
