import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { parseInteger } from '../../conformance/settings/setting-values.ts';
import { judgesEachStep, loadScenarios } from '../../load/plan/scenarios.ts';
import { planRun } from '../../load/runner/plan-run.ts';
import { learningCredits } from '../load/asking/ask-for-streams.ts';
import type { KnownContentRule } from '../load/asking/known-content-rule.ts';
import { loadWork, type LoadWork } from '../load/settings.ts';
import { isOnThisMachine } from '../input/target.ts';
import { UsageError } from '../errors/usage-error.ts';

export type LivePlan = {
  readonly pairs: number;
  /** Whether the streams of each service must be sampled first, to learn which events carry text of the reply. */
  readonly learns: boolean;
  /** The slices in the order in which they run. */
  readonly slices: readonly { readonly pair: number; readonly side: 'a' | 'b' }[];
  /** The same for both slices of a pair: both send the same requests at the same times. */
  readonly optionsOf: (pair: number) => LoadWork['options'];
};

const usualPairs = 10;
/** Duration for each service, all slices together, in milliseconds. */
const usualDurationMs = 120_000;

/**
 * Plans the slices of both services. Throws a UsageError for every mistake that can be detected before anything is
 * sent.
 */
export function livePlan(
  { a, b }: { readonly a: Settings; readonly b: Settings },
  flags: RawSettings,
  known?: KnownContentRule,
): LivePlan {
  const pairs = pairsOf(flags['pairs']);
  const name = scenarioOf(flags['scenario']);
  const durationMs = (a.load.durationMs ?? usualDurationMs) / pairs;
  // The credits of all slices together are checked below. An audit applies to a single service; both slices of a pair
  // send the same requests.
  const slice = { ...a, maxCredits: undefined, target: undefined, load: { ...a.load, durationMs, audit: false } };
  const { options, scenario, trace, learnsRule } = loadWork(name, slice, {
    flags,
    known,
    isSloOfFile: flags['slo'] === undefined,
  });
  const seeds = seedsFrom(options.seed ?? 0, pairs);
  // Each pair draws its own arrival times, so the numbers of requests differ.
  const credits = seeds.map((seed) => planRun(scenario, { ...options, seed }, trace).credits);
  guardCredits([a, b], 2 * ((learnsRule ? learningCredits : 0) + credits.reduce((sum, each) => sum + each, 0)));
  const share = (pair: number): Pick<LoadWork['options'], 'maxCredits'> =>
    a.maxCredits === undefined ? {} : { maxCredits: credits[pair] };
  return {
    pairs,
    learns: learnsRule,
    // A B, B A, A B: a steady drift then favours each side in turn and cancels out.
    slices: Array.from({ length: pairs }, (_, pair) =>
      pair % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const),
    ).flatMap((sides, pair) => sides.map((side) => ({ pair, side }))),
    optionsOf: (pair) => ({ ...options, seed: seeds[pair], ...share(pair) }),
  };
}

/** Seeds 100 apart, since the steps of one schedule use consecutive seeds. */
function seedsFrom(first: number, pairs: number): readonly number[] {
  return Array.from({ length: pairs }, (_, pair) => first + 100 * pair);
}

function pairsOf(value: unknown): number {
  if (value === undefined) return usualPairs;
  const pairs = parseInteger('pairs', value, 4);
  if (pairs.is === 'error') throw new UsageError(pairs.error);
  return pairs.value;
}

function scenarioOf(value: unknown): string {
  const names = loadScenarios.map((scenario) => scenario.name).filter((name) => !judgesEachStep(name));
  if (typeof value !== 'string') throw new UsageError(`compare --live needs --scenario: ${names.join(', ')}`);
  if (value === 'capacity')
    throw new UsageError('capacity ends where the SLO is violated; compare another scenario at one rate');
  if (value === 'sweep')
    throw new UsageError('sweep is a closed loop, whose answers decide what is asked; compare an open scenario');
  return value;
}

function guardCredits(both: readonly Settings[], credits: number): void {
  const [most] = both.map(({ maxCredits }) => maxCredits);
  if (most === undefined && !both.every(isOnThisMachine))
    throw new UsageError(
      `load on a target that is not on this machine needs --max-credits N; this takes at most ${credits}`,
    );
  if (most !== undefined && credits > most)
    throw new UsageError(
      `--max-credits is ${most}, and both services together take up to ${credits}; raise it, or lower --rate or --duration`,
    );
}
