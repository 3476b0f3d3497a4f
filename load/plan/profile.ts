import type { LoadShape } from './scenarios.ts';

/** A closed loop has no rates. */
type OpenShape = Exclude<LoadShape, 'sweep'>;

/** A stretch of the schedule with one rate. */
type RateStep = { readonly ratePerS: number; readonly durationMs: number };

type ProfileOptions = {
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
};

/** The peak, and the number of steps, where none was asked for. */
export const profileDefaults = { spikeFactor: 5, stepLoadFactor: 8, steps: 8 } as const;

/**
 * How the rate goes over the run. A spike takes the middle fifth, so that there is as much time to see it end as there
 * was before it. A step load rises by equal factors: what a service holds is not known to the order of magnitude.
 */
export function profileOf(shape: OpenShape, options: ProfileOptions): readonly RateStep[] {
  const { ratePerS, durationMs } = options;
  if (shape === 'level') return [{ ratePerS, durationMs }];
  if (shape === 'spike') {
    const around = { ratePerS, durationMs: durationMs * 0.4 };
    const peak = options.peakRatePerS ?? ratePerS * profileDefaults.spikeFactor;
    return [around, { ratePerS: peak, durationMs: durationMs * 0.2 }, around];
  }
  const count = options.steps ?? profileDefaults.steps;
  const peak = options.peakRatePerS ?? ratePerS * profileDefaults.stepLoadFactor;
  const factor = count > 1 ? (peak / ratePerS) ** (1 / (count - 1)) : 1;
  return Array.from({ length: count }, (_, place) => ({
    // Three digits are enough for a rate, and read better.
    ratePerS: Number((ratePerS * factor ** place).toPrecision(3)),
    durationMs: durationMs / count,
  }));
}

/** Each step with the time at which it begins and ends, in milliseconds since t0. */
export function stepBounds(
  steps: readonly RateStep[],
): readonly (RateStep & { readonly fromMs: number; readonly toMs: number })[] {
  let toMs = 0;
  return steps.map((step) => {
    const fromMs = toMs;
    toMs += step.durationMs;
    return { ...step, fromMs, toMs };
  });
}
