import type { Exchange } from '../../model/exchange.ts';
import { exchangesById } from './exchanges-by-id.ts';
import type { Finding, KnownFailure } from '../../model/run.ts';
import { withKnownAlike } from './known-alike.ts';
import { isInForce, withStates } from './known-failures.ts';
import { withoutKnownConsequences } from './known-reasons.ts';

/** The findings of a run with its known failures: which are known, and which were not judged only because of them. */
export function withKnownFailures(
  findings: readonly Finding[],
  known: readonly KnownFailure[] | undefined,
  today: string,
  exchanges: readonly Exchange[],
): readonly Finding[] {
  if (known === undefined || known.length === 0) return findings;
  const inForce = known.filter((entry) => isInForce(entry, today));
  const exchangeOf = exchangesById(exchanges);
  return withoutKnownConsequences(withKnownAlike(withStates(findings, known, today), exchangeOf), inForce, exchangeOf);
}
