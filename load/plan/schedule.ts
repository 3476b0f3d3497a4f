import { randomFrom } from './random.ts';
import type { Arrivals } from '../records/settings.ts';

export type ScheduleOptions = {
  readonly arrivals: Exclude<Arrivals, 'trace' | 'closed'>;
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly seed: number;
};

/**
 * The intended time of every request, in milliseconds since the run's t0 with microseconds kept, ascending, all below
 * `durationMs`. The times depend on the options alone: whoever claims index k, in whichever process, sends it then.
 */
export function scheduleOf(options: ScheduleOptions): Float64Array {
  return options.arrivals === 'constant' ? evenly(options) : independently(options);
}

function evenly({ ratePerS, durationMs }: ScheduleOptions): Float64Array {
  // Rounded up with a tolerance: 0.1/s for 30 s are 3 requests, not 4 because of a binary fraction.
  const times = new Float64Array(Math.max(0, Math.ceil((ratePerS * durationMs) / 1000 - 1e-6)));
  for (let index = 0; index < times.length; index += 1) times[index] = toMicroseconds((index * 1000) / ratePerS);
  return times;
}

/** Exponential times between requests until the time is up: how many come in it is random too, as in a Poisson process. */
function independently({ ratePerS, durationMs, seed }: ScheduleOptions): Float64Array {
  const random = randomFrom(seed, 'arrivals');
  const mean = (ratePerS * durationMs) / 1000;
  // Hardly one of a million million schedules has more; that one takes room anew.
  let times = new Float64Array(Math.ceil(mean + 7 * Math.sqrt(mean)) + 8);
  let count = 0;
  // 1 - u is never 0, so that the logarithm is finite.
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
