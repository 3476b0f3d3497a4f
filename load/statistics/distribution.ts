import type { Distribution } from '../../conformance/contract/formats/load/distribution.ts';
import { binsOf } from './bins.ts';
import { curveOf } from './curve.ts';
import { effectiveInterval, rankOf, samplesNeeded } from './ranks.ts';
import type { Interval, MeasuredSamples } from './measured.ts';
import { roundedUp, fewestForInterval } from './needed.ts';
import type { OrderedSamples, Samples } from './samples.ts';

export const quantiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

export type QuantileName = keyof typeof quantiles;

export const quantileNames = Object.keys(quantiles) as readonly QuantileName[];

/**
 * The distribution of a quantity, in its own unit, over `n` samples. A quantile that `n` samples cannot show is absent,
 * and `missing` says how many more samples it needs.
 */
export type { Distribution };

export type AskedQuantile = NonNullable<Distribution['asked']>[number];

/** What a distribution contains beyond the usual quantiles. */
export type Detail = {
  /** Further quantiles, such as 97.5. */
  readonly percents?: readonly number[];
  readonly curve?: boolean;
  /** Quantiles only, without intervals: cheap enough to be computed once a second. */
  readonly quick?: boolean;
};

/** Variance of a quantile divided by the variance for as many independent samples. */
type EffectAt = (q: number) => number;

/**
 * Distribution of a quantity of which every request gives one sample. The binomial interval then equals that of a
 * bootstrap over requests.
 */
export function distributionOf(
  samples: Samples,
  detail: Detail = {},
  effectAt: EffectAt = () => 1,
  ofMean?: MeasuredSamples['ofMean'],
  censored?: Samples,
): Distribution {
  if (detail.quick === true) return distributionWithoutIntervals(samples.selected(), samples.parts, detail);
  const ordered = samples.ordered();
  const intervalOf = (q: number): Interval | undefined => {
    const ranks = ordered.n === 0 ? undefined : effectiveInterval(ordered.n, ordered.n / effectAt(q), q);
    return ranks && [ordered.at(ranks.low), ordered.at(ranks.high)];
  };
  const neededOf = (q: number): number => fewestForInterval(q) * effectAt(q);
  const unsure = detail.curve === true ? censored?.ordered() : undefined;
  return distributionWithIntervals(
    { ordered, parts: samples.parts, censored: unsure, intervalOf, neededOf, ofMean },
    detail,
  );
}

/** The distribution without intervals. */
export function distributionWithoutIntervals(ordered: OrderedSamples, parts: number, detail: Detail): Distribution {
  return distributionWithIntervals({ ordered, parts, intervalOf: () => undefined }, detail);
}

/**
 * The distribution of censored samples at their high ends, with the values for the low ends where these differ. Each
 * confidence interval reaches from the lower end for the low values to the upper end for the high values.
 */
export function withLowEnds(high: Distribution, low: Distribution): Distribution {
  const atLeast = Object.fromEntries(
    ([...quantileNames, 'min', 'mean', 'max'] as const).flatMap((name) =>
      low[name] === undefined || low[name] === high[name] ? [] : [[name, low[name]]],
    ),
  );
  const asked = high.asked?.map((each, place) => {
    const { value, interval } = low.asked?.[place] ?? {};
    const wider = each.interval && interval && { interval: widened(each.interval, interval) };
    return { ...each, ...wider, ...(value !== undefined && value !== each.value && { atLeast: value }) };
  });
  const intervals = Object.fromEntries(
    ([...quantileNames, 'mean'] as const).flatMap((name) => {
      const [own, lower] = [high.intervals?.[name], low.intervals?.[name]];
      return own && lower ? [[name, widened(own, lower)]] : [];
    }),
  );
  const lowCurve = new Map(low.curve?.map((point) => [point.percent, point]));
  const curve = high.curve?.map((point) => {
    const lower = lowCurve.get(point.percent)?.interval;
    return point.interval && lower ? { ...point, interval: widened(point.interval, lower) } : point;
  });
  return {
    ...high,
    atLeast,
    ...(curve && { curve }),
    ...(high.intervals && { intervals: { ...high.intervals, ...intervals } }),
    ...(asked && { asked }),
  };
}

function widened([, upper]: Interval, [lower]: Interval): [number, number] {
  return [lower, upper];
}

export function distributionWithIntervals(
  measured: MeasuredSamples,
  { percents = [], curve = false }: Detail,
): Distribution {
  const { ordered, parts, censored, intervalOf, neededOf, ofMean } = measured;
  const { n } = ordered;
  // The samples have no more digits than this, and differences of binary fractions would show a tail of digits.
  const rounded = (value: number): number => Math.round(value * parts) / parts;
  const roundedEnds = ([low, high]: Interval): [number, number] => [rounded(low), rounded(high)];
  const tell = (q: number): Omit<AskedQuantile, 'percent'> => {
    const lacking = samplesNeeded(q) - n;
    if (lacking > 0) return { missing: lacking };
    const interval = intervalOf(q);
    const value = rounded(ordered.at(rankOf(n, q)));
    if (interval) return { value, interval: roundedEnds(interval) };
    const needed = neededOf?.(q);
    return { value, ...(needed !== undefined && { needed: roundedUp(needed) }) };
  };
  const byName = quantileNames.map((name) => [name, tell(quantiles[name])] as const);
  const named = <T>(pick: (each: Omit<AskedQuantile, 'percent'>) => T | undefined): { [Name in QuantileName]?: T } =>
    Object.fromEntries(byName.flatMap(([name, each]) => (pick(each) === undefined ? [] : [[name, pick(each)]])));
  const intervals = {
    ...named(({ interval }) => interval),
    ...(ofMean && 'interval' in ofMean && { mean: roundedEnds(ofMean.interval) }),
  };
  const needed = {
    ...named(({ needed: each }) => each),
    ...(ofMean && 'needed' in ofMean && { mean: roundedUp(ofMean.needed) }),
  };
  return {
    n,
    ...(n > 0 && { min: rounded(ordered.min), mean: rounded(ordered.mean), max: rounded(ordered.max) }),
    ...named(({ value }) => value),
    missing: named(({ missing }) => missing),
    ...(Object.keys(intervals).length > 0 && { intervals }),
    ...(Object.keys(needed).length > 0 && { needed }),
    ...(ordered.relativeError > 0 && { relativeError: ordered.relativeError }),
    ...(curve && n > 0 && { curve: curveOf(measured), bins: binsOf(ordered, censored) }),
    ...(percents.length > 0 && { asked: percents.map((percent) => ({ percent, ...tell(percent / 100) })) }),
  };
}
