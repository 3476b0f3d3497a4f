import { judgedSteps } from '../../load/verdict/judged-load.ts';
import type { StepFigures } from '../../load/figures/figures.ts';
import { sloFrom } from '../../load/slo/parse-slo.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { isFinal, stepSlo } from '../../load/verdict/right-steps.ts';
import { isTooLate } from '../../load/verdict/too-late.ts';
import type { Slo } from '../../load/slo/slo.ts';
import { stepsOf, type LoadStep } from '../../load/plan/steps.ts';
import type { LoadProgress } from '../../load/runner/run-scenario.ts';
import type { LoadWork } from './settings.ts';

/** So long after its end a step is first looked at. */
const settleMs = 1_000;

type Planned = Pick<LoadWork['plan'], 'rates' | 'starts'>;

/**
 * Stops a step load at the first step that violates the SLO, or that was not sent as intended: to climb on would only hurt
 * the service, or show the load generator's own end. Answers may come long after their step has ended, so that each step
 * is looked at anew until all of them are there.
 */
export function stopAtViolatedStep(
  { name, shape }: LoadScenario,
  { rates, starts }: Planned,
): (progress: LoadProgress) => 'stop' | undefined {
  const steps = shape === 'stepLoad' ? stepsOf(name, { arrivals: 'poisson', ...rates }) : [];
  const planned = steps.map(({ fromMs, toMs }) => starts.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length);
  const settled = new Set<LoadStep['fromMs']>();
  return ({ live, load: measured }) => {
    const over = steps.filter(({ toMs }) => live.elapsedMs >= toMs + settleMs).length;
    // Before anything is asked for: that sorts all samples.
    if (over === settled.size) return undefined;
    const load = measured();
    const asked = sloFrom(load?.settings.slo);
    for (const [place, step] of ((load && judgedSteps(load, asked)) ?? []).slice(0, over).entries()) {
      const isWhole = step.counts.recorded >= (planned[place] ?? 0);
      if (isWhole) settled.add(step.step.fromMs);
      if (asked && endsClimb(step, stepSlo(asked), isWhole)) return 'stop';
    }
    return undefined;
  };
}

/**
 * While answers are missing, a miss counts only of times, as those that are not there yet can hardly be shorter, and of a
 * wrong answer where none may be.
 */
function endsClimb(step: StepFigures, slo: Slo, isWhole: boolean): boolean {
  if (isWhole && isTooLate(step, slo)) return true;
  // What fails at once is there before what takes its time, so that a percentile of all may still get better.
  const isFinalMiss = (place: number, failed: unknown): boolean => failed === undefined && isFinal(slo[place]);
  return (step.slo?.bounds ?? []).some(
    ({ is, failed }, place) => is === 'violated' && (isWhole || isFinalMiss(place, failed)),
  );
}
