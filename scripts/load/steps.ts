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

/** Milliseconds between the end of a step and its first judgement. */
const settleMs = 1_000;

type Planned = Pick<LoadWork['plan'], 'rates' | 'starts'>;

/**
 * Stops a step load at the first step that violates the SLO or was not sent as intended: higher rates would only harm
 * the service, or show the limit of the load generator. Responses may come long after the end of their step, so each
 * step is judged again until all of them have arrived.
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
    // Checked before `measured()`, which sorts all samples.
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
 * Whether a step ends the climb. While responses are missing, only violations by times count, since late responses are
 * hardly faster, and violations by a wrong response where none is allowed.
 */
function endsClimb(step: StepFigures, slo: Slo, isWhole: boolean): boolean {
  if (isWhole && isTooLate(step, slo)) return true;
  // Fast failures arrive before slow responses, so a percentile over all requests may still improve.
  const isFinalMiss = (place: number, failed: unknown): boolean => failed === undefined && isFinal(slo[place]);
  return (step.slo?.bounds ?? []).some(
    ({ is, failed }, place) => is === 'violated' && (isWhole || isFinalMiss(place, failed)),
  );
}
