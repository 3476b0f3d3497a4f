import { sloQuantities } from '../slo/quantities.ts';
import type { Slo, SloBound } from '../slo/slo.ts';

/**
 * The SLO as thresholds of k6, for plain `k6 run`, which then exits with 99 where a threshold is missed. `assay load`
 * judges the records itself, with every bound. k6 has the times of responses only. From the share of failures it can
 * tell that a percentile over all requests falls on a failed request, but not its value where fewer failed.
 */
export function thresholdsOf(scenario: string, slo: Slo): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  for (const bound of slo) {
    const { k6Metric } = sloQuantities[bound.quantity];
    const text = thresholdOf(bound);
    if (k6Metric === undefined || text === undefined) continue;
    const key = keyOf(k6Metric, scenario);
    // Without any response k6 takes every percentile as 0, which meets any bound: hence the minimum.
    thresholds[key] ??= isShare(bound) || bound.quantity === 'lag' ? [] : ['min>0'];
    thresholds[key].push(text);
    const most = mostFailures(bound);
    if (most === undefined) continue;
    const asked = keyOf('assay_failures', scenario, sloQuantities[bound.quantity].onlyOf);
    (thresholds[asked] ??= []).push(most);
  }
  return thresholds;
}

/** Selects the scenario's own requests: those of the canary do not go to the service. */
function keyOf(metric: string, scenario: string, operations: readonly string[] = []): string {
  const [operation] = operations;
  return `${metric}{phase:measured,scenario:${scenario}${operation === undefined ? '' : `,operation:${operation}`}}`;
}

/**
 * The largest share of failures: if more failed than a percentile leaves out, it falls on a failed request. Lag is
 * exempt, since requests that were never sent have a lag too.
 */
function mostFailures({ quantity, statistic }: SloBound): string | undefined {
  if (typeof statistic !== 'object' || quantity === 'lag') return undefined;
  return `rate<=${Number((1 - statistic.percent / 100).toFixed(6))}`;
}

function isShare({ quantity }: SloBound): boolean {
  return sloQuantities[quantity].kind === 'share';
}

function thresholdOf(asked: SloBound): string | undefined {
  const { statistic, relation, bound } = asked;
  if (isShare(asked)) return `rate${relation}${bound / 100}`;
  if (statistic === undefined) return undefined;
  const aggregate = typeof statistic === 'object' ? `p(${statistic.percent})` : { mean: 'avg', max: 'max' }[statistic];
  return `${aggregate}${relation}${bound}`;
}
