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
export function scheduleOf(options: ScheduleOptions): number[] {
  return options.arrivals === 'constant' ? evenly(options) : independently(options);
}

function evenly({ ratePerS, durationMs }: ScheduleOptions): number[] {
  // Rounded up with a tolerance: 0.1/s for 30 s are 3 requests, not 4 because of a binary fraction.
  const count = Math.max(0, Math.ceil((ratePerS * durationMs) / 1000 - 1e-6));
  return Array.from({ length: count }, (_, index) => toMicroseconds((index * 1000) / ratePerS));
}

function independently({ ratePerS, durationMs, seed }: ScheduleOptions): number[] {
  const random = randomFrom(seed, 'arrivals');
  const times: number[] = [];
  // 1 - u is never 0, so that the logarithm is finite.
  const step = (): number => (-Math.log(1 - random()) * 1000) / ratePerS;
  for (let at = step(); toMicroseconds(at) < durationMs; at += step()) times.push(toMicroseconds(at));
  return times;
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
