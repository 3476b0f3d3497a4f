/**
 * Two-sided tails of the normal distribution and of Student's t, and where they lie. By the series and continued
 * fractions of NIST's handbook (DLMF 7.6, 7.9, 8.17), right to eight digits and more: the test holds them to tables.
 */

/** The probability that |t| is exceeded with so many degrees of freedom. */
export function studentP(t: number, degrees: number): number {
  return upperTail(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The t that is exceeded on either side with probability `alpha` together. */
export function studentAt(alpha: number, degrees: number): number {
  return exceededWith(alpha, (t) => studentP(t, degrees));
}

/** The probability that |z| is exceeded. */
export function normalP(z: number): number {
  const size = Math.abs(z);
  if (size > 3) return (2 * density(size)) / (size + tailFraction(size));
  let [term, sum] = [size, size];
  for (let k = 1; term > 1e-17 * sum; k += 1) {
    term *= (size * size) / (2 * k + 1);
    sum += term;
  }
  return 1 - 2 * density(size) * sum;
}

/** The z that is exceeded on either side with probability `alpha` together: 1.96 for 0.05. */
export function normalAt(alpha: number): number {
  return exceededWith(alpha, normalP);
}

/** By halving: `tail` falls. */
function exceededWith(alpha: number, tail: (x: number) => number): number {
  let [low, high] = [0, 1];
  while (tail(high) > alpha) high *= 2;
  for (let step = 0; step < 45; step += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

function tailFraction(z: number): number {
  let fraction = 0;
  for (let k = 80; k > 0; k -= 1) fraction = k / (z + fraction);
  return fraction;
}

/** The regularised incomplete beta function. */
function upperTail(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  // The fraction converges fast on one side of the mean only.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  let fraction = 0;
  for (let m = 60; m > 0; m -= 1) {
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    fraction = even / (1 + odd / (1 + fraction));
  }
  return 1 / (1 + (-(a + b) * x) / (a + 1) / (1 + fraction));
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series, from where five terms of it are enough. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const series = 1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / x ** 2) / x ** 2) / x ** 2;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x;
}
