import { holm } from '../statistics/holm.ts';
import { judgedBy, type Effect } from './effects.ts';
import { errorShare } from './power.ts';

/** How sure one difference has to be, among the others that share its error. */
export type Standing = {
  /** Of what there are so many. */
  readonly of: 'quantities' | 'limits';
  readonly judgedTogether: number;
  /** Absent where nothing bounds the difference. */
  readonly adjustedP: number | undefined;
  /** That it is no chance, in all comparisons that share the error. */
  readonly isShown: boolean;
  /** Of the interval that decides whether there is a difference: it excludes zero where `isShown`. */
  readonly alpha: number;
  /** Of the interval that shows that there is none worth telling. */
  readonly sameAlpha: number;
};

/**
 * By Holm: he stops at the first difference that is not shown, and the error that he asked of that one is the one of all
 * their intervals. Those that are shown exclude zero by it, those that are not contain it.
 *
 * @param comparisons that share the error
 */
export function amongQuantities(effects: readonly Effect[], comparisons: number): readonly Standing[] {
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

/** What a limit was put on is judged by the interval of the limit, so that it has one only. */
export function amongLimits(effects: readonly Effect[], limits: number, comparisons: number): readonly Standing[] {
  const alpha = errorShare / (limits * comparisons);
  return effects.map((effect) => {
    const adjustedP = isBounded(effect) ? Math.min(1, effect.p * limits) : undefined;
    const isShown = adjustedP !== undefined && effect.p <= alpha;
    return { of: 'limits', judgedTogether: limits, adjustedP, isShown, alpha, sameAlpha: alpha };
  });
}

function isBounded(effect: Effect): boolean {
  return judgedBy(effect).at(errorShare).every(Number.isFinite);
}
