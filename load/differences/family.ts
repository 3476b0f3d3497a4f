import { holm } from '../statistics/holm.ts';
import { judgingScale, type Effect } from './effects.ts';
import { errorShare } from './power.ts';

/** The required confidence for a difference among the others that share its error probability. */
export type RequiredConfidence = {
  /** What is judged together, and how many of them. */
  readonly of: 'quantities' | 'limits';
  readonly judgedTogether: number;
  /** Absent where the samples do not bound the difference. */
  readonly adjustedP: number | undefined;
  /** Whether the difference is beyond chance, across all comparisons that share the error probability. */
  readonly isShown: boolean;
  /**
   * Error probability of the interval that decides whether there is a difference: the interval excludes zero where
   * `isShown`.
   */
  readonly alpha: number;
  /** Error probability of the interval that shows that a difference is too small to matter. */
  readonly sameAlpha: number;
};

/**
 * Holm's method. It stops at the first difference that is not shown, and the error level at that step is used for all
 * intervals: those of shown differences exclude zero, those of the others contain it.
 *
 * @param comparisons number of comparisons that share the error probability
 */
export function confidenceForQuantities(
  effects: readonly Effect[],
  comparisons: number,
): readonly RequiredConfidence[] {
  const alpha = errorShare / comparisons;
  const judged = effects.filter(isBounded);
  const adjusted = new Map(holm(judged.map(({ p }) => p)).map((p, place) => [judged[place], p]));
  const shown = [...adjusted.values()].filter((p) => p <= alpha).length;
  const common = { of: 'quantities', judgedTogether: judged.length, sameAlpha: errorShare } as const;
  return effects.map((effect) => {
    const adjustedP = adjusted.get(effect);
    const isShown = adjustedP !== undefined && adjustedP <= alpha;
    return { ...common, adjustedP, isShown, alpha: alpha / Math.max(1, judged.length - shown) };
  });
}

/** A quantity with a limit is judged by the interval of the limit, so that it has a single interval. */
export function confidenceForLimits(
  effects: readonly Effect[],
  limits: number,
  comparisons: number,
): readonly RequiredConfidence[] {
  const alpha = errorShare / (limits * comparisons);
  return effects.map((effect) => {
    const adjustedP = isBounded(effect) ? Math.min(1, effect.p * limits) : undefined;
    const isShown = adjustedP !== undefined && effect.p <= alpha;
    return { of: 'limits', judgedTogether: limits, adjustedP, isShown, alpha, sameAlpha: alpha };
  });
}

function isBounded(effect: Effect): boolean {
  return judgingScale(effect).at(errorShare).every(Number.isFinite);
}
