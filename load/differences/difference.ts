import type { LoadComparison } from '../../conformance/contract/formats/compare.ts';
import { withoutUndefined } from '../records/narrow.ts';
import type { Intervals } from './effects.ts';
import { errorShare } from './power.ts';

/** The verdict on a quantity. `same`: the interval lies within the requested bound. */
export type QuantityVerdict = ComparedQuantity['word'];

/**
 * A difference, B minus A. Its interval holds the true difference with 95 % confidence, and is absent where the samples
 * do not bound it.
 */
export type Difference = NonNullable<ComparedQuantity['relative']>;

/** The difference with its interval at this error, where the samples bound it on both sides. */
export function reportedDifference({ value, range, at }: Intervals, alpha = errorShare): Difference {
  const interval = at(alpha);
  return {
    value,
    ...(interval.every(Number.isFinite) && { interval }),
    ...(range && { range: withoutUndefined({ low: finite(range[0]), high: finite(range[1]) }) }),
  };
}

/** The interval behind a verdict, so that the verdict can be derived from its numbers. */
export type JudgingInterval = NonNullable<ComparedQuantity['judgedBy']>;

/** @param readings the difference under each interpretation of the data; the interval covers it under all of them */
export function judgingInterval(readings: readonly Intervals[], alpha: number): JudgingInterval {
  const each = readings.map(({ at }) => at(alpha));
  return {
    confidence: Number((1 - alpha).toPrecision(6)),
    ...withoutUndefined({
      low: finite(Math.min(...each.map(([low]) => low))),
      high: finite(Math.max(...each.map(([, high]) => high))),
    }),
  };
}

/**
 * Whether both ends are bounded: an interval that is bounded on one side only does not show that a difference is
 * undecided.
 */
export function isWhole({ low, high }: JudgingInterval): boolean {
  return low !== undefined && high !== undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The comparison of a quantity, such as `ttft.p95`. */
export type ComparedQuantity = LoadComparison['quantities'][number];
