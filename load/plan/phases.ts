import type { RequestRecord } from '../records/record.ts';
import type { LoadSettings } from '../records/settings.ts';
import { stepsOf, type LoadStep } from './steps.ts';

/** `warmup` and `drain` are left out of the figures; scenarios.ts says what each means in a scenario. */
export type Phase = 'warmup' | 'steady' | 'drain';

type PhaseOf = (record: Pick<RequestRecord, 'intended'>) => Phase;

/**
 * Assigns the records of a scenario to phases, by their intended times only. The schedule fixes these before anything
 * is sent, so that a slow response cannot leave the figures by being slow.
 */
export function phaseOf(scenario: string, settings: LoadSettings): PhaseOf {
  const steps = stepsOf(scenario, settings);
  if (steps.length > 0) return phaseByStep(steps);
  const { warmupMs, durationMs } = settings;
  return ({ intended }) => (intended < warmupMs ? 'warmup' : intended < durationMs ? 'steady' : 'drain');
}

function phaseByStep(steps: readonly LoadStep[]): PhaseOf {
  return ({ intended }) => {
    const step = steps[stepAt(steps, intended)];
    if (step === undefined) return 'drain';
    if (intended < step.fromMs + step.settleMs) return 'warmup';
    return intended < step.toMs - (step.drainMs ?? 0) ? 'steady' : 'drain';
  };
}

/** The index of the step at this time; -1 after the last step. */
export function stepAt(steps: readonly LoadStep[], atMs: number): number {
  return steps.findIndex(({ toMs }) => atMs < toMs);
}

/** A part of the run, in milliseconds since t0; its end is excluded. */
export type Window = { readonly fromMs: number; readonly toMs: number };

export function isWithin({ fromMs, toMs }: Window, atMs: number): boolean {
  return atMs >= fromMs && atMs < toMs;
}

/** The steady phase of each step, or of the whole run where it has no steps. */
export function steadyWindows(scenario: string, settings: LoadSettings): readonly Window[] {
  const { warmupMs, durationMs } = settings;
  const steps = stepsOf(scenario, settings);
  if (steps.length === 0) return [{ fromMs: warmupMs, toMs: durationMs }];
  return steps.map(({ fromMs, toMs, settleMs, drainMs = 0 }) => ({ fromMs: fromMs + settleMs, toMs: toMs - drainMs }));
}

/** Length of the steady phase in the schedule up to `untilMs`. */
export function steadyMs(scenario: string, settings: LoadSettings, untilMs: number): number {
  const whole = { fromMs: 0, toMs: settings.durationMs, settleMs: settings.warmupMs };
  const steps = stepsOf(scenario, settings);
  return (steps.length > 0 ? steps : [whole]).reduce((sum, step) => sum + steadyMsOf(step, untilMs), 0);
}

export function steadyMsOf({ fromMs, toMs, settleMs, drainMs = 0 }: LoadStep, untilMs: number): number {
  return Math.max(0, Math.min(toMs - drainMs, untilMs) - fromMs - settleMs);
}
