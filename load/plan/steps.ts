import type { StepFigures } from '../../conformance/contract/formats/load/steps.ts';
import { levelDrainMs, levelsOfSettings } from './levels.ts';
import { profileDefaults, profileOf, stepBounds } from './profile.ts';
import { loadScenario } from './scenarios.ts';
import type { LoadSettings } from '../records/settings.ts';

/** A part of the schedule with its own rate or number of users. */
export type LoadStep = StepFigures['step'];

/** The settings that define the steps. */
type SteppedSettings = Pick<
  LoadSettings,
  'arrivals' | 'ratePerS' | 'durationMs' | 'warmupMs' | 'peakRatePerS' | 'steps' | 'concurrency' | 'levelMs'
>;

/**
 * The parts of a scenario's schedule with different rates, in order and without holes. Empty where the rate is
 * constant.
 */
export function stepsOf(scenario: string, settings: SteppedSettings): readonly LoadStep[] {
  const shape = loadScenario(scenario)?.shape ?? 'level';
  if (shape === 'sweep') return levelSteps(settings);
  if (shape === 'level' || settings.arrivals === 'trace') return [];
  const bounds = stepBounds(profileOf(shape, { ...settings, steps: settings.steps ?? profileDefaults.steps }));
  return bounds.map(({ fromMs, toMs, ratePerS }, place) => ({
    fromMs,
    toMs,
    ratePerS,
    // Each step of a step load settles anew. A spike does not: its purpose is to show what happens when the rate
    // changes.
    settleMs: shape === 'stepLoad' || place === 0 ? Math.min(settings.warmupMs, toMs - fromMs) : 0,
  }));
}

function levelSteps(settings: Pick<SteppedSettings, 'warmupMs' | 'concurrency' | 'levelMs'>): readonly LoadStep[] {
  let toMs = 0;
  return (levelsOfSettings(settings) ?? []).map(({ users, durationMs }) => {
    const fromMs = toMs;
    toMs += durationMs;
    const drainMs = levelDrainMs(durationMs);
    return { fromMs, toMs, users, settleMs: Math.min(settings.warmupMs, durationMs - drainMs), drainMs };
  });
}
