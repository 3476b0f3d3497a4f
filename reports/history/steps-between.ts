import type { HistoryPoint, LoadHistory, QuantityHistory } from '../../conformance/contract/formats/history.ts';
import { quantities as followed, type Quantity, type Sample } from './quantities.ts';

/** Smallest difference that matters, as a share of the earlier value. */
export const leastRelative = 0.01;

/** Largest share of histories without a difference that show a step by chance, over everything that is examined. */
const alarmShare = 0.05;

type Before = Omit<NonNullable<HistoryPoint['before']>, 'run'>;

/**
 * Whether a value differs from the previous one: the intervals are so far apart that hardly any comparison in a history
 * is by chance (Bonferroni), and the difference is large enough. A smaller one may still be real, which `assay compare`
 * judges. @param compared number of compared figures
 */
export function changedSince(
  before: Sample,
  now: Sample,
  { better, unit }: Pick<Quantity, 'better' | 'unit'>,
  compared: number,
): Before {
  const relative = before.value === 0 ? {} : { relative: now.value / before.value - 1 };
  if (!haveDisjointIntervals(before, now) || !isClear(before, now, compared)) return { ...relative, is: 'undecided' };
  if (sizeOf(before, now, unit) < leastRelative) return { ...relative, is: 'undecided' };
  return { ...relative, is: now.value < before.value === (better === 'low') ? 'better' : 'worse' };
}

/** Number of comparisons: each followed quantity for each pair of runs. */
export function comparisonCount(pairs: number): number {
  return followed.length * Math.max(1, pairs);
}

/** Number of runs that are compared with the previous one. */
export function pairsIn(quantities: LoadHistory['quantities']): number {
  return Math.max(0, ...quantities.map(({ points }) => points.filter(({ before }) => before !== undefined).length));
}

/**
 * How much a value moved, relative to the earlier one; for a share, relative to the smaller of it and its complement,
 * since 99 % after 99.9 % means ten times as many failures. If the earlier value is 0, relative to its upper bound.
 */
export function sizeOf(before: Sample, now: Sample, unit: Quantity['unit']): number {
  const isRest = unit === 'share' && before.value > 0.5;
  const [value, most = 0] = isRest
    ? [1 - before.value, 1 - (before.interval?.[0] ?? 1)]
    : [before.value, before.interval?.[1]];
  const of = value > 0 ? value : most;
  return of > 0 ? Math.abs(now.value - before.value) / of : 1;
}

export function haveDisjointIntervals(before: Sample, now: Sample): boolean {
  if (before.interval === undefined || now.interval === undefined) return false;
  return now.interval[1] < before.interval[0] || now.interval[0] > before.interval[1];
}

/** Uses the half of each interval that lies towards the other value. */
function isClear(before: Sample, now: Sample, compared: number): boolean {
  const [low, high] = before.value < now.value ? [before, now] : [now, before];
  const halves = Math.hypot(
    (low.interval?.[1] ?? Infinity) - low.value,
    high.value - (high.interval?.[0] ?? -Infinity),
  );
  const timesFurther = zAt(alarmShare / compared) / zAt(0.05);
  return high.value - low.value > timesFurther * halves;
}

/** A clear difference between consecutive runs with the same settings. */
type StepBetween = {
  readonly of: QuantityHistory;
  readonly is: 'better' | 'worse';
  readonly from: HistoryPoint;
  readonly to: HistoryPoint;
};

/** Most steps: more would hide the important ones. */
const mostSteps = 5;

/**
 * Steps of quantities without a reported change, the largest of each distribution first. A distribution with several
 * percentiles gives the one that moved most, and appears once for a pair of runs.
 */
export function stepsBetween({ quantities, changes }: LoadHistory): readonly StepBetween[] {
  // TTFE and TTFT count as one distribution: the first event is usually the first text.
  const familyOf = (quantity: string): string => (quantity.split('.')[0] ?? '').replace('ttfe', 'ttft');
  const changed = new Set(changes.map(({ of }) => familyOf(of)));
  const all = quantities
    .filter((of) => !changed.has(familyOf(of.quantity)))
    .flatMap((of) =>
      of.points.flatMap((to, at): StepBetween[] => {
        const [is, from] = [to.before?.is, of.points[at + 1]];
        return from === undefined || is === undefined || is === 'undecided' ? [] : [{ of, is, from, to }];
      }),
    );
  const largest = all.toSorted((one, next) => stepSize(next) - stepSize(one));
  const families = Map.groupBy(largest, ({ of, to }) => `${familyOf(of.quantity)} ${to.run}`);
  return [...families.values()].flatMap(([first]) => first ?? []).slice(0, mostSteps);
}

function stepSize({ of, from, to }: StepBetween): number {
  return sizeOf(from, to, of.unit);
}

/**
 * The z-value that is exceeded on either side with total probability `alpha`, accurate to 0.0005: Abramowitz and
 * Stegun, 26.2.23.
 */
export function zAt(alpha: number): number {
  const t = Math.sqrt(-2 * Math.log(alpha / 2));
  const above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
  const below = 1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
  return t - above / below;
}
