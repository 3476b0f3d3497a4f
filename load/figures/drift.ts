import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { rankInterval, rankOf } from '../statistics/ranks.ts';
import type { PointedTime } from './figures.ts';

/** That answers got slower during a run: their median in its first and in its last third. */
type Drift = NonNullable<Load['drift']>;

/** That they got faster. */
type Settling = NonNullable<Load['settling']>;

type Part = Drift['first'];

/** Blocks of time in a third, and answers in each of them at least. */
const [blocks, fewest] = [4, 5];

/** Less is noticed by nobody. */
const least = 1.1;

/** Times of answers, chosen at random, with when they were intended. */
type Points = readonly PointedTime[];

/** From when to when the run was measured, in milliseconds. */
type SpanMs = readonly [fromMs: number, toMs: number];

/** `undefined` unless the last third of the time is slower by more than chance makes likely. */
export function driftOf(points: Points, by: Drift['of'], span: SpanMs): Drift | undefined {
  const [first, , last] = thirdsOf(points, span);
  if (first === undefined || last === undefined || !isSlower(last, first)) return undefined;
  return { of: by, first: first.part, last: last.part };
}

/**
 * The same of a first third that is slower. Only of what is no slower in the middle than at the end is it known that a
 * longer warm-up leaves it out.
 */
export function settlingOf(points: Points, by: Settling['of'], span: SpanMs): Settling | undefined {
  const [first, middle, last] = thirdsOf(points, span);
  if (first === undefined || last === undefined || !isSlower(first, last)) return undefined;
  const isSettled = middle !== undefined && !areApart(middle.part, last.part);
  return { of: by, first: first.part, last: last.part, ...(isSettled && { settledByMs: middle.part.fromMs }) };
}

/**
 * The intervals of the medians are apart, and the answers of each quarter of one third are slower than those of each
 * quarter of the other. Answers close in time are alike, so that intervals alone find differences that are none; of eight
 * blocks without a trend four are above the others in 1 of 70 runs.
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
