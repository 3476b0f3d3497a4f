import type { Share } from '../figures/figures.ts';
import { quantileNames, quantiles, type AskedQuantile, type Distribution } from '../statistics/distribution.ts';

/** What was observed of a quantity. */
export type ObservedValue = {
  /** Where it is not known exactly, the worst that it may be. */
  readonly value: number;
  readonly interval?: readonly [number, number];
  /** The best that it may be. */
  readonly best?: number;
  /** Of a percentile of all requests: the share of them that failed. */
  readonly failed?: Share;
};

/** What a distribution tells of any percentile that it was asked for. */
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

/** A percentile as a bound judges it: with `failed`, of all requests, those that failed slower than all others. */
export type JudgedQuantile = Omit<AskedQuantile, 'interval'> & {
  /** Of ends beyond all answers: Infinity. */
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

/** The same as what was observed; undefined where it cannot be told. */
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

/** What a file holds of it: a percentile that is a failed request has no value, and an interval that reaches there no end. */
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
