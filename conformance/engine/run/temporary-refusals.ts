import { transientIn } from '../../classification/transient.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Run } from '../../model/run.ts';

/** How many answers said "not now", by status, the most frequent first: a service that never did is another one. */
export function temporaryRefusalsIn(exchanges: readonly Exchange[]): Pick<Run, 'temporaryRefusals'> {
  const statuses = exchanges.flatMap((exchange) => {
    const { response } = exchange;
    const refusal = response.is === 'answer' ? transientIn(response, exchange) : undefined;
    return refusal === undefined ? [] : [refusal.status];
  });
  const byStatus = [...Map.groupBy(statuses, (status) => status)];
  const temporaryRefusals = byStatus
    .map(([status, all]) => ({ status, answers: all.length }))
    .toSorted((a, b) => b.answers - a.answers);
  return temporaryRefusals.length === 0 ? {} : { temporaryRefusals };
}
