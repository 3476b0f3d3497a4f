import { addUses, noUse, type Use } from '../../conformance/model/uses/uses.ts';
import { sumOfUses } from '../../conformance/model/uses/likely.ts';
import { bundlesOf, type ProbeMeasurements, leastShare, shareOf, type ProbeBundle, type Chosen } from './choose.ts';

/** Weights of requests against credits: neither is dearer by itself, so several are tried. */
const requestShares: readonly number[] = [0.05, 0.3, 0.4, 0.5, 0.6, 0.7, 0.95];

/** Mistakes found and resources used after a number of probes. */
type Point = Use & { readonly found: number };

/**
 * Orders the chosen probes so that the early ones find the most for the least: a run with a cap sends no more than its
 * cap. The best order for few credits is not the best for little time, so several weights are tried, and the order that
 * finds the most on average over credits and requests is taken. Probes that find nothing come last.
 */
export function orderProbes(probes: ReadonlySet<string>, measured: ProbeMeasurements): readonly string[] {
  const candidates = measured.candidates.filter((candidate) => candidate.probes.every((name) => probes.has(name)));
  const budget = sumOfUses(probes, measured.uses);
  // The weights apply to shares of the sum: they say how much credits count relative to requests.
  const fill = fillerOf(budget, { ...measured, candidates });
  const orders = requestShares.map((share) => [...new Set([...fill(new Set(), share).probes, ...probes])]);
  const [best = []] = orders.toSorted((a, b) => averageFoundShare(b, measured) - averageFoundShare(a, measured));
  return best;
}

/** The point that an order reaches after each of its probes. */
export function discoveryCurve(order: readonly string[], measured: ProbeMeasurements): readonly Point[] {
  const bundles = bundlesOf(measured);
  const sent = new Set<string>();
  const found = new Set<string>();
  let used: Use = noUse;
  return order.map((name) => {
    sent.add(name);
    for (const { probes, finds } of bundles)
      if (probes.includes(name) && probes.every((each) => sent.has(each))) for (const each of finds) found.add(each);
    used = addUses(used, measured.uses.get(name) ?? noUse);
    return { ...used, found: found.size };
  });
}

/**
 * The share of mistakes found, on average over all caps up to the use of the whole order: half by credits, half by
 * requests. 1 if the first request finds them all.
 */
export function averageFoundShare(order: readonly string[], measured: ProbeMeasurements): number {
  const curve = discoveryCurve(order, measured);
  return (areaOver(curve, 'requests') + areaOver(curve, 'credits')) / 2;
}

export function areaOver(curve: readonly Point[], by: 'requests' | 'credits'): number {
  const last = curve.at(-1);
  if (last === undefined || last[by] === 0 || last.found === 0) return 0;
  // Between two points, only what was found before counts: a probe that is cut off is not judged.
  const steps = curve.map((point, at) => (point[by] - (curve[at - 1]?.[by] ?? 0)) * (curve[at - 1]?.found ?? 0));
  return steps.reduce((sum, step) => sum + step, 0) / (last[by] * last.found);
}

/** `120 of 516 after 30 credits, …; area 0.71`: a summary at some caps for readers. */
export function curveText(curve: readonly Point[]): string {
  const last = curve.at(-1) ?? { requests: 0, credits: 0, found: 0 };
  const at = (by: 'requests' | 'credits', share: number): string => {
    const cap = Math.round(last[by] * share);
    return `${curve.findLast((point) => point[by] <= cap)?.found ?? 0} within ${cap} ${by}`;
  };
  const some = (['credits', 'requests'] as const).flatMap((by) => [0.1, 0.25, 0.5].map((share) => at(by, share)));
  const areas = (['credits', 'requests'] as const).map((by) => `${areaOver(curve, by).toFixed(3)} over ${by}`);
  return `${last.found} in all; ${some.join(', ')}; area ${areas.join(', ')}`;
}

/** Adds probes as long as some find more and still fit the budget. */
function fillerOf(
  budget: Use,
  measured: ProbeMeasurements,
): (sent: ReadonlySet<string>, requestShare: number) => Chosen {
  const bundles = bundlesOf(measured);
  const byProbe = new Map<string, ProbeBundle[]>();
  for (const bundle of bundles)
    for (const probe of bundle.probes) byProbe.set(probe, [...(byProbe.get(probe) ?? []), bundle]);
  const costOf = (probes: Iterable<string>): Use => sumOfUses(probes, measured.uses);
  return (from, requestShare) => {
    const sent = new Set(from);
    const isSent = ({ probes }: ProbeBundle): boolean => probes.every((probe) => sent.has(probe));
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

/** `worth`: mistakes found per whole budget at the price of this step. */
type Step = {
  readonly probes: readonly string[];
  readonly worth: number;
  readonly cost: Use;
  readonly finds: ReadonlySet<string>;
};
