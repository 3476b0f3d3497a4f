import { judgingScale, type Effect } from './effects.ts';
import { normalAt } from '../statistics/student.ts';

/** Error probability of each interval, and of the words faster and slower on a page without a difference. */
export const errorShare = 0.05;

/** Probability with which a difference of the reported size would be shown. */
const power = 0.9;

/**
 * The smallest difference that would have been shown with 90 % power among `judgedTogether` quantities. It must lie
 * beyond the interval at the strictest of Holm's levels, plus what chance takes off it in the unluckiest tenth of runs.
 * On the scale of the logarithm where differences are ratios, as everywhere here.
 */
export function smallestDetectable(effect: Effect, judgedTogether: number): number | undefined {
  const size = sizeShown(effect, judgedTogether);
  if (size === undefined) return undefined;
  return effect.relative ? Math.expm1(size) : size;
}

/**
 * Factor on the number of requests. The spread is itself estimated, and where it is estimated too small, the number of
 * requests would be too small as well.
 */
const margin = 1.2;

/**
 * Number of requests that would show a difference of `within`, derived from the noise with `requests`, which falls with
 * their root.
 */
export function neededRequests(
  effect: Effect,
  judgedTogether: number,
  requests: number,
  within: number,
): number | undefined {
  const size = sizeShown(effect, judgedTogether);
  if (size === undefined) return undefined;
  const needed = Math.ceil(margin * requests * (size / (effect.relative ? Math.log1p(within) : within)) ** 2);
  return needed > requests ? Number(needed.toPrecision(2)) : undefined;
}

function sizeShown(effect: Effect, judgedTogether: number): number | undefined {
  const chance = (normalAt(2 * (1 - power)) / normalAt(errorShare)) * halfOf(effect, errorShare);
  const size = halfOf(effect, errorShare / judgedTogether) + chance;
  return Number.isFinite(size) ? size : undefined;
}

/** Half of an interval's width. Infinity where an end is infinite. */
function halfOf(effect: Effect, alpha: number): number {
  const [low, high] = judgingScale(effect).at(alpha);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return Infinity;
  return effect.relative ? (Math.log1p(high) - Math.log1p(low)) / 2 : (high - low) / 2;
}

/**
 * Fewest samples for a quantile: with fewer, the largest sample lies below the quantile too often to bound it at the
 * confidence that is required here. Half of the error probability is left for the other causes.
 */
export function fewestSamples(q: number, judgedTogether: number): number {
  return Math.ceil(Math.log(errorShare / judgedTogether / 4) / Math.log(Math.max(q, 1 - q)));
}
