import type { Distribution, QuantileName } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement, SloStatistic } from '../../../load/slo/slo.ts';

/** The judgements of SLO bounds on this quantity that requests show, each with its bound. */
export function boundsOn(
  quantity: SloQuantity,
  bounds: readonly BoundJudgement[],
): readonly (BoundJudgement & { readonly of: { readonly statistic: SloStatistic } })[] {
  return bounds.flatMap((each) => {
    const { statistic } = each.of;
    return each.of.quantity !== quantity || statistic === undefined ? [] : [{ ...each, of: { ...each.of, statistic } }];
  });
}

/** The value of the bounded statistic in a distribution; undefined where it has none. */
export function statisticOf(times: Distribution, statistic: SloStatistic): number | undefined {
  if (typeof statistic === 'string') return times[statistic];
  return askedOf(times, statistic)?.value ?? times[nameOf(statistic)];
}

/** The confidence interval of the statistic; a maximum has none. */
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
