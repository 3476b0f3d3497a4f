import type { Load } from '../verdict/load.ts';
import { usualQuantities, type AskedQuantity } from '../differences/asked.ts';
import type { ComparedSide, ComparisonMethod, LoadComparison, SetupDifference } from './comparison.ts';
import type { ComparedSides } from '../differences/effects.ts';
import { judgeFailIf, type FailIfLimit } from './fail-if.ts';
import { bothDistributions } from '../differences/both-distributions.ts';
import { judgeQuantities } from '../differences/judge.ts';

export type CompareOptions = {
  /** The relative difference that is too small to matter. */
  readonly within: number;
  /** Undefined: the default quantities. */
  readonly asked: readonly AskedQuantity[] | undefined;
  readonly limits: readonly FailIfLimit[];
  /** Number of comparisons whose limits and words are to hold together. Default: 1. */
  readonly comparisons?: number;
};

/** Relative difference that counts as too small to matter by default. */
export const usualWithin = 0.05;

/** The compared data: two runs, or the slices of both sides in pairs. The loads are judged and comparable. */
type ComparedLoads = {
  readonly sides: ComparedSides;
  readonly loadsA: readonly Load[];
  readonly loadsB: readonly Load[];
  readonly told: readonly SetupDifference[];
};

/** @param compared at least one load on each side */
export function compareLoads({ sides, loadsA, loadsB, told }: ComparedLoads, options: CompareOptions): LoadComparison {
  const { within, limits, asked, comparisons } = options;
  const failIf = limits.length === 0 ? undefined : judgeFailIf(sides, limits, comparisons);
  const compared = asked ?? tellable(loadsA, loadsB);
  const a = sideOf(loadsA);
  return {
    schema: 'assay.compare/1',
    is: 'load',
    scenario: loadsA[0]?.scenario ?? '',
    method: methodOf(sides),
    a,
    b: sideOf(loadsB),
    within,
    told,
    ...judgeQuantities(sides, {
      within,
      asked: compared,
      limited: limits.map((limit) => limit.asked),
      ...(comparisons !== undefined && { comparisons }),
    }),
    distributions: bothDistributions(sides, compared),
    ...(failIf && { failIf }),
    exitCode: failIf === undefined || failIf.is === 'met' ? 0 : failIf.is === 'exceeded' ? 1 : 2,
  };
}

/** Why requested goodput cannot be compared: with two different SLOs it is two different quantities. */
export function goodputRefusals({ asked = [], limits }: CompareOptions, a: Load, b: Load): readonly SetupDifference[] {
  const isAsked = [...asked, ...limits.map((limit) => limit.asked)].some(({ name }) => name === 'goodput');
  const [sloA, sloB] = [a, b].map(({ settings }) => settings.slo ?? 'none') as [string, string];
  return isAsked && sloA !== sloB ? [{ what: 'the SLO, by which goodput counts', a: sloA, b: sloB }] : [];
}

/** The default quantities, without goodput where the SLOs differ. */
function tellable(loadsA: readonly Load[], loadsB: readonly Load[]): readonly AskedQuantity[] {
  const isSame = loadsA[0]?.settings.slo === loadsB[0]?.settings.slo;
  return usualQuantities.filter(({ name }) => name !== 'goodput' || isSame);
}

function methodOf(sides: ComparedSides): ComparisonMethod {
  return sides.is === 'runs' ? { is: 'runs' } : { is: 'pairs', pairs: sides.pairs.length };
}

function sideOf(loads: readonly Load[]): ComparedSide {
  const sum = (of: (load: Load) => number): number => loads.reduce((all, load) => all + of(load), 0);
  const [first] = loads;
  if (first === undefined) throw new Error('a comparison has at least one load on each side');
  return {
    target: first.target,
    ...(first.label !== undefined && { label: first.label }),
    run: first.run,
    seed: first.seed,
    startedAt: first.startedAt,
    requests: sum(({ counts }) => counts.ok + counts.failed),
    answered: sum(({ counts }) => counts.ok),
  };
}
