import { sloFrom } from '../../load/slo/parse-slo.ts';
import { samplesNeeded } from '../../load/statistics/ranks.ts';
import { boundText } from '../../load/slo/slo.ts';
import { stepsOf } from '../../load/plan/steps.ts';
import type { LoadWork } from './settings.ts';

/**
 * Warns before anything is sent of the first step of a step load that has too few requests for a percentile of the SLO
 * and will not be judged. Gaps are left out: a stream has many, and their number is unknown.
 */
export function shortStepWarnings({ scenario, options, plan }: LoadWork): readonly string[] {
  const slo = sloFrom(options.slo);
  if (scenario.shape !== 'stepLoad' || slo === undefined) return [];
  const needs = slo.flatMap((bound) =>
    typeof bound.statistic === 'object' && bound.quantity !== 'gap'
      ? [{ text: boundText(bound), samples: samplesNeeded(bound.statistic.percent / 100) }]
      : [],
  );
  const [most] = needs.toSorted((a, b) => b.samples - a.samples);
  if (most === undefined) return [];
  for (const { fromMs, settleMs, toMs, ratePerS } of stepsOf(scenario.name, { arrivals: 'poisson', ...plan.rates })) {
    const requests = plan.starts.filter(({ atMs }) => atMs >= fromMs + settleMs && atMs < toMs).length;
    if (requests < most.samples)
      return [
        `the step of ${ratePerS} a second has ${requests} requests after its warm-up, and ${most.text} needs ${most.samples}: it cannot be judged; raise --duration or --rate`,
      ];
  }
  return [];
}
