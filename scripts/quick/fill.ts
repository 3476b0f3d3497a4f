import { sumOfUses } from '../../conformance/model/uses/likely.ts';
import { addUses, type Use } from '../../conformance/model/uses/uses.ts';
import { bundlesOf, leastShare, shareOf, type Bundle, type Chosen, type Measured } from './choose.ts';

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

/** `worth`: mistakes for the whole budget, at the price of this one. */
type Step = {
  readonly probes: readonly string[];
  readonly worth: number;
  readonly cost: Use;
  readonly finds: ReadonlySet<string>;
};
