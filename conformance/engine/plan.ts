import type { PlanView } from '../contract/formats/plan.ts';
import { plannedSpend } from '../model/costs.ts';
import { chainFinder, ownProbesOf, probesOf, type Chained } from '../model/chain.ts';
import type { Check } from '../model/check.ts';
import { likelyUsesOf, sumOfUses } from '../model/uses/likely.ts';
import { noLikelyUse, type LikelyUse } from '../model/uses/uses.ts';
import { missingCredentialFor, missingCredential, withReachableParts, type Credentials } from '../model/credentials.ts';
import { repeatedAlone } from '../model/probe-names.ts';
import { sendsIndependently, type Probe } from '../model/probe.ts';
import type { RunWork } from '../model/work.ts';
import { listBots } from '../model/probes/standard-probes.ts';

/** What a run would send, known before anything is sent. */
export type Plan = Pick<PlanView, 'probes' | 'likely' | 'atMost' | 'notApplicable'>;

/** A probe that will be sent, what it is for, and the most that it can use up. */
export type PlannedProbe = Plan['probes'][number];

type Purpose = Pick<PlannedProbe, 'checks' | 'controls' | 'observations'>;

/** The list of bots with which a run begins where no bot was given. */
export function botFinder({ token }: Credentials): Probe {
  return listBots(token === undefined ? 'none' : 'token');
}

/** Every probe that the work sends with these credentials, each once, in the order of the checks. */
export function planFrom(
  { checks, observations }: RunWork,
  known: readonly Check[],
  credentials: Credentials & { readonly bot?: string | undefined },
  likely: ReadonlyMap<string, LikelyUse> = likelyUsesOf([...known, ...observations]),
): Plan {
  const reachable = (check: Check): Check => withReachableParts(check, credentials);
  const chainOf = chainFinder(known.map(reachable));
  const chosen = new Set(checks.map(({ id }) => id));
  const judged = checks.map(reachable).map((check) => {
    const chain = chainOf(check);
    const lacking = chain.map((each) => missingCredentialFor(each, credentials)).find((reason) => reason !== undefined);
    return { check, chain, because: lacking?.because };
  });
  const able = judged.filter(({ because }) => because === undefined);
  const reached = able.map(({ check }) => check);
  const sent = able.flatMap(({ chain }) => chain);
  const observed = observations.filter(({ probe }) => missingCredential(probe.needs, credentials) === undefined);
  const needed = [...sent, ...observed].flatMap(probesOf);
  const probes = [...new Map(needed.map((probe) => [probe.name, probe])).values()];
  const finder = botFinder(credentials);
  const needsFinder = credentials.bot === undefined && probes.some(({ needs }) => needs.includes('bot'));
  const complete = needsFinder && probes.every(({ name }) => name !== finder.name) ? [finder, ...probes] : probes;
  const [idsSent, idsObserved] = [idsByProbe(sent), idsByProbe(observed)];
  const purposeOf = ({ name }: Probe): Purpose => {
    const ids = [...(idsSent.get(name) ?? [])];
    return {
      checks: ids.filter((id) => chosen.has(id)),
      controls: ids.filter((id) => !chosen.has(id)),
      observations: [...(idsObserved.get(name) ?? [])],
    };
  };
  const names = complete.map(({ name }) => name);
  const tripsOf = (name: string): number => likely.get(name)?.roundTrips ?? 0;
  const chains = [...able.map(({ chain }) => chain), ...observed.map((one) => [one])].map((chain) =>
    tripsIn(chain, tripsOf, needsFinder ? finder : undefined),
  );
  return {
    probes: complete.map((probe) => ({
      name: probe.name,
      ...purposeOf(probe),
      likely: likely.get(probe.name) ?? noLikelyUse,
      atMost: plannedSpend([probe]),
    })),
    likely: { ...sumOfUses(names, likely), roundTrips: Math.max(0, ...chains) },
    atMost: plannedSpend([...complete, ...repeatedOf(complete), ...shrinkingIn(reached)]),
    notApplicable: judged.flatMap(({ check, because }) =>
      because === undefined ? [] : [{ check: check.id, because }],
    ),
  };
}

/** How many round trips a check or an observation waits for, one after another. */
function tripsIn(chain: readonly Chained[], tripsOf: (name: string) => number, finder: Probe | undefined): number {
  const probes = chain.flatMap(ownProbesOf);
  const isFirst = finder !== undefined && probes.some(({ needs }) => needs.includes('bot'));
  const names = new Set([...(isFirst ? [finder.name] : []), ...probes.map(({ name }) => name)]);
  return [...names].reduce((sum, name) => sum + tripsOf(name), 0);
}

/**
 * Round trips before the first probe: whether the target answers, whether it takes the token, and which bots it lists.
 */
const askedFirst = 3;

/**
 * How long a run likely waits for the target, in milliseconds, if each request takes `roundTripMs`. Requests that are
 * sent as soon as possible take at most the longest chain plus all requests divided by the concurrency (Graham's bound
 * on list scheduling). Measured on the reference service at 400 and 1,500 ms, whole runs take 1.04 times this, quick
 * ones 1.2 times.
 */
export function likelyMs({ requests, roundTrips }: LikelyUse, concurrency: number, roundTripMs: number): number {
  return (askedFirst + roundTrips + Math.ceil(requests / concurrency)) * roundTripMs;
}

/**
 * Stand-ins for the smaller cases that may be sent after a case failed: they count towards the most that a run can use
 * up. A service without mistakes gets none of them.
 */
function shrinkingIn(checks: readonly Check[]): readonly Probe[] {
  return checks.flatMap(({ id, shrinking }) =>
    shrinking === undefined ? [] : [{ name: `smaller cases of ${id}`, needs: [], costs: shrinking.costs, steps: [] }],
  );
}

/** The same probe, sent again from its beginning with nothing else in between. */
export function repeatedInIsolation(probe: Probe): Probe {
  return { ...repeatedAlone(probe), pace: sendsIndependently(probe) ? 'aloneThroughoutSingly' : 'aloneThroughout' };
}

/** The probes that may be sent once more from their beginning. */
function repeatedOf(probes: readonly Probe[]): readonly Probe[] {
  return probes.filter(({ again }) => again?.is === 'byItself').map(repeatedInIsolation);
}

/** The ids of the checks and observations that need each probe, by the name of the probe, in the order of `all`. */
function idsByProbe(all: readonly Chained[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const each of all) {
    for (const { name } of probesOf(each)) ids.set(name, (ids.get(name) ?? new Set()).add(each.id));
  }
  return ids;
}
