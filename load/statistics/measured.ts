import type { Sorted } from './bins.ts';
import type { OrderedSamples } from './samples.ts';

/** Bounds that hold the true value with 95 % confidence, and account for the likeness of requests close in time. */
export type Interval = readonly [low: number, high: number];

/**
 * A value of which only an interval is known: interval-censored in the terms of statistics. It lies between `low` and
 * `high`; where these are equal, the value is known exactly. The published formats keep their own names: such events
 * are `early` or `uncertain`, such gaps `unsureGaps`, and the low end of a figure is `atLeast`.
 */
export type Censored = { readonly low: number; readonly high: number };

export function isCensored({ low, high }: Censored): boolean {
  return low < high;
}

/** The ordered samples of a quantity, and the confidence intervals of its quantiles. */
export type MeasuredSamples = {
  readonly ordered: OrderedSamples;
  readonly parts: number;
  /** The censored samples among them at their high ends: they are in no bin. */
  readonly censored?: Sorted | undefined;
  readonly intervalOf: (q: number) => Interval | undefined;
  /** Number of samples that an interval would need where there is none, as far as that number is known. */
  readonly neededOf?: (q: number) => number | undefined;
  /** Confidence interval of the mean, or the number of samples that it would need. */
  readonly ofMean?: { readonly interval: Interval } | { readonly needed: number } | undefined;
};
