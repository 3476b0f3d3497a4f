import { transientIn } from '../../classification/transient.ts';
import type { Check } from '../../model/check.ts';
import { requestIdOf } from '../../model/exchange-id.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding, Run } from '../../model/run.ts';
import { answersAtRandom } from './at-random.ts';

/**
 * How many answers said "not now", by status, the most frequent first: this tells such a service from one that never
 * did. Left out are answers by which a check was judged, as of an empty balance, and answers like them
 * (`isToldOtherwise`).
 */
export function temporaryRefusalsIn(
  exchanges: readonly Exchange[],
  findings: readonly Finding[] = [],
  checks: readonly Pick<Check, 'id' | 'ofEvery'>[] = [],
  isToldOtherwise: (exchange: Exchange) => boolean = () => false,
): Pick<Run, 'temporaryRefusals'> {
  // Checks of every answer judge these answers too, which does not mean that such an answer was due.
  const ofEvery = new Set(checks.flatMap(({ id, ofEvery }) => (ofEvery === undefined ? [] : [id])));
  const judged = new Set(
    findings
      .filter(({ check, verdict }) => !ofEvery.has(check) && (verdict.is === 'pass' || verdict.is === 'fail'))
      .flatMap((finding) => finding.exchanges),
  );
  const refused = exchanges.flatMap((exchange) => {
    const { response } = exchange;
    const refusal = response.is === 'answer' ? transientIn(response, exchange) : undefined;
    return refusal === undefined || isToldOtherwise(exchange) ? [] : [{ exchange, status: refusal.status }];
  });
  // With the earlier attempts of the same request, which were sent to see whether the refusal stays.
  const told = new Set(refused.flatMap(({ exchange }) => (judged.has(exchange.id) ? [requestIdOf(exchange)] : [])));
  const statuses = refused.filter(({ exchange }) => !told.has(requestIdOf(exchange))).map(({ status }) => status);
  const byStatus = [...Map.groupBy(statuses, (status) => status)];
  const temporaryRefusals = byStatus
    .map(([status, all]) => {
      const atRandomOf = answersAtRandom(status, exchanges);
      return { status, answers: all.length, ...(atRandomOf !== undefined && { atRandomOf }) };
    })
    .toSorted((a, b) => b.answers - a.answers);
  return temporaryRefusals.length === 0 ? {} : { temporaryRefusals };
}
