import type { Distribution } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement, SloStatistic } from '../../../load/slo/slo.ts';
import type { BoundLine } from '../../charts/histogram-chart.ts';
import { msText } from '../../load/format.ts';
import { boundsOn, intervalOf, statisticOf } from './slo-bound.ts';

/**
 * SLO bounds for the chart of one operation. A bound on E2E latency applies to all operations together; the line shows
 * whether this operation alone keeps it.
 */
export function boundsOfPart(
  quantity: SloQuantity,
  times: Distribution,
  bounds: readonly BoundJudgement[],
): readonly BoundLine[] {
  return boundsOn(quantity, bounds).map(({ text, is, of }) => {
    const alone = is === 'inconclusive' ? undefined : aloneOf(times, of);
    const tone = alone === undefined || alone.isUndecided ? 'inconclusive' : alone.isKept ? 'pass' : 'fail';
    return { name: `SLO ${text}`, value: of.bound, is: tone };
  });
}

/** Explains the line, since the verdict on the bound is about all operations. */
export function notesOfPart(
  { operation, slo }: { readonly operation?: string; readonly slo: SloQuantity },
  times: Distribution,
  bounds: readonly BoundJudgement[],
): readonly string[] {
  return boundsOn(slo, bounds).map(({ text, is, of }) => {
    const told = aloneText(aloneOf(times, of));
    return `${text} is judged over all operations together (${is}); ${operation} ${told}.`;
  });
}

function aloneText(alone: Alone | undefined): string {
  if (alone === undefined) return 'has too few answers for it';
  if (alone.value === Infinity) return 'alone is beyond it, as that is one of its failed requests';
  const of = alone.ofAll === undefined ? '' : ` of all its requests (${alone.ofAll})`;
  return `alone ${alone.isKept ? 'keeps it' : 'is beyond it'}, with ${msText(alone.value)} ms${of}${alone.isUndecided ? ' (undecided)' : ''}`;
}

type Alone = {
  readonly value: number;
  readonly isKept: boolean;
  readonly isUndecided: boolean;
  /** How many of the operation's requests failed, if some did and the value counts them. */
  readonly ofAll?: string;
};

/**
 * Fewest answers for a verdict on a mean or a maximum: fewer say little of the next ones, as for a whole run
 * (load/statistics/ranks.ts).
 */
const fewestForMoment = 30;

/** Judges one operation as a whole run is judged; `undefined` where it has too few answers. */
function aloneOf(
  times: Distribution,
  bound: BoundJudgement['of'] & { readonly statistic: SloStatistic },
): Alone | undefined {
  const { statistic } = bound;
  const ofAll = typeof statistic === 'object' ? ofAllRequests(times, statistic.percent) : undefined;
  if (ofAll !== undefined) return ofAll.missing === undefined ? judgedOfAll(ofAll, bound) : undefined;
  const value = statisticOf(times, statistic);
  if (value === undefined) return undefined;
  const isKept = meetsBound(value, bound);
  // A maximum that exceeds the bound is a violation, however few answers there are.
  const isMoment = typeof statistic === 'string';
  if (isMoment && times.n < fewestForMoment && (isKept || statistic === 'mean')) return undefined;
  const interval = intervalOf(times, statistic);
  return {
    value,
    isKept,
    isUndecided: interval !== undefined && meetsBound(interval[0], bound) !== meetsBound(interval[1], bound),
  };
}

type OfAll = NonNullable<Distribution['ofAll']>[number];

function ofAllRequests(times: Distribution, percent: number): OfAll | undefined {
  return times.ofAll?.find((each) => each.percent === percent);
}

/** A failed request counts as slower than every answer. */
function judgedOfAll({ value = Infinity, interval, from, failed }: OfAll, bound: BoundJudgement['of']): Alone {
  const ends = interval ?? (from === undefined ? undefined : [from, Infinity]);
  return {
    value,
    isKept: meetsBound(value, bound),
    isUndecided: ends !== undefined && meetsBound(ends[0] ?? 0, bound) !== meetsBound(ends[1] ?? 0, bound),
    ofAll: `${Math.round(failed.share * failed.n)} of ${failed.n} failed`,
  };
}

/** Where the time is known only as a range, its upper end is compared with the bound. */
function meetsBound(value: number, { relation, bound }: BoundJudgement['of']): boolean {
  return relation === '<' ? value < bound : value <= bound;
}
