import type { Exchange } from '../../model/exchange.ts';
import type { Finding, KnownFailure } from '../../model/run.ts';
import { withAlike } from './known-alike.ts';
import { isInForce, withStates } from './known-failures.ts';
import { withoutThoseBehindKnown } from './known-reasons.ts';

/** The findings of a run as its known failures make them: which are known, and what was not judged for these alone. */
export function withKnownFailures(
  findings: readonly Finding[],
  known: readonly KnownFailure[] | undefined,
  today: string,
  exchanges: readonly Exchange[],
): readonly Finding[] {
  if (known === undefined || known.length === 0) return findings;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const inForce = known.filter((entry) => isInForce(entry, today));
  const exchangeOf = (id: string): Exchange | undefined => byId.get(id);
  return withoutThoseBehindKnown(withAlike(withStates(findings, known, today), exchangeOf), inForce, exchangeOf);
}
