import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import type { Arrivals } from '../records/settings.ts';
import { randomFrom } from './random.ts';
import { profileDefaults, profileOf, stepBounds } from './profile.ts';
import { loadScenario, type LoadShape } from './scenarios.ts';

type Scheduled = {
  readonly arrivals: Arrivals;
  readonly shape: LoadShape;
  readonly rates: Parameters<typeof profileOf>[1];
  readonly seed: number;
};

/**
 * When each user starts, in ms since t0, by the place in the schedule. Empty where a trace or the responses determine
 * the times.
 */
export function scheduledTimes({ arrivals, shape, rates, seed }: Scheduled): Float64Array {
  if (arrivals === 'trace' || arrivals === 'closed' || shape === 'sweep') return new Float64Array(0);
  const steps = stepBounds(profileOf(shape, rates)).map(({ fromMs, toMs, ratePerS }, place) => {
    // Each step uses its own random numbers: with the same numbers it would repeat the pattern of the step before.
    const times = scheduleOf({ arrivals, ratePerS, durationMs: toMs - fromMs, seed: seed + place });
    for (let at = 0; at < times.length; at += 1) times[at] = Math.round((fromMs + (times[at] as number)) * 1000) / 1000;
    return times;
  });
  return steps.length === 1 && steps[0] !== undefined ? steps[0] : joined(steps);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

export type ScheduleOptions = {
  readonly arrivals: Exclude<Arrivals, 'trace' | 'closed'>;
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly seed: number;
};

/**
 * The intended time of every request, in milliseconds since the run's t0 with microseconds kept, ascending, all below
 * `durationMs`. The times depend on the options alone: any process that takes index k sends it at the same time.
 */
export function scheduleOf(options: ScheduleOptions): Float64Array {
  return options.arrivals === 'constant' ? evenly(options) : independently(options);
}

function evenly({ ratePerS, durationMs }: ScheduleOptions): Float64Array {
  // Rounded up with a tolerance: 0.1/s for 30 s are 3 requests, not 4 because of floating-point error.
  const times = new Float64Array(Math.max(0, Math.ceil((ratePerS * durationMs) / 1000 - 1e-6)));
  for (let index = 0; index < times.length; index += 1) times[index] = toMicroseconds((index * 1000) / ratePerS);
  return times;
}

/** Exponential times between requests until the time is up: their number is random too, as in a Poisson process. */
function independently({ ratePerS, durationMs, seed }: ScheduleOptions): Float64Array {
  const random = randomFrom(seed, 'arrivals');
  const mean = (ratePerS * durationMs) / 1000;
  // Hardly one schedule in a million million has more requests; for such a schedule the array grows.
  let times = new Float64Array(Math.ceil(mean + 7 * Math.sqrt(mean)) + 8);
  let count = 0;
  // 1 - u is never 0, so the logarithm is finite.
  const step = (): number => (-Math.log(1 - random()) * 1000) / ratePerS;
  for (let at = step(); toMicroseconds(at) < durationMs; at += step()) {
    if (count === times.length) times = lengthened(times);
    times[count] = toMicroseconds(at);
    count += 1;
  }
  return times.subarray(0, count);
}

function lengthened(times: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * times.length);
  more.set(times);
  return more;
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

type ScheduleFold = {
  readonly add: (record: Pick<RequestRecord, 'index' | 'intended'>) => void;
  /** Number of records whose intended time differs from the schedule, or that have no place in it. */
  readonly off: () => number;
};

/** Tolerance in milliseconds: times are written in microseconds. */
const toleranceMs = 0.002;

/**
 * Most requests of a schedule. k6 holds the schedule in memory, and more take minutes to analyse: a header with more
 * was never sent.
 */
export const mostRequests = 5_000_000;

/** Compares the records of a run with the schedule that its header defines. */
export function foldSchedule(header: Pick<RequestsHeader, 'scenario' | 'seed' | 'settings'>): ScheduleFold {
  const times = timesIn(header);
  let off = 0;
  return {
    add: ({ index, intended }) => {
      if (times === undefined || index < 0) return;
      const at = times[index];
      if (at === undefined || Math.abs(at - intended) > toleranceMs) off += 1;
    },
    off: () => off,
  };
}

/**
 * Undefined where the header does not define the times: later turns wait for a response, and a trace is a separate
 * file.
 */
function timesIn({ scenario, seed, settings }: Parameters<typeof foldSchedule>[0]): Float64Array | undefined {
  const shape = loadScenario(scenario)?.shape;
  const { arrivals, turns = 1, steps = profileDefaults.steps } = settings;
  if (shape === undefined || shape === 'sweep' || turns > 1) return undefined;
  if (arrivals === 'trace' || arrivals === 'closed') return undefined;
  // The schedule continues beyond the time at which `--until` ended the run.
  const rates = { ...settings, steps, durationMs: settings.askedMs ?? settings.durationMs };
  const parts = profileOf(shape, rates);
  const most = parts.reduce((sum, each) => sum + (each.ratePerS * each.durationMs) / 1000, 0);
  return most <= mostRequests && parts.every((each) => each.ratePerS > 0)
    ? scheduledTimes({ arrivals, shape, rates, seed })
    : undefined;
}
