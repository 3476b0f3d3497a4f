import type { LedgerRow } from '../../model/check.ts';
import { requestIdOf } from '../../model/exchange-id.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';

/**
 * Adds to findings over charges the failed attempts before the one that was judged: a service may have charged them,
 * and then they are what has to be looked at.
 */
export function withAttempts(findings: readonly Finding[], exchanges: readonly Exchange[]): readonly Finding[] {
  if (findings.every(({ ledger }) => ledger === undefined)) return findings;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const byRequest = Map.groupBy(exchanges, requestIdOf);
  const before = (id: string): readonly Exchange[] => {
    const exchange = byId.get(id);
    if (exchange === undefined || exchange.attempt === 1) return [];
    const all = byRequest.get(requestIdOf(exchange)) ?? [];
    return all.filter(({ attempt }) => attempt < exchange.attempt).toSorted((a, b) => a.attempt - b.attempt);
  };
  return findings.map((finding) => {
    const { ledger } = finding;
    if (ledger === undefined || ledger.every(({ exchange }) => before(exchange).length === 0)) return finding;
    const own = new Set(finding.exchanges);
    const ofLedger = new Set(ledger.map(({ exchange }) => exchange));
    return {
      ...finding,
      ledger: ledger.flatMap((row) => [...before(row.exchange).map((attempt) => rowOf(row, attempt)), row]),
      exchanges: finding.exchanges.flatMap((id) => [
        ...(ofLedger.has(id) ? before(id).flatMap((attempt) => (own.has(attempt.id) ? [] : [attempt.id])) : []),
        id,
      ]),
    };
  });
}

/** The row of an attempt that was refused, or not answered at all: it uses nothing up. */
function rowOf(row: LedgerRow, { id, attempt, response }: Exchange): LedgerRow {
  const { parts: _, ...before } = row;
  return {
    ...before,
    exchange: id,
    use: `${row.use}, attempt ${attempt}`,
    price: 'nothing',
    expected: 'any answer',
    observed: response.is === 'answer' ? String(response.status) : 'no answer',
    unserved: true,
  };
}
