import type { LoadComparison } from '../../conformance/contract/formats/compare.ts';
import { present } from '../records/narrow.ts';
import type { Intervals } from './effects.ts';

/** One word for one quantity. `same`: the interval lies within the bound that was asked for. */
export type Word = ComparedQuantity['word'];

/** A difference, B minus A; the interval holds the true one with 95 % confidence, and is absent where nothing bounds it. */
export type Difference = NonNullable<ComparedQuantity['relative']>;

/** With its interval at this error, where the samples bound it on both sides. */
export function toldDifference({ value, range, at }: Intervals, alpha: number): Difference {
  const interval = at(alpha);
  return {
    value,
    ...(interval.every(Number.isFinite) && { interval }),
    ...(range && { range: present({ low: finite(range[0]), high: finite(range[1]) }) }),
  };
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** What is told of one quantity, such as `ttft.p95`. */
export type ComparedQuantity = LoadComparison['quantities'][number];
