import type { LoadSettings } from '../../conformance/contract/formats/load/settings.ts';

/** The settings of a scenario, as in the header of requests.ndjson and in load.json. They contain no secrets. */
export type { LoadSettings };

/**
 * `constant`: evenly spaced. `poisson`: independent users, exponential times between arrivals. `trace`: the times of a
 * file (plan/trace.ts). `closed`: each user sends the next request when the previous one is answered, so there is no
 * schedule.
 */
export type Arrivals = LoadSettings['arrivals'];

export const arrivalKinds: readonly Arrivals[] = ['constant', 'poisson', 'trace', 'closed'];

/** The defaults of every scenario, in k6 as in the command. */
export const loadDefaults = {
  arrivals: 'poisson',
  ratePerS: 5,
  durationS: 10,
  maxInFlight: 100,
  maxLagMs: 1000,
  timeoutMs: 60_000,
  seed: 1,
} as const;

/**
 * Most steps: with more, no step is long enough to be judged. The bound also limits the list made from any header that
 * is read.
 */
export const mostSteps = 200;

/** Connections, caches and compilers warm up in the first seconds: a fifth of the run, at most 10 s. */
export function defaultWarmupS(durationS: number): number {
  return Math.min(10, durationS / 5);
}

/** The URL without user name and password, for records and reports. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}
