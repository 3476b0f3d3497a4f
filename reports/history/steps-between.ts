import type { HistoryPoint, LoadHistory, QuantityHistory } from '../../conformance/contract/formats/history.ts';
import type { Sample } from './quantities.ts';

/** What is less than this share of the earlier value is no difference, however sure it is. */
export const leastRelative = 0.01;

/** How many times further than for one quantity: of the sixteen that a history follows, 0.05/16 has z = 2.96, not 1.96. */
const timesFurther = 2.96 / 1.96;

type Before = Omit<NonNullable<HistoryPoint['before']>, 'run'>;

/**
 * Whether a value differs from the one before: the intervals lie apart, by so much that of all quantities that are looked at
 * together hardly one does by chance (Bonferroni), and it matters. What is left open may be one, which `assay compare` judges.
 */
export function changedSince(before: Sample, now: Sample, better: 'low' | 'high'): Before {
  const relative = before.value === 0 ? {} : { relative: now.value / before.value - 1 };
  if (!isApart(before, now) || !isClear(before, now)) return { ...relative, is: 'undecided' };
  if (Math.abs(relative.relative ?? 1) < leastRelative) return { ...relative, is: 'undecided' };
  return { ...relative, is: now.value < before.value === (better === 'low') ? 'better' : 'worse' };
}

export function isApart(before: Sample, now: Sample): boolean {
  if (before.interval === undefined || now.interval === undefined) return false;
  return now.interval[1] < before.interval[0] || now.interval[0] > before.interval[1];
}

/** By the half of each interval that lies towards the other. */
function isClear(before: Sample, now: Sample): boolean {
  const [low, high] = before.value < now.value ? [before, now] : [now, before];
  const halves = Math.hypot(
    (low.interval?.[1] ?? Infinity) - low.value,
    high.value - (high.interval?.[0] ?? -Infinity),
  );
  return high.value - low.value > timesFurther * halves;
}

/** A clear difference between one run and the next that was measured in the same way. */
export type StepBetween = {
  readonly of: QuantityHistory;
  readonly is: 'better' | 'worse';
  readonly from: HistoryPoint;
  readonly to: HistoryPoint;
};

/** More are no help to who looks for the first. */
const mostSteps = 5;

/** The largest of each distribution first; of one with several percentiles the one that moved most, of a pair of runs each distribution once. */
export function stepsBetween({ quantities }: LoadHistory): readonly StepBetween[] {
  const all = quantities.flatMap((of) =>
    of.points.flatMap((to, at): StepBetween[] => {
      const [is, from] = [to.before?.is, of.points[at + 1]];
      return from === undefined || is === undefined || is === 'undecided' ? [] : [{ of, is, from, to }];
    }),
  );
  const largest = all.toSorted((one, next) => sizeOf(next) - sizeOf(one));
  // The first event is usually the first text.
  const familyOf = (quantity: string): string => (quantity.split('.')[0] ?? '').replace('ttfe', 'ttft');
  const families = Map.groupBy(largest, ({ of, to }) => `${familyOf(of.quantity)} ${to.run}`);
  return [...families.values()].flatMap(([first]) => first ?? []).slice(0, mostSteps);
}

function sizeOf({ to }: StepBetween): number {
  return Math.abs(to.before?.relative ?? Infinity);
}
