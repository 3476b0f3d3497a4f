import type { HistoryChange, LoadHistory } from '../../conformance/contract/formats/history.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';

/** Where series of points change, each found by chance in at most this share of series without a change. */
export type FindChanges = (points: readonly (readonly number[])[], alpha: number) => readonly FoundChange[];
type FoundChange = { readonly at: number; readonly p: number };

export type Family = HistoryChange['of'];

/** The shape of what a run measured: what it has of `shapePercents`, each in its place. */
export type Shape = readonly (ShapePoint | undefined)[];
/** `spread`: how far apart the 95 % bounds are, as the logarithm of a ratio; none where the samples cannot bound it. */
type ShapePoint = { readonly value: number; readonly spread?: number };

/** The body of the distribution, where a second mode shows, and its tail. */
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
  // A percentile of which only bounds are known moves with what is not known of it.
  if (distribution?.curve === undefined || distribution.atLeast !== undefined) return undefined;
  const at = new Map(distribution.curve.map((point) => [point.percent, point]));
  const shape = shapePercents.map((percent): ShapePoint | undefined => {
    const { value = 0, interval } = at.get(percent) ?? {};
    if (value <= 0) return undefined;
    return { value, ...(interval && { spread: Math.log(interval[1] / Math.max(interval[0], interval[1] / 1e3)) }) };
  });
  return shape.some((point) => point !== undefined) ? shape : undefined;
}

/** At most so many histories without a change have one by chance, whatever is looked at in them. */
const alarmShare = 0.05;

/** Below that a percentile is taken for as uncertain: bounds of equal values are no distance. */
const leastSpread = 0.002;

type ShapedRun = { readonly run: number; readonly shape: Shape };
type Series = { readonly of: Family; readonly shapes: readonly ShapedRun[] };

/** What of a family can be compared over its runs: the oldest run first, each with a value for each of the percents. */
type Looked = {
  readonly of: Family;
  readonly percents: readonly number[];
  readonly scales: readonly number[];
  readonly runs: readonly { readonly run: number; readonly values: readonly number[] }[];
};

/** Two on both sides of a change. */
const fewestRuns = 4;

/** @param series of each family, the newest run first */
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

/** A run with fewer requests than the rest may lack a percentile that these have: it is left out, and not the percentile. */
const shareWithValue = 0.9;
const shareWithInterval = 0.5;

/**
 * A percentile counts for as much as it is certain, or the tail would drown the rest; one of which most runs have no
 * interval is not known to be certain at all.
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

/** By the percentiles that have moved clearly: at least half as far, for their uncertainty, as the one that did most. */
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
