import type { OrderedSamples } from './samples.ts';

/** Bounds that hold the true value with 95 % confidence, although requests of one time are alike. */
export type Interval = readonly [low: number, high: number];

/** A quantity's samples in order, and how sure its quantiles are. */
export type Measured = {
  readonly ordered: OrderedSamples;
  readonly parts: number;
  readonly intervalOf: (q: number) => Interval | undefined;
  /** How many samples an interval would need where there is none, as far as that is known. */
  readonly neededOf?: (q: number) => number | undefined;
  /** That of the mean, or how many samples it would need. */
  readonly ofMean?: { readonly interval: Interval } | { readonly needed: number } | undefined;
};
