import * as highs from 'highs';
import { sumOfUses } from '../../conformance/model/uses/likely.ts';
import { noUse, type Use } from '../../conformance/model/uses/uses.ts';

/** A check with everything that is sent for it: its own probe and those of its controls. */
export type Candidate = { readonly check: string; readonly probes: readonly string[] };

/** The measurements that the choice is based on, by the names of probes and the ids of checks. */
export type ProbeMeasurements = {
  readonly candidates: readonly Candidate[];
  readonly uses: ReadonlyMap<string, Use>;
  /** The mistakes that each check finds with what is sent for it. */
  readonly foundBy: ReadonlyMap<string, ReadonlySet<string>>;
};

export type Chosen = { readonly probes: ReadonlySet<string>; readonly used: Use; readonly found: ReadonlySet<string> };

/** The type declarations are for CommonJS: what they call the module is the default export here. */
const loadHighs = highs.default as unknown as typeof highs.default.default;

/** Time limit of the search in seconds; then the best solution so far is taken. */
const mostSeconds = 600;

/** One instance for all choices of a process: loading it takes most of the time of a small programme. */
let loaded: ReturnType<typeof loadHighs> | undefined;

/** Weight of the whole budget relative to one mistake: of choices that find equally many, the cheaper one wins. */
const weightOfBudget = 0.01;

/**
 * Chooses the probes that find the most mistakes within a budget and, among those choices, cost the least: an integer
 * programme that HiGHS solves to optimality. It chooses probes; a bundle is available where all of its probes are
 * chosen, and a mistake is found where a bundle that finds it is available. `always`: probes that are sent in any case.
 * `isBest` is false where the time limit ended the search.
 */
export async function chooseProbes(
  budget: Use,
  measured: ProbeMeasurements,
  always: readonly string[] = [],
): Promise<Chosen & { readonly isBest: boolean }> {
  const bundles = bundlesOf(measured);
  const names = [...new Set([...always, ...bundles.flatMap(({ probes }) => probes)])];
  const solver = await (loaded ??= loadHighs());
  const solution = solver.solve(programmeOf(budget, measured.uses, names, bundles, always), {
    output_flag: false,
    time_limit: mostSeconds,
    mip_rel_gap: 0,
  });
  const isTaken = (at: number): boolean => {
    const column = solution.Columns[`x${at}`];
    return column !== undefined && 'Primal' in column && column.Primal > 0.5;
  };
  const probes = new Set(names.filter((_, at) => isTaken(at)));
  const sent = bundles.filter((bundle) => bundle.probes.every((name) => probes.has(name)));
  return {
    probes,
    used: sumOfUses(probes, measured.uses),
    found: new Set(sent.flatMap(({ finds }) => [...finds])),
    isBest: ['Optimal', 'Empty'].includes(solution.Status),
  };
}

/** In the LP format: `x` for each probe, `z` for each bundle, `y` for each mistake. */
function programmeOf(
  budget: Use,
  uses: ProbeMeasurements['uses'],
  names: readonly string[],
  bundles: readonly ProbeBundle[],
  always: readonly string[],
): string {
  const places = new Map(names.map((name, at) => [name, at]));
  const finders = Map.groupBy(
    bundles.flatMap(({ finds }, at) => [...finds].map((mistake) => ({ mistake, at }))),
    ({ mistake }) => mistake,
  );
  const found = [...finders.values()].map(
    (each, at) => `y${at} ${each.map((finder) => `- z${finder.at}`).join(' ')} <= 0`,
  );
  const sent = bundles.flatMap(({ probes }, at) => probes.map((name) => `z${at} - x${places.get(name)} <= 0`));
  const useOf = (name: string): Use => uses.get(name) ?? noUse;
  const within = (['requests', 'credits'] as const).flatMap((unit) => {
    const terms = names.flatMap((name, at) => (useOf(name)[unit] > 0 ? [`${useOf(name)[unit]} x${at}`] : []));
    return terms.length === 0 ? [] : [`${terms.join(' + ')} <= ${budget[unit]}`];
  });
  const inAnyCase = always.map((name) => `x${places.get(name)} >= 1`);
  const weights = names.map((name, at) => `- ${weightIn(budget, useOf(name))} x${at}`);
  const numbered = (letter: string, all: readonly unknown[]): readonly string[] => all.map((_, at) => `${letter}${at}`);
  const [x, y, z] = [numbered('x', names), numbered('y', found), numbered('z', bundles)] as const;
  return [
    'Maximize',
    ` goal: ${[...y, ...weights].join(' + ').replaceAll('+ -', '-')}`,
    'Subject To',
    ...[...within, ...sent, ...found, ...inAnyCase].map((row, at) => ` r${at}: ${row}`),
    'Bounds',
    ...[...y, ...z].map((name) => ` 0 <= ${name} <= 1`),
    'Binary',
    ...x.map((name) => ` ${name}`),
    'End',
  ].join('\n');
}

/** A probe that is free counts too; otherwise two choices could be equally good. */
function weightIn(budget: Use, use: Use): string {
  const { requests, credits } = shareOf(use, budget);
  return (weightOfBudget * ((requests + credits) / 2 + leastShare)).toFixed(8);
}

/**
 * Smallest share of the budget that a probe counts for, so that there is no division by 0 and no useless probe is
 * chosen.
 */
export const leastShare = 1e-4;

/** The share of a budget that a use takes, by requests and by credits. */
export function shareOf(cost: Use, budget: Use): Use {
  return {
    requests: cost.requests / Math.max(1, budget.requests),
    credits: cost.credits / Math.max(1, budget.credits),
  };
}

/** Everything that one set of probes finds; candidates with the same probes are merged. */
export type ProbeBundle = { readonly probes: readonly string[]; readonly finds: ReadonlySet<string> };

export function bundlesOf({ candidates, foundBy }: ProbeMeasurements): readonly ProbeBundle[] {
  const same = Map.groupBy(candidates, ({ probes }) => probes.toSorted().join('\n'));
  return [...same.values()].map((each) => ({
    probes: each[0]?.probes ?? [],
    finds: new Set(each.flatMap(({ check }) => [...(foundBy.get(check) ?? [])])),
  }));
}
