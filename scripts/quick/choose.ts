import * as highs from 'highs';
import { sumOfUses } from '../../conformance/model/uses/likely.ts';
import { noUse, type Use } from '../../conformance/model/uses/uses.ts';

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

/** Its types are written for CommonJS, where the module itself has what is its default export here. */
const loadHighs = highs.default as unknown as typeof highs.default.default;

/** Longer is not searched; the best that was found by then is taken. */
const mostSeconds = 600;

/** One for all choices of a process: to load that is most of the time of a small programme. */
let loaded: ReturnType<typeof loadHighs> | undefined;

/** What the whole budget counts against one mistake: of choices that find as many, the cheaper one. */
const weightOfBudget = 0.01;

/**
 * The probes that find the most mistakes within a budget, and cost the least of those that do: an integer programme, which
 * HiGHS solves to the end. It chooses probes; bundles are there where all of their probes are, and mistakes are found
 * where a bundle is that finds them. `always`: the probes that are sent in any case. `isBest` is false where it was not done
 * in time.
 */
export async function chosenWithin(
  budget: Use,
  measured: Measured,
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
  uses: Measured['uses'],
  names: readonly string[],
  bundles: readonly Bundle[],
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

/** What is sent anyway counts too, or two choices were as good. */
function weightIn(budget: Use, use: Use): string {
  const { requests, credits } = shareOf(use, budget);
  return (weightOfBudget * ((requests + credits) / 2 + leastShare)).toFixed(8);
}

/** Of the budget, for what is sent anyway: nothing is divided by 0, and nothing is chosen for nothing. */
export const leastShare = 1e-4;

/** What part of a budget a use takes, by requests and by credits. */
export function shareOf(cost: Use, budget: Use): Use {
  return {
    requests: cost.requests / Math.max(1, budget.requests),
    credits: cost.credits / Math.max(1, budget.credits),
  };
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
