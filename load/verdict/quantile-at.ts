import { quantileNames, quantiles, type AskedQuantile, type Distribution } from '../statistics/distribution.ts';

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
