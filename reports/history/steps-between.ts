import type { HistoryPoint, LoadHistory, QuantityHistory } from '../../conformance/contract/formats/history.ts';
import { quantities as followed, type Quantity, type Sample } from './quantities.ts';

/** What is less than this share of the earlier value is no difference, however sure it is. */
export const leastRelative = 0.01;

/** At most so many histories without a difference have a step by chance, whatever is looked at in them. */
const alarmShare = 0.05;

type Before = Omit<NonNullable<HistoryPoint['before']>, 'run'>;

/**
 * Whether a value differs from the one before: the intervals lie apart, by so much that of all that are compared in a
 * history hardly one does by chance (Bonferroni), and it matters. What is left open may be one, which `assay compare` judges.
 *
 * @param compared so many figures are
 */
export function changedSince(
  before: Sample,
  now: Sample,
  { better, unit }: Pick<Quantity, 'better' | 'unit'>,
  compared: number,
): Before {
  const relative = before.value === 0 ? {} : { relative: now.value / before.value - 1 };
  if (!isApart(before, now) || !isClear(before, now, compared)) return { ...relative, is: 'undecided' };
  if (sizeOf(before, now, unit) < leastRelative) return { ...relative, is: 'undecided' };
  return { ...relative, is: now.value < before.value === (better === 'low') ? 'better' : 'worse' };
}

/** Each quantity that a history follows, over each pair of runs. */
export function figuresCompared(pairs: number): number {
  return followed.length * Math.max(1, pairs);
}

/** How many runs are held against the one before them. */
export function pairsIn(quantities: LoadHistory['quantities']): number {
  return Math.max(0, ...quantities.map(({ points }) => points.filter(({ before }) => before !== undefined).length));
}

/**
 * How much a value moved, as a share of the earlier one; a share as one of the smaller of it and its rest, since 99 % after
 * 99.9 % is ten times as many that fail. Where there was nothing before, of the most that there may have been.
 */
export function sizeOf(before: Sample, now: Sample, unit: Quantity['unit']): number {
  const isRest = unit === 'share' && before.value > 0.5;
  const [value, most = 0] = isRest
    ? [1 - before.value, 1 - (before.interval?.[0] ?? 1)]
    : [before.value, before.interval?.[1]];
  const of = value > 0 ? value : most;
  return of > 0 ? Math.abs(now.value - before.value) / of : 1;
}

export function isApart(before: Sample, now: Sample): boolean {
  if (before.interval === undefined || now.interval === undefined) return false;
  return now.interval[1] < before.interval[0] || now.interval[0] > before.interval[1];
}

/** By the half of each interval that lies towards the other. */
function isClear(before: Sample, now: Sample, compared: number): boolean {
  const [low, high] = before.value < now.value ? [before, now] : [now, before];
  const halves = Math.hypot(
    (low.interval?.[1] ?? Infinity) - low.value,
    high.value - (high.interval?.[0] ?? -Infinity),
  );
  const timesFurther = zAt(alarmShare / compared) / zAt(0.05);
  return high.value - low.value > timesFurther * halves;
}

/** A clear difference between one run and the next that was measured in the same way. */
type StepBetween = {
  readonly of: QuantityHistory;
  readonly is: 'better' | 'worse';
  readonly from: HistoryPoint;
  readonly to: HistoryPoint;
};

/** More are no help to who looks for the first. */
const mostSteps = 5;

/** Of what no change is told of, the largest of each distribution first; of one with several percentiles the one that moved most, of a pair of runs each distribution once. */
export function stepsBetween({ quantities, changes }: LoadHistory): readonly StepBetween[] {
  // The first event is usually the first text.
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

/** The z that is exceeded on either side with probability `alpha` together, to 0.0005: Abramowitz and Stegun, 26.2.23. */
export function zAt(alpha: number): number {
  const t = Math.sqrt(-2 * Math.log(alpha / 2));
  const above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
  const below = 1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
  return t - above / below;
}
