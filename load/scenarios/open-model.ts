import { SharedArray } from 'k6/data';
import type { Options } from 'k6/options';
import type { RunOptions } from 'k6/x/stream';
import { scheduleOf } from '../model/schedule.ts';
import type { ScenarioOptions } from './options.ts';

/** How far t0 lies ahead: 1,000 virtual users were at their first wait after about 100 ms. */
const leadMs = 250;

/**
 * k6's options for an open model: each iteration claims the next index of the schedule and sends it at its intended
 * time, whatever the answers before it do. k6's own arrival-rate executors drop late iterations unseen, and have no
 * intended time.
 */
export function openModel(name: string, { settings, limits }: ScenarioOptions): Options {
  const longestMs = leadMs + settings.durationMs + settings.maxLagMs + settings.timeoutMs;
  return {
    scenarios: {
      [name]: {
        executor: 'shared-iterations',
        iterations: settings.planned,
        // k6 refuses more virtual users than iterations.
        vus: Math.max(1, Math.min(settings.maxInFlight, settings.planned)),
        maxDuration: `${Math.ceil(longestMs / 1000) + 5}s`,
        gracefulStop: '1s',
      },
    },
    thresholds: thresholdsOf(limits),
  };
}

/** One copy for the process, not one for each virtual user. */
export function sharedSchedule({ settings, seed }: ScenarioOptions): readonly number[] {
  return new SharedArray('schedule', () => scheduleOf({ ...settings, seed }));
}

/** The run as the extension wants to know it. */
export function runOf(name: string, { requestsPath, seed, settings }: ScenarioOptions): RunOptions {
  return { requestsPath, scenario: name, seed, warmupMs: settings.warmupMs, leadMs, settings };
}

function thresholdsOf(limits: ScenarioOptions['limits']): Record<string, string[]> {
  return {
    // Without a single answer k6 takes every percentile as 0, which keeps any bound: hence the minimum.
    ...(limits.ttftP95Ms !== undefined && {
      'assay_ttft{phase:measured}': [`p(95)<=${limits.ttftP95Ms}`, 'min>0'],
    }),
    ...(limits.failureShare !== undefined && { 'assay_failures{phase:measured}': [`rate<=${limits.failureShare}`] }),
  };
}
