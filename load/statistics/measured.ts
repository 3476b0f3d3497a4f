import type { Sorted } from './bins.ts';
import type { OrderedSamples } from './samples.ts';

/** Bounds that hold the true value with 95 % confidence, although requests of one time are alike. */
export type Interval = readonly [low: number, high: number];

/**
 * A value of which only an interval is known: statistics calls it interval-censored. It lies between `low` and `high`; where
 * these are the same, it is known exactly. In published formats, whose names stay, such events are `early` or `uncertain`,
 * such gaps `unsureGaps`, and the low end of a figure is `atLeast`.
 */
export type Censored = { readonly low: number; readonly high: number };

export function isCensored({ low, high }: Censored): boolean {
  return low < high;
}

/** A quantity's samples in order, and how sure its quantiles are. */
export type Measured = {
  readonly ordered: OrderedSamples;
  readonly parts: number;
  /** Those of them that are censored, at their high ends: they are in no bin. */
  readonly censored?: Sorted | undefined;
  readonly intervalOf: (q: number) => Interval | undefined;
  /** How many samples an interval would need where there is none, as far as that is known. */
  readonly neededOf?: (q: number) => number | undefined;
  /** That of the mean, or how many samples it would need. */
  readonly ofMean?: { readonly interval: Interval } | { readonly needed: number } | undefined;
};
