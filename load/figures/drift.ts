import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { rankInterval, rankOf } from '../statistics/ranks.ts';
import type { PointedTime } from './figures.ts';

/** That answers got slower during a run: their median in its first and in its last third. */
type Drift = NonNullable<Load['drift']>;

type Part = Drift['first'];

/** Blocks of time in a third, and answers in each of them at least. */
const [blocks, fewest] = [4, 5];

/** Less is noticed by nobody. */
const least = 1.1;

/**
 * `undefined` unless the last third of the time is slower by more than chance makes likely: the intervals of the medians
 * are apart, and the answers of each quarter of it are slower than those of each quarter of the first. Answers close in
 * time are alike, so that intervals alone find differences that are none; of eight blocks without a trend four are above
 * the others in 1 of 70 runs.
 * @param points intended time and time of answers, chosen at random
 */
export function driftOf(
  points: readonly PointedTime[],
  by: Drift['of'],
  [fromMs, toMs]: readonly [number, number],
): Drift | undefined {
  const third = (toMs - fromMs) / 3;
  const [first, last] = [partOf(points, fromMs, third), partOf(points, toMs - third, third)];
  if (first === undefined || last === undefined) return undefined;
  const isApart = last.part.interval[0] > first.part.interval[1] && last.part.p50Ms >= least * first.part.p50Ms;
  if (!isApart || Math.min(...last.medians) <= Math.max(...first.medians)) return undefined;
  return { of: by, first: first.part, last: last.part };
}

function partOf(
  points: readonly PointedTime[],
  fromMs: number,
  lengthMs: number,
): { readonly part: Part; readonly medians: readonly number[] } | undefined {
  const timesIn = (from: number, length: number): readonly number[] =>
    points
      .filter(([atMs]) => atMs >= from && atMs < from + length)
      .map(([, ms]) => ms)
      .toSorted((one, next) => one - next);
  const length = lengthMs / blocks;
  const each = Array.from({ length: blocks }, (_, block) => timesIn(fromMs + block * length, length));
  const times = timesIn(fromMs, lengthMs);
  const ranks = rankInterval(times.length, 0.5);
  if (ranks === undefined || each.some((block) => block.length < fewest)) return undefined;
  const at = (rank: number): number => times[rank - 1] ?? Number.NaN;
  return {
    part: {
      fromMs: Math.round(fromMs),
      toMs: Math.round(fromMs + lengthMs),
      n: times.length,
      p50Ms: at(rankOf(times.length, 0.5)),
      interval: [at(ranks.low), at(ranks.high)],
    },
    medians: each.map((block) => block[rankOf(block.length, 0.5) - 1] ?? Number.NaN),
  };
}
