import type { Distribution, QuantileName } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement, SloBound, SloRelation, SloStatistic, SloUnit } from '../../../load/slo/slo.ts';

/** A name of a quantity may have digits, as `e2e` has; a large or small number an exponent. */
const pattern =
  /^(?<name>[a-zA-Z][a-zA-Z0-9]*)(?:\.(?:p(?<percent>[\d.]+)|(?<moment>mean|max)))?(?<relation>[<>]=?)(?<bound>\d+(?:\.\d+)?(?:e[+-]\d+)?)(?<unit>ms|%|\/s|)$/;

/** What the text of a judgement says, as load/slo/slo.ts wrote it: every stored run has the text alone. */
export function boundIn(text: string): SloBound | undefined {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { name, percent, moment, relation, bound, unit } = groups;
  const statistic =
    percent === undefined ? (moment as Exclude<SloStatistic, object> | undefined) : { percent: Number(percent) };
  return {
    quantity: name as SloQuantity,
    ...(statistic !== undefined && { statistic }),
    relation: relation as SloRelation,
    bound: Number(bound),
    unit: unit as SloUnit,
  };
}

/** The judgements of what requests show of this quantity, each with its bound. */
export function boundsOn(
  quantity: SloQuantity,
  bounds: readonly BoundJudgement[],
): readonly (BoundJudgement & { readonly bound: SloBound & { readonly statistic: SloStatistic } })[] {
  return bounds.flatMap((each) => {
    const bound = boundIn(each.text);
    if (bound?.quantity !== quantity || bound.statistic === undefined) return [];
    return [{ ...each, bound: { ...bound, statistic: bound.statistic } }];
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
