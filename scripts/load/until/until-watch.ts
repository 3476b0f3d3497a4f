import { join } from 'node:path';
import type { LoadPlan, PlanOptions } from '../../../load/plan/plan.ts';
import { parseUntil } from '../../../load/slo/until.ts';
import { precisionUntil } from './read-again.ts';
import { watchUntil, type UntilWatch } from './watch.ts';

type Work = {
  readonly options: { readonly until?: string | undefined };
  readonly plan: Pick<LoadPlan, 'starts'> & Pick<PlanOptions, 'rates'>;
};

/** Watches a run that is to be as precise as `--until` asks; `undefined` where it asks nothing. */
export function untilWatch({ options, plan }: Work, folder: string): UntilWatch | undefined {
  const parsed = options.until === undefined ? undefined : parseUntil(options.until);
  if (parsed?.is !== 'until') return undefined;
  const { until } = parsed;
  const path = join(folder, 'requests.ndjson');
  return watchUntil(until, { starts: plan.starts, warmupMs: plan.rates.warmupMs }, (header, isOver) =>
    precisionUntil(path, header, until, isOver),
  );
}
