import type { LoadShape } from './scenarios.ts';

/** The shapes of an open loop: a closed loop has no rates. */
type OpenShape = Exclude<LoadShape, 'sweep'>;

/** A part of the schedule with a constant rate. */
type RateStep = { readonly ratePerS: number; readonly durationMs: number };

type ProfileOptions = {
  readonly ratePerS: number;
  readonly durationMs: number;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
};

/** Factors of the peak, and number of steps, where none was requested. */
export const profileDefaults = { spikeFactor: 5, stepLoadFactor: 8, steps: 8 } as const;

/**
 * The rate over the run. A spike takes the middle fifth, so that the time after it is as long as the time before it. A
 * step load rises by equal factors, because the order of magnitude of a service's capacity is not known.
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
    // Three digits are enough for a rate, and easier to read.
    ratePerS: Number((ratePerS * factor ** place).toPrecision(3)),
    durationMs: durationMs / count,
  }));
}

/** Each step with its begin and end, in milliseconds since t0. */
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
