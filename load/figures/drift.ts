import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { rankInterval, rankOf } from '../statistics/ranks.ts';
import type { PointedTime } from './figures.ts';

/** Responses became slower during a run: their median in its first and in its last third. */
type Drift = NonNullable<Load['drift']>;

/** Responses became faster during a run. */
type Settling = NonNullable<Load['settling']>;

type Part = Drift['first'];

/** Blocks of time in a third, and fewest responses in each block. */
const [blocks, fewest] = [4, 5];

/** Smallest ratio of the medians: a smaller one is not noticeable. */
const least = 1.1;

/** Response times of randomly chosen requests, with the time at which each was intended. */
type Points = readonly PointedTime[];

/** From when to when the run was measured, in milliseconds. */
type SpanMs = readonly [fromMs: number, toMs: number];

/** Undefined unless the last third of the time is slower by more than chance makes likely. */
export function driftOf(points: Points, by: Drift['of'], span: SpanMs): Drift | undefined {
  const [first, , last] = thirdsOf(points, span);
  if (first === undefined || last === undefined || !isSlower(last, first)) return undefined;
  return { of: by, first: first.part, last: last.part };
}

/**
 * The same for a first third that is slower. `settledByMs` is given only where the middle third is no slower than the
 * last: only then a longer warm-up is known to leave the slow part out.
 */
export function settlingOf(points: Points, by: Settling['of'], span: SpanMs): Settling | undefined {
  const [first, middle, last] = thirdsOf(points, span);
  if (first === undefined || last === undefined || !isSlower(first, last)) return undefined;
  const isSettled = middle !== undefined && !areApart(middle.part, last.part);
  return { of: by, first: first.part, last: last.part, ...(isSettled && { settledByMs: middle.part.fromMs }) };
}

/**
 * Whether a third is slower: the intervals of the medians are apart, and each quarter of it is slower than each quarter
 * of the other third. Responses close in time are alike, so intervals alone find differences that do not exist. Of
 * eight blocks without a trend, the four of one third are above the others in 1 of 70 runs.
 */
function isSlower(slow: Third, fast: Third): boolean {
  return areApart(slow.part, fast.part) && Math.min(...slow.medians) > Math.max(...fast.medians);
}

function areApart(slow: Part, fast: Part): boolean {
  return slow.interval[0] > fast.interval[1] && slow.p50Ms >= least * fast.p50Ms;
}

type Third = { readonly part: Part; readonly medians: readonly number[] };

function thirdsOf(points: Points, [fromMs, toMs]: SpanMs): readonly (Third | undefined)[] {
  const third = (toMs - fromMs) / 3;
  return [fromMs, fromMs + third, toMs - third].map((start) => partOf(points, start, third));
}

function partOf(points: Points, fromMs: number, lengthMs: number): Third | undefined {
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
