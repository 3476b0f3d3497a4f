import { judgedBy, type Effect } from './effects.ts';
import { normalAt } from '../statistics/student.ts';

/** Of each interval, and of the words faster and slower on a page that has no difference. */
export const errorShare = 0.05;

/** How often a difference of the size that is told would be shown. */
const power = 0.9;

/**
 * The smallest difference that would have been shown with 90 % power, among so many quantities: it has to lie beyond the
 * interval at the sharpest of Holm's levels, and beyond what chance takes off it in the unluckiest tenth. On the scale of
 * the logarithm where differences are ratios, as all here.
 */
export function couldShow(effect: Effect, judgedTogether: number): number | undefined {
  const size = sizeShown(effect, judgedTogether);
  if (size === undefined) return undefined;
  return effect.relative ? Math.expm1(size) : size;
}

/** A fifth more than the spread asks for: it is itself estimated, and where it came out too small, so does the number. */
const margin = 1.2;

/** How many requests would do for a difference of `within`, where `requests` showed what they did; noise falls with their root. */
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

/** Half of an interval's width. */
function halfOf(effect: Effect, alpha: number): number {
  const [low, high] = judgedBy(effect).at(alpha);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return Infinity;
  return effect.relative ? (Math.log1p(high) - Math.log1p(low)) / 2 : (high - low) / 2;
}

/**
 * With fewer samples the largest of them may lie below the quantile so often that nothing bounds it above, as surely as
 * is asked for here; half of the error is left to the rest.
 */
export function leastSamples(q: number, judgedTogether: number): number {
  return Math.ceil(Math.log(errorShare / judgedTogether / 4) / Math.log(Math.max(q, 1 - q)));
}
