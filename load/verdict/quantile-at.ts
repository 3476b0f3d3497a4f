import type { Share } from '../figures/figures.ts';
import { quantileNames, quantiles, type AskedQuantile, type Distribution } from '../statistics/distribution.ts';

/** The observed value of a quantity. */
export type ObservedValue = {
  /** The worst possible value, where the value is not known exactly. */
  readonly value: number;
  readonly interval?: readonly [number, number];
  /** The best possible value. */
  readonly best?: number;
  /** The share of failed requests, for a percentile of all requests. */
  readonly failed?: Share;
};

/** The value of a percentile in a distribution, if it was computed. */
export function quantileAt(distribution: Distribution, percent: number): AskedQuantile {
  const asked = distribution.asked?.find((each) => each.percent === percent);
  if (asked) return asked;
  const name = quantileNames.find((each) => Math.abs(quantiles[each] * 100 - percent) < 1e-9);
  if (name === undefined) return { percent };
  const [value, missing] = [distribution[name], distribution.missing[name]];
  const [interval, suppressed] = [distribution.intervals?.[name], distribution.suppressed?.[name]];
  const [atLeast, needed] = [distribution.atLeast?.[name], distribution.needed?.[name]];
  return {
    percent,
    ...(value !== undefined && { value }),
    ...(missing !== undefined && { missing }),
    ...(interval && { interval }),
    ...(needed !== undefined && { needed }),
    ...(atLeast !== undefined && { atLeast }),
    ...(suppressed !== undefined && { suppressed }),
  };
}

/**
 * A percentile as a bound judges it. With `failed` it covers all requests, and failed requests count as slower than all
 * others.
 */
export type JudgedQuantile = Omit<AskedQuantile, 'interval'> & {
  /** An end beyond all responses is Infinity. */
  readonly interval?: readonly [number, number];
  readonly failed?: Share;
};

export function judgedQuantileAt(distribution: Distribution, percent: number): JudgedQuantile {
  const ofAll = distribution.ofAll?.find((each) => each.percent === percent);
  if (ofAll === undefined) return quantileAt(distribution, percent);
  const { value = Infinity, from, interval, missing, ...rest } = ofAll;
  if (missing !== undefined) return { ...rest, missing };
  const around = interval ?? (from === undefined ? undefined : ([from, Infinity] as const));
  return { ...rest, value, ...(around && { interval: around }) };
}

/** The percentile as an observed value. Undefined where it has no value. */
export function observedQuantile(distribution: Distribution, percent: number): ObservedValue | undefined {
  const { value, interval, atLeast, failed } = judgedQuantileAt(distribution, percent);
  if (value === undefined) return undefined;
  return {
    value,
    ...(interval && { interval }),
    ...(atLeast !== undefined && { best: atLeast }),
    ...(failed && { failed }),
  };
}

/**
 * The form for a file: a percentile that falls on a failed request has no value, and an interval that reaches a failed
 * request has no upper end.
 */
export function withoutInfinities<Some extends { value?: number; interval?: readonly [number, number] }>(
  of: Some,
): Some {
  const { value, interval, ...rest } = of;
  return {
    ...(rest as Some),
    ...(value !== undefined && Number.isFinite(value) && { value }),
    ...(interval !== undefined && Number.isFinite(interval[1]) && { interval }),
  };
}
