import { judgedLoad } from '../../load/model/judged-load.ts';
import type { LoadScenario } from '../../load/model/scenarios.ts';
import type { LoadProgress } from '../../load/runner/run-scenario.ts';

/** Judging costs the sorting of all samples: a step is looked at once a second from its end on, until it is judged. */
const settleMs = 1_000;

/**
 * Stops a staircase at the first step that misses the SLO: to climb on would only hurt the service. What is still under
 * way when a step is judged can only make it worse, so that a miss is never taken back.
 */
export function stopAtMissedStep({ shape }: LoadScenario): (progress: LoadProgress) => 'stop' | undefined {
  let place = 0;
  return ({ live, load: measured }) => {
    if (shape !== 'staircase') return undefined;
    const load = measured();
    const step = load?.steps?.[place];
    if (!load || !step || live.elapsedMs < step.step.toMs + settleMs) return undefined;
    if (judgedLoad(load).steps?.[place]?.slo?.is === 'missed') return 'stop';
    place += 1;
    return undefined;
  };
}
