import type { Slo, SloBound, SloQuantity } from '../slo/slo.ts';

/** k6's metric for each quantity that k6 can judge by itself; a gap's quantile over all events is in no metric of it. */
const metricOf: { readonly [Name in SloQuantity]?: string } = {
  ttfe: 'assay_ttfe',
  ttft: 'assay_ttft',
  serviceTtft: 'assay_service_ttft',
  e2e: 'assay_e2e',
  lag: 'assay_lag',
  failures: 'assay_failures',
  wrong: 'assay_wrong',
};

/**
 * The SLO as thresholds of k6, for plain `k6 run`, whose exit code is then 99 where one is missed. `assay load` judges
 * the records itself, with every bound.
 */
export function thresholdsOf(scenario: string, slo: Slo): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  for (const bound of slo) {
    const metric = metricOf[bound.quantity];
    const text = thresholdOf(bound);
    if (metric === undefined || text === undefined) continue;
    // The scenario's own requests: the canary's are not the service's.
    const key = `${metric}{phase:measured,scenario:${scenario}}`;
    // Without a single answer k6 takes every percentile as 0, which keeps any bound: hence the minimum.
    thresholds[key] ??= isShare(bound) || bound.quantity === 'lag' ? [] : ['min>0'];
    thresholds[key].push(text);
  }
  return thresholds;
}

function isShare({ quantity }: SloBound): boolean {
  return quantity === 'failures' || quantity === 'wrong';
}

function thresholdOf(asked: SloBound): string | undefined {
  const { statistic, relation, bound } = asked;
  if (isShare(asked)) return `rate${relation}${bound / 100}`;
  if (statistic === undefined) return undefined;
  const aggregate = typeof statistic === 'object' ? `p(${statistic.percent})` : { mean: 'avg', max: 'max' }[statistic];
  return `${aggregate}${relation}${bound}`;
}
