import type { WrongAnswer } from '../figures/figures.ts';
import { sloText, type BoundJudgement, type Slo, type SloBound, type SloJudgement } from '../slo/slo.ts';
import type { LoadStep } from '../plan/steps.ts';

const noneWrong: SloBound = { quantity: 'wrong', relation: '<=', bound: 0, unit: '%' };

/**
 * The SLO of each step. Wrong responses are not a matter of chance, so a single wrong response fails a step, unless the
 * SLO itself says how many may be wrong.
 */
export function stepSlo(slo: Slo): Slo {
  return slo.some(({ quantity }) => quantity === 'wrong') ? slo : [...slo, noneWrong];
}

/** Whether a violation of the bound is final, whatever responses are still to come. */
export function isFinal(bound: SloBound | undefined): boolean {
  return bound !== undefined && (bound.statistic !== undefined || (bound.quantity === 'wrong' && bound.bound === 0));
}

/** A step settles before its times are measured, but wrong responses during the settling count as wrong. */
export function withWarmupErrors(
  judged: SloJudgement,
  slo: Slo,
  { fromMs, toMs }: LoadStep,
  wrong: readonly WrongAnswer[] = [],
): SloJudgement {
  const first = wrong.find(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const place = slo.findIndex(({ quantity, bound }) => quantity === 'wrong' && bound === 0);
  if (first === undefined || judged.bounds[place]?.is !== 'met') return judged;
  const bounds = judged.bounds.map((bound, at): BoundJudgement => (at === place ? violatedBy(bound, first) : bound));
  return { text: sloText(slo), is: 'violated', bounds };
}

function violatedBy({ text, of }: BoundJudgement, { id, because }: WrongAnswer): BoundJudgement {
  return {
    text,
    of,
    is: 'violated',
    because: `request ${id} got a wrong answer during the warm-up of its step: ${because}`,
  };
}
