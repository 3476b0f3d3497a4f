import { sloQuantities } from '../slo/quantities.ts';
import type { Slo, SloBound } from '../slo/slo.ts';

/**
 * The SLO as thresholds of k6, for plain `k6 run`, whose exit code is then 99 where one is missed. `assay load` judges
 * the records itself, with every bound.
 */
export function thresholdsOf(scenario: string, slo: Slo): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  for (const bound of slo) {
    const { k6Metric } = sloQuantities[bound.quantity];
    const text = thresholdOf(bound);
    if (k6Metric === undefined || text === undefined) continue;
    // The scenario's own requests: the canary's are not the service's.
    const key = `${k6Metric}{phase:measured,scenario:${scenario}}`;
    // Without a single answer k6 takes every percentile as 0, which keeps any bound: hence the minimum.
    thresholds[key] ??= isShare(bound) || bound.quantity === 'lag' ? [] : ['min>0'];
    thresholds[key].push(text);
  }
  return thresholds;
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
