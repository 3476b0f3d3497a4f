import { levelsOf, usualUsers } from './levels.ts';
import { profileDefaults } from './profile.ts';
import type { LoadScenario } from './scenarios.ts';
import { defaultWarmupS, loadDefaults } from '../records/settings.ts';

/** The requested settings. For undefined ones the scenario decides. */
export type RequestedPlan = {
  readonly ratePerS?: number | undefined;
  /** For a sweep, the duration of each level. */
  readonly durationMs?: number | undefined;
  readonly warmupMs?: number | undefined;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
  /** Number of users of each level of a sweep. */
  readonly concurrency?: readonly number[] | undefined;
  readonly turns?: number | undefined;
  readonly thinkMs?: number | undefined;
};

/**
 * The settings with the defaults of the scenario filled in: peak, steps, levels, turns and think time only where the
 * scenario has them.
 */
export type ResolvedRates = {
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly peakRatePerS?: number;
  readonly steps?: number;
  readonly concurrency?: string;
  readonly levelMs?: string;
  readonly turns?: number;
  readonly thinkMs?: number;
};

export function resolveRates({ shape, defaults = {} }: LoadScenario, asked: RequestedPlan): ResolvedRates {
  if (shape === 'sweep') return resolvedSweep(asked);
  const ratePerS = asked.ratePerS ?? defaults.ratePerS ?? loadDefaults.ratePerS;
  const durationMs = asked.durationMs ?? (defaults.durationS ?? loadDefaults.durationS) * 1000;
  const steps = shape === 'stepLoad' ? (asked.steps ?? profileDefaults.steps) : undefined;
  return {
    ratePerS,
    durationMs,
    // Each step has its own warm-up.
    warmupMs: asked.warmupMs ?? defaultWarmupS(durationMs / 1000 / (steps ?? 1)) * 1000,
    ...(shape !== 'level' && { peakRatePerS: asked.peakRatePerS ?? ratePerS * factorOf[shape] }),
    ...(steps !== undefined && { steps }),
    ...(defaults.turns !== undefined && {
      turns: asked.turns ?? defaults.turns,
      thinkMs: asked.thinkMs ?? defaults.thinkMs ?? 0,
    }),
  };
}

/** Every level has the same settling time. */
function resolvedSweep({ concurrency = usualUsers, durationMs, warmupMs }: RequestedPlan): ResolvedRates {
  const levels = levelsOf(concurrency, durationMs);
  const shortestMs = Math.min(...levels.map((level) => level.durationMs));
  return {
    ratePerS: 0,
    durationMs: levels.reduce((sum, level) => sum + level.durationMs, 0),
    warmupMs: warmupMs ?? defaultWarmupS(shortestMs / 1000) * 1000,
    concurrency: concurrency.join(','),
    levelMs: levels.map((level) => level.durationMs).join(','),
  };
}

const factorOf = { spike: profileDefaults.spikeFactor, stepLoad: profileDefaults.stepLoadFactor } as const;
