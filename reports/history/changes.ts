import type { HistoryChange } from '../../conformance/contract/formats/history.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';

/** Where series of points change, each found by chance in at most this share of series without a change. */
export type FindChanges = (points: readonly (readonly number[])[], alpha: number) => readonly FoundChange[];
type FoundChange = { readonly at: number; readonly p: number };

export type Family = HistoryChange['of'];

/** The shape of what a run measured: values at `shapePercents`, and how far apart their 95 % bounds are, as a ratio. */
export type Shape = { readonly values: readonly number[]; readonly spreads: readonly (number | undefined)[] };

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
  const points = shapePercents.flatMap((percent) => at.get(percent) ?? []);
  if (points.length < shapePercents.length || points.some(({ value }) => value <= 0)) return undefined;
  return {
    values: points.map(({ value }) => value),
    spreads: points.map(({ interval }) => interval && Math.log(interval[1] / Math.max(interval[0], interval[1] / 1e3))),
  };
}

/** At most so many histories without a change have one by chance, whatever is looked at in them. */
const alarmShare = 0.05;

/** Below that a percentile is taken for as uncertain: bounds of equal values are no distance. */
const leastSpread = 0.002;

type Series = { readonly of: Family; readonly shapes: readonly { readonly run: number; readonly shape: Shape }[] };

/** @param series of each family, the newest run first */
export function changesIn(series: readonly Series[], find: FindChanges): readonly HistoryChange[] {
  const looked = series.filter(({ shapes }) => shapes.length > 0);
  return looked
    .flatMap(({ of, shapes }) => {
      const oldestFirst = shapes.toReversed();
      const scales = scalesOf(oldestFirst.map(({ shape }) => shape));
      const points = oldestFirst.map(({ shape }) =>
        shape.values.map((value, place) => Math.log(value) / (scales[place] ?? 1)),
      );
      const found = find(points, alarmShare / looked.length);
      return found.map(({ at, p }, place): HistoryChange => {
        const before = oldestFirst.slice(found[place - 1]?.at ?? 0, at);
        const since = oldestFirst.slice(at, found[place + 1]?.at);
        const medians = [before, since].map((part) => mediansOf(part.map(({ shape }) => shape)));
        const quantiles = shapePercents.map((percent, each) => ({
          percent,
          before: medians[0]?.[each] ?? 0,
          since: medians[1]?.[each] ?? 0,
        }));
        const is = directionOf(quantiles, scales);
        return {
          of,
          run: oldestFirst[at]?.run ?? 0,
          is,
          p,
          runsBefore: before.length,
          runsSince: since.length,
          quantiles,
        };
      });
    })
    .toSorted((one, next) => one.run - next.run);
}

/** A percentile counts for as much as it is certain, or the tail would drown the rest. */
function scalesOf(shapes: readonly Shape[]): readonly number[] {
  return shapePercents.map((_, place) => {
    const known = shapes.flatMap(({ spreads }) => spreads[place] ?? []);
    return Math.max(leastSpread, known.length === 0 ? leastSpread : medianOf(known));
  });
}

/** By the percentiles that have moved clearly: at least half as far, for their uncertainty, as the one that did most. */
function directionOf(quantiles: HistoryChange['quantiles'], scales: readonly number[]): HistoryChange['is'] {
  const moves = quantiles.map(({ before, since }, place) => Math.log(since / before) / (scales[place] ?? 1));
  const most = Math.max(...moves.map(Math.abs));
  const clear = moves.filter((move) => Math.abs(move) >= most / 2);
  if (clear.every((move) => move > 0)) return 'worse';
  return clear.every((move) => move < 0) ? 'better' : 'mixed';
}

function mediansOf(shapes: readonly Shape[]): readonly number[] {
  return shapePercents.map((_, place) => medianOf(shapes.map(({ values }) => values[place] ?? 0)));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, next) => one - next);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
