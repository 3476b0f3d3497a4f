import type { Options, Scenario } from 'k6/options';
import { longestRunMs } from '../records/longest-run.ts';
import { canaryStreams } from './canary.ts';
import type { ScenarioOptions } from './options.ts';
import { leadMs } from './run-options.ts';
import { thresholdsOf } from './thresholds.ts';

/** The virtual users of a scenario, as many as the allowed requests in flight, and of the canary. */
export function virtualUsers(
  name: string,
  given: Pick<ScenarioOptions, 'settings' | 'starts' | 'slo' | 'canaryUrl'>,
): Options {
  const { settings, starts, slo, canaryUrl } = given;
  const { durationMs } = settings;
  const longestMs = leadMs + longestRunMs(settings);
  const common = { executor: 'shared-iterations', gracefulStop: '1s' } as const;
  const scenarios: Record<string, Scenario> = {
    [name]: {
      ...common,
      iterations: starts.length,
      // k6 refuses more virtual users than iterations.
      vus: Math.max(1, Math.min(settings.maxInFlight, starts.length)),
      maxDuration: `${Math.ceil(longestMs / 1000) + 5}s`,
    },
  };
  if (canaryUrl !== undefined) {
    const iterations = canaryStreams(durationMs);
    const maxDuration = `${Math.ceil(durationMs / 1000) + 5}s`;
    scenarios['canary'] = { ...common, exec: 'canary', vus: 1, iterations, maxDuration };
  }
  return { scenarios, thresholds: thresholdsOf(name, slo) };
}
