import { regularisedBeta } from './beta.ts';

/**
 * Two-sided tails of the normal distribution and of Student's t, and their inverses. Uses the series and continued
 * fractions of NIST's handbook (DLMF 7.6, 7.9, 8.17), exact to at least eight digits: the test compares them with
 * tables.
 */

/** The probability that |t| is exceeded with `degrees` degrees of freedom. */
export function studentP(t: number, degrees: number): number {
  return regularisedBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The t for which |t| is exceeded with the probability `alpha`. */
export function studentAt(alpha: number, degrees: number): number {
  return inverseOfTail(alpha, (t) => studentP(t, degrees));
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
  return inverseOfTail(alpha, normalP);
}

/** Where `tail`, which falls, comes to `alpha`, from 0 on: by halving. */
export function inverseOfTail(alpha: number, tail: (x: number) => number): number {
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
