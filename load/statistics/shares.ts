import type { Share } from '../../conformance/contract/formats/load/distribution.ts';
import { shareInterval } from './ranks.ts';
import type { ConfidenceIntervals } from './quantile-distribution.ts';
import { normalAt, normalP } from './student.ts';

/**
 * A count out of `n` requests, and the effective sample size, which is smaller where the counted requests come in
 * bursts.
 */
export type CountedShare = { readonly count: number; readonly n: number; readonly effective: number };

/**
 * How far the share of B lies above that of A: Newcombe's hybrid score interval, which has the stated confidence also
 * for few requests and for shares near 0 and 1 (Newcombe 1998, method 10).
 */
export function shareDifference(a: CountedShare, b: CountedShare): ConfidenceIntervals {
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

/** The z at which the interval begins to include 0. */
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

/**
 * The speech responses that arrived complete and showed no other mistake: some of them were decoded, and the others
 * not.
 */
export type DecodingCounts = { readonly decoded: number; readonly wrong: number; readonly undecoded: number };

/**
 * Whether the share of wrong responses must be estimated. Where no decoded response is wrong, each counts as it was
 * seen.
 */
export function hasToEstimate({ wrong, undecoded }: DecodingCounts): boolean {
  return wrong > 0 && undecoded > 0;
}

/**
 * The share of wrong responses among all, assuming that undecoded responses are as often wrong as decoded ones:
 * responses are chosen for decoding by their times, which are independent of their content. Combines the intervals of
 * both parts (Zou and Donner 2008, as Newcombe's). `n` is the number of responses that were examined.
 *
 * @param seen the share without the mistakes that only decoding shows
 */
export function shareBySample(seen: Share, { decoded, wrong, undecoded }: DecodingCounts): Share {
  const part = (decoded + undecoded) / seen.n;
  const heard = wrong / decoded;
  const [low, high] = shareInterval(wrong, decoded);
  const share = seen.share + part * heard;
  const below = Math.hypot(seen.share - seen.interval[0], part * (heard - low));
  const above = Math.hypot(seen.interval[1] - seen.share, part * (high - heard));
  return { n: seen.n - undecoded, share, interval: [Math.max(0, share - below), Math.min(1, share + above)] };
}

/** Lower bound of the effective number of requests, out of `n`, behind the estimated share. */
export function effectiveBySample(n: number, { decoded, undecoded }: DecodingCounts): number {
  return Math.min(n, (decoded * n) / (decoded + undecoded));
}
