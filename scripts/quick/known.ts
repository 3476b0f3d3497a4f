import type { JudgedRun } from '../../conformance/judged-at.testing.ts';
import { momentOf } from '../../conformance/model/moment.ts';
import { chainFinder, ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { creditsOf, costOfExchange } from '../../conformance/model/costs.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Use } from '../../conformance/model/uses/uses.ts';
import type { Candidate } from './choose.ts';

/**
 * A check that fails because of a mistake. For a rule about every answer, `at` is the probe whose response showed it.
 */
export type FindingCheck = { readonly check: string; readonly at?: string };

/** The failing checks of a run; a rule about every answer appears once for each probe whose responses show it. */
export function findingChecksIn(
  { findings, exchanges }: Pick<JudgedRun, 'findings' | 'exchanges'>,
  checks: readonly Check[],
): readonly FindingCheck[] {
  const rules = new Set(checks.filter(({ ofEvery }) => ofEvery !== undefined).map(({ id }) => id));
  const probeOf = new Map(exchanges.map(({ id, probe }) => [id, probe]));
  return findings
    .filter(({ verdict }) => verdict.is === 'fail')
    .flatMap(({ check, mismatches }): readonly FindingCheck[] => {
      if (!rules.has(check)) return [{ check }];
      const probes = mismatches.flatMap(({ exchange = '' }) => probeOf.get(exchange) ?? []);
      return [...new Set(probes)].map((at) => ({ check, at }));
    });
}

/**
 * What is sent for each of these finders: for a rule, the probe that got the response and the probes of its controls.
 */
export function candidatesOf(checks: readonly Check[], finders: readonly FindingCheck[]): readonly Candidate[] {
  const chainOf = chainFinder(checks);
  const byId = new Map(checks.map((check) => [check.id, check]));
  const byKey = new Map(finders.map((finder) => [findingCheckName(finder), finder]));
  return [...byKey].map(([key, { check: id, at }]) => {
    const check = byId.get(id);
    const own = check === undefined ? [] : chainOf(check).flatMap(ownProbesOf);
    const names = own.map(({ name }) => name);
    return { check: key, probes: [...new Set(at === undefined ? names : [at, ...names])] };
  });
}

/** The name of a finder among the candidates. */
export function findingCheckName({ check, at }: FindingCheck): string {
  return at === undefined ? check : `${check} at ${at}`;
}

/** The requests and credits of each probe. */
export function usesIn(exchanges: readonly Exchange[]): ReadonlyMap<string, Use> {
  const byProbe = Map.groupBy(exchanges, ({ probe }) => probe);
  return new Map(
    [...byProbe].map(([probe, sent]) => {
      const credits = sent.reduce((sum, exchange) => sum + creditsOf(costOfExchange(exchange)), 0);
      return [probe, { requests: sent.length, credits }];
    }),
  );
}

/** The largest number of these exchanges that followed one another without overlapping. */
export function roundTripsOf(exchanges: readonly Exchange[]): number {
  const spans = exchanges
    .map(({ startedAt, response }) => {
      const from = momentOf(startedAt).ms;
      return { from, to: from + response.endedAtMs };
    })
    .toSorted((a, b) => a.to - b.to);
  let count = 0;
  let over = -Infinity;
  for (const { from, to } of spans)
    if (from >= over) {
      count += 1;
      over = to;
    }
  return count;
}
