/** The regularised incomplete beta function (DLMF 8.17). */
export function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  // The continued fraction converges fast on one side of the mean only.
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

/** Stirling's series, used from x = 12 on, where five terms of it are enough. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const series = 1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / x ** 2) / x ** 2) / x ** 2;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x;
}
