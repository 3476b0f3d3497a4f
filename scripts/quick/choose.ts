/** What is sent for a check: its own probe, and those of its controls. */
export type Candidate = { readonly check: string; readonly probes: readonly string[] };

/** What a probe sends and uses up on a service without mistakes. */
export type Use = { readonly requests: number; readonly credits: number };

/** What is known before anything is chosen, by the names of probes and the ids of checks. */
export type Measured = {
  readonly candidates: readonly Candidate[];
  readonly uses: ReadonlyMap<string, Use>;
  /** Mistakes that a check finds by what is sent for it. */
  readonly foundBy: ReadonlyMap<string, ReadonlySet<string>>;
};

export type Chosen = { readonly probes: ReadonlySet<string>; readonly used: Use; readonly found: ReadonlySet<string> };

const nothing: Use = { requests: 0, credits: 0 };

/**
 * Probes that find many mistakes within a budget: again and again those of the candidate that finds the most further ones
 * for its share of the budget. It is no proof that nothing better exists. Of two that find as many for as much the first
 * is taken, so that the same is chosen each time.
 */
export function chosenWithin(budget: Use, measured: Measured): Chosen {
  const all = requestShares.map((share) => greedy(budget, measured, share));
  return all.reduce((best, each) => (each.found.size > best.found.size ? each : best));
}

/** How much the requests of a budget count beside its credits: neither is dearer by itself, so several are tried. */
const requestShares = [0.3, 0.4, 0.5, 0.6, 0.7];

function greedy(budget: Use, { candidates, uses, foundBy }: Measured, requestShare: number): Chosen {
  const sent = new Set<string>();
  const found = new Set<string>();
  let used = nothing;
  const byProbe = new Map<string, Candidate[]>();
  for (const candidate of candidates)
    for (const probe of candidate.probes) byProbe.set(probe, [...(byProbe.get(probe) ?? []), candidate]);
  const costOf = (probes: readonly string[]): Use =>
    probes.map((probe) => uses.get(probe) ?? nothing).reduce(sum, nothing);
  const foundWith = (more: readonly string[]): ReadonlySet<string> => {
    const then = new Set([...sent, ...more]);
    const judged = new Set(more.flatMap((probe) => byProbe.get(probe) ?? []));
    const ids = [...judged].filter(({ probes }) => probes.every((probe) => then.has(probe))).map(({ check }) => check);
    return new Set(ids.flatMap((id) => [...(foundBy.get(id) ?? [])]).filter((mistake) => !found.has(mistake)));
  };
  for (;;) {
    let best: Step | undefined;
    for (const candidate of candidates) {
      const probes = candidate.probes.filter((probe) => !sent.has(probe));
      const cost = costOf(probes);
      const total = sum(used, cost);
      if (probes.length === 0 || total.requests > budget.requests || total.credits > budget.credits) continue;
      const finds = foundWith(probes);
      const { requests, credits } = shareOf(cost, budget);
      const share = requestShare * requests + (1 - requestShare) * credits;
      const worth = finds.size / (share + leastShare);
      if (finds.size > 0 && worth > (best?.worth ?? 0)) best = { probes, worth, cost, finds };
    }
    if (best === undefined) return { probes: sent, used, found };
    for (const probe of best.probes) sent.add(probe);
    for (const mistake of best.finds) found.add(mistake);
    used = sum(used, best.cost);
  }
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

/** Of the budget, for what is sent anyway: nothing is divided by 0. */
const leastShare = 1e-4;

function sum(one: Use, other: Use): Use {
  return { requests: one.requests + other.requests, credits: one.credits + other.credits };
}
