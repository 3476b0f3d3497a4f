import type { StepFigures } from '../figures/figures.ts';
import type { BoundJudgement, Slo, SloBound, SloJudgement } from '../slo/slo.ts';

const worstFirst = ['violated', 'inconclusive', 'met'] as const;

/**
 * The SLO of a run whose rate changes: each bound as judged in the worst step, because a percentile over requests of
 * several loads describes no load that existed. Bounds on a rate are judged over the whole run.
 *
 * @param whole the same bounds, judged over all requests
 */
export function worstOfSteps(slo: Slo, whole: SloJudgement, steps: readonly StepFigures[]): SloJudgement {
  const bounds = whole.bounds.map((judged, place): BoundJudgement => {
    const bound = slo[place];
    if (bound === undefined || bound.unit === '/s') return judged;
    const each = steps.flatMap((step, at) => {
      const own = step.counts.recorded === 0 ? undefined : step.slo?.bounds.find(({ text }) => text === judged.text);
      return own === undefined ? [] : [{ ...own, step: at }];
    });
    return each.toSorted((one, next) => byWorst(one, next, bound))[0] ?? judged;
  });
  const is = worstFirst.find((each) => bounds.some((bound) => bound.is === each)) ?? whole.is;
  return { text: whole.text, is, bounds };
}

function byWorst(one: BoundJudgement, next: BoundJudgement, { relation }: SloBound): number {
  const byWord = worstFirst.indexOf(one.is) - worstFirst.indexOf(next.is);
  if (byWord !== 0) return byWord;
  const worse = relation.startsWith('<') ? 1 : -1;
  return ((next.value ?? 0) - (one.value ?? 0)) * worse;
}
