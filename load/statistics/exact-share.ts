/**
 * The upper end of the exact interval for a share (Clopper and Pearson, 1934): with a true share above it, as few as
 * `count` of `n` are seen with a probability below `alpha`. One-sided: 0.05 for 95 %. 1 of nothing.
 */
export function exactUpperShare(count: number, n: number, alpha = 0.05): number {
  if (count >= n) return 1;
  let [low, high] = [count / n, 1];
  // The probability falls as the share grows; sixty halvings are all that a double can tell apart.
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(count, n, middle) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most `count` of `n`, each with this probability strictly between 0 and 1. */
function atMost(count: number, n: number, share: number): number {
  let [logTerm, sum] = [n * Math.log1p(-share), 0];
  for (let k = 0; k <= count; k += 1) {
    sum += Math.exp(logTerm);
    logTerm += Math.log((n - k) / (k + 1)) + Math.log(share) - Math.log1p(-share);
  }
  return sum;
}
