import type { Interval, Measured } from './measured.ts';
import { rankOf, samplesNeeded } from './ranks.ts';

/** One percentile of a distribution that is told throughout. */
export type CurvePoint = {
  readonly percent: number;
  readonly value: number;
  /** Absent where the samples cannot bound it on both sides. */
  readonly interval?: Interval;
};

/** Steps within each power of ten of what lies above a percentile, so that a tail is as finely told as the middle. */
const tails = [10, 9, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1.2];

/** `100 − tail / 10^decade`: 0, 10 … 88, 90, 91 … 98.8, 99 … up to 99.999. */
export const curvePercents: readonly number[] = [
  ...[0, 1, 2, 3].flatMap((decade) => tails.map((tail) => percentAbove((tail * 10) / 10 ** decade))),
  99.99,
  99.999,
];

/** Binary fractions would show a tail of digits. */
function percentAbove(tail: number): number {
  return Number((100 - tail).toFixed(6));
}

/** Every percentile that the samples can show, from the smallest sample on. */
export function curveOf({ ordered, parts, intervalOf }: Measured): readonly CurvePoint[] {
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
