import type { HistoryChange, LoadHistory } from '../../conformance/contract/formats/history.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';

/** Finds the changes in series of points; at most the share `alpha` of series without a change gives one by chance. */
export type FindChanges = (points: readonly (readonly number[])[], alpha: number) => readonly FoundChange[];
type FoundChange = { readonly at: number; readonly p: number };

export type Family = HistoryChange['of'];

/** The distribution that a run measured: a value for each of `shapePercents`, where there is one. */
export type Shape = readonly (ShapePoint | undefined)[];
/** `spread`: the logarithm of the ratio of the 95 % bounds; undefined where the samples do not bound the value. */
type ShapePoint = { readonly value: number; readonly spread?: number };

/** Percentiles of the body of the distribution, which show a second mode, and of its tail. */
export const shapePercents = [10, 30, 50, 70, 80, 90, 95, 99] as const;

const distributions: Readonly<Record<Family, (load: Load) => Distribution | undefined>> = {
  ttft: ({ ttftMs }) => ttftMs,
  ttfe: ({ ttfeMs }) => ttfeMs,
  gap: ({ gapMs }) => gapMs,
  e2e: ({ e2eMs }) => e2eMs,
  rtf: ({ speech }) => speech?.realTimeFactor,
};

export const families = Object.keys(distributions) as readonly Family[];

export function shapeOf(family: Family, load: Load): Shape | undefined {
  const distribution = distributions[family](load);
  // A percentile known only by bounds would change with what is unknown.
  if (distribution?.curve === undefined || distribution.atLeast !== undefined) return undefined;
  const at = new Map(distribution.curve.map((point) => [point.percent, point]));
  const shape = shapePercents.map((percent): ShapePoint | undefined => {
    const { value = 0, interval } = at.get(percent) ?? {};
    if (value <= 0) return undefined;
    return { value, ...(interval && { spread: Math.log(interval[1] / Math.max(interval[0], interval[1] / 1e3)) }) };
  });
  return shape.some((point) => point !== undefined) ? shape : undefined;
}

/** Largest share of histories without a change that show one by chance, over everything that is examined. */
const alarmShare = 0.05;

/** Smallest spread that is used: equal bounds do not mean that a percentile is certain. */
const leastSpread = 0.002;

type ShapedRun = { readonly run: number; readonly shape: Shape };
type Series = { readonly of: Family; readonly shapes: readonly ShapedRun[] };

/** The comparable part of a family: runs from the oldest on, each with a value for each of the percents. */
type Looked = {
  readonly of: Family;
  readonly percents: readonly number[];
  readonly scales: readonly number[];
  readonly runs: readonly { readonly run: number; readonly values: readonly number[] }[];
};

/** Fewest runs: two on either side of a change. */
const fewestRuns = 4;

/** @param series for each family, the newest run first */
export function changesIn(series: readonly Series[], find: FindChanges): Pick<LoadHistory, 'changes' | 'looked'> {
  const looked = series.map(lookedAt).filter(({ percents, runs }) => percents.length > 0 && runs.length >= fewestRuns);
  return {
    looked: looked.map(({ of, percents, runs }) => ({ of, percents: [...percents], runs: runs.length })),
    changes: looked
      .flatMap((each) => changesOf(each, alarmShare / looked.length, find))
      .toSorted((one, next) => one.run - next.run),
  };
}

function changesOf({ of, percents, scales, runs }: Looked, alpha: number, find: FindChanges): readonly HistoryChange[] {
  const points = runs.map(({ values }) => values.map((value, place) => Math.log(value) / (scales[place] ?? 1)));
  const found = find(points, alpha);
  return found.map(({ at, p }, place): HistoryChange => {
    const before = runs.slice(found[place - 1]?.at ?? 0, at);
    const since = runs.slice(at, found[place + 1]?.at);
    const medianIn = (part: Looked['runs'], each: number): number =>
      medianOf(part.map(({ values }) => values[each] ?? 0));
    const quantiles = percents.map((percent, each) => ({
      percent,
      before: medianIn(before, each),
      since: medianIn(since, each),
    }));
    const is = directionOf(quantiles, scales);
    return { of, run: runs[at]?.run ?? 0, is, p, runsBefore: before.length, runsSince: since.length, quantiles };
  });
}

/**
 * Share of runs that have to have a percentile: a run with few requests that lacks it is left out, and not the
 * percentile.
 */
const shareWithValue = 0.9;
const shareWithInterval = 0.5;

/**
 * A percentile is weighted by its certainty, or the tail would dominate; one without an interval in most runs is left
 * out.
 */
function lookedAt({ of, shapes }: Series): Looked {
  const oldestFirst = shapes.toReversed();
  const most = (share: number, has: (point: ShapePoint | undefined) => boolean, place: number): boolean =>
    oldestFirst.filter(({ shape }) => has(shape[place])).length >= share * oldestFirst.length;
  const places = [...shapePercents.keys()].filter(
    (place) =>
      most(shareWithValue, (point) => point !== undefined, place) &&
      most(shareWithInterval, (point) => point?.spread !== undefined, place),
  );
  return {
    of,
    percents: places.map((place) => shapePercents[place] ?? 0),
    scales: places.map((place) =>
      Math.max(leastSpread, medianOf(oldestFirst.flatMap(({ shape }) => shape[place]?.spread ?? []))),
    ),
    runs: oldestFirst.flatMap(({ run, shape }) => {
      const values = places.flatMap((place) => shape[place]?.value ?? []);
      return values.length < places.length ? [] : [{ run, values }];
    }),
  };
}

/**
 * The direction of the percentiles that moved clearly: relative to their uncertainty, at least half as far as the one
 * that moved most.
 */
function directionOf(quantiles: HistoryChange['quantiles'], scales: readonly number[]): HistoryChange['is'] {
  const moves = quantiles.map(({ before, since }, place) => Math.log(since / before) / (scales[place] ?? 1));
  const most = Math.max(...moves.map(Math.abs));
  const clear = moves.filter((move) => Math.abs(move) >= most / 2);
  if (clear.every((move) => move > 0)) return 'worse';
  return clear.every((move) => move < 0) ? 'better' : 'mixed';
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, next) => one - next);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
