import { profileDefaults } from './profile.ts';
import type { LoadScenario } from './scenarios.ts';
import { defaultWarmupS, loadDefaults } from './settings.ts';

/** What was asked for; undefined leaves it to the scenario. */
export type Asked = {
  readonly ratePerS?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly warmupMs?: number | undefined;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
  readonly turns?: number | undefined;
  readonly thinkMs?: number | undefined;
};

/** The same with a scenario's defaults in place: peak, steps, turns and think time only where it has such. */
export type Resolved = {
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly warmupMs: number;
  readonly peakRatePerS?: number;
  readonly steps?: number;
  readonly turns?: number;
  readonly thinkMs?: number;
};

export function resolved({ shape, defaults = {} }: LoadScenario, asked: Asked): Resolved {
  const ratePerS = asked.ratePerS ?? defaults.ratePerS ?? loadDefaults.ratePerS;
  const durationMs = asked.durationMs ?? (defaults.durationS ?? loadDefaults.durationS) * 1000;
  const steps = shape === 'staircase' ? (asked.steps ?? profileDefaults.steps) : undefined;
  return {
    ratePerS,
    durationMs,
    // Each step warms up anew.
    warmupMs: asked.warmupMs ?? defaultWarmupS(durationMs / 1000 / (steps ?? 1)) * 1000,
    ...(shape !== 'level' && { peakRatePerS: asked.peakRatePerS ?? ratePerS * factorOf[shape] }),
    ...(steps !== undefined && { steps }),
    ...(defaults.turns !== undefined && {
      turns: asked.turns ?? defaults.turns,
      thinkMs: asked.thinkMs ?? defaults.thinkMs ?? 0,
    }),
  };
}

const factorOf = { spike: profileDefaults.spikeFactor, staircase: profileDefaults.staircaseFactor } as const;
