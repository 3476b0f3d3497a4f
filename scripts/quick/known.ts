import type { KnownMistake } from '../../conformance/engine/causes/likely.ts';
import { chainFinder, ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { creditsOf, usedBy } from '../../conformance/model/costs.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Candidate, Use } from './choose.ts';

/** What each check sends. Rules for every answer are none: they judge what others sent. */
export function candidatesOf(checks: readonly Check[]): readonly Candidate[] {
  const chainOf = chainFinder(checks);
  return checks
    .filter(({ ofEvery }) => ofEvery === undefined)
    .map((check) => ({
      check: check.id,
      probes: [
        ...new Set(
          chainOf(check)
            .flatMap(ownProbesOf)
            .map(({ name }) => name),
        ),
      ],
    }));
}

/** What each probe sent, and what that used up. */
export function usesIn(exchanges: readonly Exchange[]): ReadonlyMap<string, Use> {
  const byProbe = Map.groupBy(exchanges, ({ probe }) => probe);
  return new Map(
    [...byProbe].map(([probe, sent]) => {
      const credits = sent.reduce((sum, exchange) => sum + creditsOf(usedBy(exchange)), 0);
      return [probe, { requests: sent.length, credits }];
    }),
  );
}

/** The known mistakes that each check finds by what is sent for it alone, by the id of the check. */
export function foundByChecks(
  checks: readonly Check[],
  mistakes: readonly KnownMistake[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const sending = checks.filter(({ ofEvery }) => ofEvery === undefined);
  return new Map(
    sending.map(({ id }) => [id, new Set(mistakes.filter((each) => each.checks.has(id)).map(({ fault }) => fault))]),
  );
}
