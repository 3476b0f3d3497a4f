import { sumOfUses } from '../../conformance/model/uses/likely.ts';
import { addUses, type Use } from '../../conformance/model/uses/uses.ts';
import { randomFrom } from '../../load/plan/random.ts';

/** What is sent for a check: its own probe, and those of its controls. */
export type Candidate = { readonly check: string; readonly probes: readonly string[] };

/** What is known before anything is chosen, by the names of probes and the ids of checks. */
export type Measured = {
  readonly candidates: readonly Candidate[];
  readonly uses: ReadonlyMap<string, Use>;
  /** Mistakes that a check finds by what is sent for it. */
  readonly foundBy: ReadonlyMap<string, ReadonlySet<string>>;
};

export type Chosen = { readonly probes: ReadonlySet<string>; readonly used: Use; readonly found: ReadonlySet<string> };

/** How much the requests of a budget count beside its credits: neither is dearer by itself, so several are tried. */
export const requestShares: readonly number[] = [0.3, 0.4, 0.5, 0.6, 0.7];

/** So often a part of what is chosen is given up for something else. */
const defaultTries = 200;
const leastGivenUp = 0.05;
const mostGivenUp = 0.3;

/**
 * Probes that find many mistakes within a budget: again and again those that find the most further ones for their share
 * of it; then parts of them are given up by chance and filled anew, and what is no worse stays. It is no proof that
 * nothing better exists. The same is chosen each time. `from` is where to begin.
 */
export function chosenWithin(
  budget: Use,
  measured: Measured,
  { from = new Set<string>(), tries = defaultTries }: { from?: ReadonlySet<string>; tries?: number } = {},
): Chosen {
  const fill = fillerOf(budget, measured);
  const random = randomFrom(1, 'quick');
  let best = requestShares.map((share) => fill(from, share)).reduce(better);
  for (let at = 0; at < tries; at += 1) {
    const givenUp = leastGivenUp + (mostGivenUp - leastGivenUp) * random();
    const kept = new Set([...best.probes].filter(() => random() >= givenUp));
    best = better(best, fill(kept, requestShares[Math.floor(random() * requestShares.length)] ?? 0.5));
  }
  return best;
}

/** The second where it is no worse, so that a search goes on from it. */
function better(one: Chosen, other: Chosen): Chosen {
  return other.found.size >= one.found.size ? other : one;
}

/** All that is found by what is sent for it: candidates for which the same is sent are one. */
export type Bundle = { readonly probes: readonly string[]; readonly finds: ReadonlySet<string> };

export function bundlesOf({ candidates, foundBy }: Measured): readonly Bundle[] {
  const same = Map.groupBy(candidates, ({ probes }) => probes.toSorted().join('\n'));
  return [...same.values()].map((each) => ({
    probes: each[0]?.probes ?? [],
    finds: new Set(each.flatMap(({ check }) => [...(foundBy.get(check) ?? [])])),
  }));
}

/** Of the budget, for what is sent anyway: nothing is divided by 0. */
const leastShare = 1e-4;

/** Adds to what is sent, as long as there is something that finds more and may still be paid. */
export function fillerOf(budget: Use, measured: Measured): (sent: ReadonlySet<string>, requestShare: number) => Chosen {
  const bundles = bundlesOf(measured);
  const byProbe = new Map<string, Bundle[]>();
  for (const bundle of bundles)
    for (const probe of bundle.probes) byProbe.set(probe, [...(byProbe.get(probe) ?? []), bundle]);
  const costOf = (probes: Iterable<string>): Use => sumOfUses(probes, measured.uses);
  return (from, requestShare) => {
    const sent = new Set(from);
    const isSent = ({ probes }: Bundle): boolean => probes.every((probe) => sent.has(probe));
    const found = new Set(bundles.filter(isSent).flatMap(({ finds }) => [...finds]));
    let used = costOf(sent);
    const finding = (more: readonly string[]): ReadonlySet<string> => {
      for (const probe of more) sent.add(probe);
      const then = new Set(more.flatMap((probe) => byProbe.get(probe) ?? []));
      const finds = [...then].filter(isSent).flatMap((bundle) => [...bundle.finds].filter((each) => !found.has(each)));
      for (const probe of more) sent.delete(probe);
      return new Set(finds);
    };
    for (;;) {
      let best: Step | undefined;
      for (const bundle of bundles) {
        const probes = bundle.probes.filter((probe) => !sent.has(probe));
        if (probes.length === 0) continue;
        const cost = costOf(probes);
        const total = addUses(used, cost);
        if (total.requests > budget.requests || total.credits > budget.credits) continue;
        const finds = finding(probes);
        const { requests, credits } = shareOf(cost, budget);
        const worth = finds.size / (requestShare * requests + (1 - requestShare) * credits + leastShare);
        if (finds.size > 0 && worth > (best?.worth ?? 0)) best = { probes, worth, cost, finds };
      }
      if (best === undefined) return { probes: sent, used, found };
      for (const probe of best.probes) sent.add(probe);
      for (const mistake of best.finds) found.add(mistake);
      used = addUses(used, best.cost);
    }
  };
}

function shareOf(cost: Use, budget: Use): Use {
  return {
    requests: cost.requests / Math.max(1, budget.requests),
    credits: cost.credits / Math.max(1, budget.credits),
  };
}

/** `worth`: mistakes for the whole budget, at the price of this one. */
type Step = {
  readonly probes: readonly string[];
  readonly worth: number;
  readonly cost: Use;
  readonly finds: ReadonlySet<string>;
};
