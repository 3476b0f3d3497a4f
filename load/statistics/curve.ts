import type { Interval, MeasuredSamples } from './measured.ts';
import { rankOf, samplesNeeded } from './ranks.ts';

/** A percentile of a distribution curve. */
export type CurvePoint = {
  readonly percent: number;
  readonly value: number;
  /** Absent where the samples do not bound the percentile on both sides. */
  readonly interval?: Interval;
};

/**
 * Steps within each power of ten of the share above a percentile, so that the tail is as finely resolved as the middle.
 */
const tails = [10, 9, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1.2];

/** `100 − tail / 10^decade`: 0, 10 … 88, 90, 91 … 98.8, 99 … up to 99.999. */
export const curvePercents: readonly number[] = [
  ...[0, 1, 2, 3].flatMap((decade) => tails.map((tail) => percentAbove((tail * 10) / 10 ** decade))),
  99.99,
  99.999,
];

/** Rounds, because binary fractions would show a tail of digits. */
function percentAbove(tail: number): number {
  return Number((100 - tail).toFixed(6));
}

/** Every percentile of the curve that the number of samples can show. */
export function curveOf({ ordered, parts, intervalOf }: MeasuredSamples): readonly CurvePoint[] {
  const { n } = ordered;
  const rounded = (value: number): number => Math.round(value * parts) / parts;
  return curvePercents.flatMap((percent): readonly CurvePoint[] => {
    const q = percent / 100;
    if (n < samplesNeeded(q)) return [];
    const interval = q > 0 ? intervalOf(q) : undefined;
    const value = rounded(ordered.at(rankOf(n, q)));
    return [{ percent, value, ...(interval && { interval: [rounded(interval[0]), rounded(interval[1])] }) }];
  });
}
