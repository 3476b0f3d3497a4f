import type { Distribution, QuantileName } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement, SloStatistic } from '../../../load/slo/slo.ts';

/** The judgements of what requests show of this quantity, each with its bound. */
export function boundsOn(
  quantity: SloQuantity,
  bounds: readonly BoundJudgement[],
): readonly (BoundJudgement & { readonly of: { readonly statistic: SloStatistic } })[] {
  return bounds.flatMap((each) => {
    const { statistic } = each.of;
    return each.of.quantity !== quantity || statistic === undefined ? [] : [{ ...each, of: { ...each.of, statistic } }];
  });
}

/** What a distribution tells of the statistic that a bound is on. */
export function statisticOf(times: Distribution, statistic: SloStatistic): number | undefined {
  if (typeof statistic === 'string') return times[statistic];
  return askedOf(times, statistic)?.value ?? times[nameOf(statistic)];
}

/** With how much confidence: the bounds that hold the true one, of a largest time none. */
export function intervalOf(times: Distribution, statistic: SloStatistic): Interval | undefined {
  if (statistic === 'max') return undefined;
  if (statistic === 'mean') return times.intervals?.mean;
  return askedOf(times, statistic)?.interval ?? times.intervals?.[nameOf(statistic)];
}

type Percentile = Exclude<SloStatistic, string>;
type AskedQuantile = NonNullable<Distribution['asked']>[number];
type Interval = NonNullable<AskedQuantile['interval']>;

function askedOf(times: Distribution, { percent }: Percentile): AskedQuantile | undefined {
  return times.asked?.find((each) => each.percent === percent);
}

/** `p99.9` is `p999`. */
function nameOf({ percent }: Percentile): QuantileName {
  return `p${String(percent).replace('.', '')}` as QuantileName;
}
