import type { LoadComparison } from '../../conformance/contract/formats/compare.ts';
import { present } from '../records/narrow.ts';
import type { Intervals } from './effects.ts';
import { errorShare } from './power.ts';

/** One word for one quantity. `same`: the interval lies within the bound that was asked for. */
export type Word = ComparedQuantity['word'];

/** A difference, B minus A; the interval holds the true one with 95 % confidence, and is absent where nothing bounds it. */
export type Difference = NonNullable<ComparedQuantity['relative']>;

/** With its interval at this error, where the samples bound it on both sides. */
export function toldDifference({ value, range, at }: Intervals, alpha = errorShare): Difference {
  const interval = at(alpha);
  return {
    value,
    ...(interval.every(Number.isFinite) && { interval }),
    ...(range && { range: present({ low: finite(range[0]), high: finite(range[1]) }) }),
  };
}

/** The interval that a word or a verdict was judged by, from whose numbers that follows. */
export type JudgedBy = NonNullable<ComparedQuantity['judgedBy']>;

/** @param readings the difference, by each way to read what came; the interval holds it by whichever is right */
export function judgingInterval(readings: readonly Intervals[], alpha: number): JudgedBy {
  const each = readings.map(({ at }) => at(alpha));
  return {
    confidence: Number((1 - alpha).toPrecision(6)),
    ...present({
      low: finite(Math.min(...each.map(([low]) => low))),
      high: finite(Math.max(...each.map(([, high]) => high))),
    }),
  };
}

/** Of what the samples bound on one side only nobody can say that they leave it open. */
export function isWhole({ low, high }: JudgedBy): boolean {
  return low !== undefined && high !== undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** What is told of one quantity, such as `ttft.p95`. */
export type ComparedQuantity = LoadComparison['quantities'][number];
