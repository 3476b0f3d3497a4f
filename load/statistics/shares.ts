import { shareInterval } from './ranks.ts';
import type { ConfidenceIntervals } from './quantile-distribution.ts';
import { normalAt, normalP } from './student.ts';

/** So many of `n` requests, and the effective sample size: smaller where they come in bursts. */
export type Counted = { readonly count: number; readonly n: number; readonly effective: number };

/**
 * How much the share of B lies above that of A: Newcombe's hybrid score interval, which keeps its promise for few
 * requests and for shares near 0 and 1 too (Newcombe 1998, method 10).
 */
export function shareDifference(a: Counted, b: Counted): ConfidenceIntervals {
  const [shareA, shareB] = [a, b].map(({ count, n }) => count / n) as [number, number];
  const difference = shareB - shareA;
  const at = (z: number): readonly [number, number] => {
    const [lowA, highA] = shareInterval(shareA * a.effective, a.effective, z);
    const [lowB, highB] = shareInterval(shareB * b.effective, b.effective, z);
    return [
      difference - Math.hypot(shareB - lowB, highA - shareA),
      difference + Math.hypot(highB - shareB, shareA - lowA),
    ];
  };
  return { intervalAt: (alpha) => at(normalAt(alpha)), p: difference === 0 ? 1 : normalP(reachesZero(at, difference)) };
}

/** The z at which the interval takes in 0. */
function reachesZero(at: (z: number) => readonly [number, number], difference: number): number {
  let [low, high] = [0, 40];
  for (let step = 0; step < 50; step += 1) {
    const z = (low + high) / 2;
    const [least, most] = at(z);
    if (difference > 0 ? least > 0 : most < 0) low = z;
    else high = z;
  }
  return high;
}
