import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import { msText, quantileText, rangeText } from './format.ts';

/** `120.0 (110.0 to 131.5)`, and without an interval the value alone. */
export function withInterval(times: Distribution, name: QuantileName, text = msText): string {
  const value = times[name] === undefined ? quantileText(times, name) : boundedBelow(times, name, text);
  return bounded(value, times.intervals?.[name]?.map(text));
}

/** A quantile that is known, as a range where it may be less. */
export function boundedBelow(
  times: Distribution,
  name: QuantileName,
  text: (value: number | undefined) => string,
): string {
  return rangeText(times[name], times.atLeast?.[name], text);
}

export function bounded(value: string, interval: readonly string[] | undefined): string {
  return interval === undefined ? value : `${value} (${interval.join(' to ')})`;
}
