import { sloFrom } from './parse-slo.ts';
import { meetsBound } from './slo.ts';

/** Counts of the requests of a run so far. */
type SoFar = { readonly failed: number; readonly wrong: number; readonly answered: number };

/** Whether more requests failed, or were wrong, than an SLO allows. Without a bound, none are allowed. */
export function failuresBeyond(slo: string | undefined): (soFar: SoFar) => boolean {
  const bounds = sloFrom(slo) ?? [];
  const exceeds = (quantity: 'failures' | 'wrong', count: number, of: number): boolean => {
    const asked = bounds.filter((bound) => bound.quantity === quantity);
    return count > 0 && (asked.length === 0 || asked.some((bound) => !meetsBound((count / of) * 100, bound)));
  };
  return ({ failed, wrong, answered }) =>
    exceeds('failures', failed, answered + failed) || exceeds('wrong', wrong, answered + wrong);
}
