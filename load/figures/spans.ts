import { steadyMs, steadyMsOf } from '../plan/phases.ts';
import type { LoadStep } from '../plan/steps.ts';
import type { RequestsHeader } from '../records/requests.ts';
import type { Span } from './tally.ts';

/** The time that the schedule has given to measured requests until then, and to sending them. */
export function spanOfRun(
  { scenario, settings }: Pick<RequestsHeader, 'scenario' | 'settings'>,
  untilMs: number,
  lastSentMs: number,
): Span {
  const plannedMs = steadyMs(scenario, settings, untilMs);
  return { plannedMs, sendingMs: plannedMs + Math.max(0, lastSentMs - untilMs) };
}

/** The same of a step: what was sent behind it was sent in the next one. */
export function spanOfStep(step: LoadStep, untilMs: number): Span {
  const plannedMs = steadyMsOf(step, untilMs);
  return { plannedMs, sendingMs: plannedMs, isStep: true };
}
