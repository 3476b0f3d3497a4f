import { mixFrom } from '../plan/operations.ts';
import { planOf, planOptions, type LoadPlan, type PlanOptions } from '../plan/plan.ts';
import type { LoadScenario } from '../plan/scenarios.ts';
import type { TraceLine } from '../plan/trace.ts';
import type { RunScenarioOptions } from './options.ts';

/** The plan that k6 will make of the same options, to announce it. A test checks that both are equal. */
export function planRun(
  scenario: LoadScenario,
  options: Omit<RunScenarioOptions, 'scenario' | 'target' | 'botId' | 'outDir' | 'k6Path' | 'env'>,
  trace?: readonly TraceLine[],
): LoadPlan & Pick<PlanOptions, 'rates'> {
  const { durationS, warmupS, mix } = options;
  const asked = {
    ...options,
    durationMs: durationS === undefined ? undefined : durationS * 1000,
    warmupMs: warmupS === undefined ? undefined : warmupS * 1000,
    mix: mix === undefined ? undefined : mixFrom(mix),
  };
  const made = planOptions(scenario, asked, trace);
  return { ...planOf(made), rates: made.rates };
}
