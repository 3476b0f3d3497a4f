import { samplesNeeded } from '../statistics/ranks.ts';
import {
  quantileDistributionOf,
  differenceOf,
  rescale,
  type ConfidenceIntervals,
} from '../statistics/quantile-distribution.ts';
import type { ShownQuantile } from '../statistics/blocked-samples.ts';
import { designEffect, sumOf } from '../statistics/blocks.ts';
import { isCensored, type Censored, type Interval } from '../statistics/measured.ts';
import { censoredDifference } from '../statistics/pairs.ts';
import { shareQuantities, type SampledName, type ShareName } from './quantities.ts';
import type { ComparedRun } from './run-samples.ts';
import { shareDifference, type CountedShare } from '../statistics/shares.ts';

/** The interval of a value at every confidence. An end is infinite where the samples do not bound it. */
export type Intervals = {
  readonly value: number;
  /** The smallest and the largest possible value, where samples are censored. An end may be infinite. */
  readonly range?: Interval;
  readonly at: (alpha: number) => readonly [low: number, high: number];
};

/** How much B differs from A in a quantity, and how certain that is. */
export type Effect = {
  readonly is: 'effect';
  readonly a: number;
  readonly b: number;
  /** Relative to A. Absent where A may be 0. */
  readonly relative?: Intervals;
  readonly absolute: Intervals;
  readonly p: number;
  /** The low end of each side's value, where its samples are censored; `a` and `b` are the high ends. */
  readonly low?: { readonly a: number; readonly b: number };
  /** The effect if all doubtful requests count too, where it differs, and which requests those are. */
  readonly atMost?: { readonly effect: Omit<Effect, 'atMost'>; readonly because: string };
  /** Number of samples and effective sample size of the side that has fewer. */
  readonly samples?: { readonly n: number; readonly effectiveSize: number };
};

/** The scale on which a quantity is judged. */
export function judgingScale({ relative, absolute }: Effect): Intervals {
  return relative ?? absolute;
}

/** There is no effect because samples are missing or too few on a side (`none`), or missing on both (`absent`). */
export type NoEffect = { readonly is: 'none'; readonly because: string } | { readonly is: 'absent' };

/** Both sides of a comparison: two runs, or slices that were measured in pairs. */
export type ComparedSides =
  | { readonly is: 'runs'; readonly a: ComparedRun; readonly b: ComparedRun }
  | { readonly is: 'pairs'; readonly pairs: readonly { readonly a: ComparedRun; readonly b: ComparedRun }[] };

/** Two runs count as a single pair. */
export function runsOf(sides: ComparedSides): readonly { readonly a: ComparedRun; readonly b: ComparedRun }[] {
  return sides.is === 'runs' ? [sides] : sides.pairs;
}

export function quantileEffect(sides: ComparedSides, name: SampledName, percent: number): Effect | NoEffect {
  const q = percent / 100;
  if (sides.is === 'runs') {
    const [a, b] = [sides.a.quantiles[name](q), sides.b.quantiles[name](q)];
    return a && b ? runsEffect(a, b, q) : missing(name, a !== undefined, b !== undefined);
  }
  const each = sides.pairs.map(({ a, b }) => [a.quantiles[name](q), b.quantiles[name](q)] as const);
  const shown = each.flatMap(([a, b]) => (a && b ? [[a, b] as const] : []));
  if (shown.length < each.length) {
    const [hasA, hasB] = [each.some(([a]) => a), each.some(([, b]) => b)];
    return hasA && hasB
      ? { is: 'none', because: `not every slice has a sample of ${name}` }
      : missing(name, hasA, hasB);
  }
  return pairsEffect(shown, q);
}

function missing(name: string, inA: boolean, inB: boolean): NoEffect {
  return inA || inB ? { is: 'none', because: `no request of ${inA ? 'B' : 'A'} shows ${name}` } : { is: 'absent' };
}

function runsEffect(a: ShownQuantile, b: ShownQuantile, q: number): Effect {
  const [inA, inB] = [quantileDistributionOf(a.samples, q), quantileDistributionOf(b.samples, q)];
  const ratio = differenceOf(rescale(inA, Math.log), rescale(inB, Math.log));
  return {
    is: 'effect',
    a: a.high,
    b: b.high,
    ...(a.high > 0 && {
      relative: { ...asShare(b.high / a.high - 1, ratio), ...rangeOf(a, b, (to, from) => to / from - 1) },
    }),
    absolute: {
      value: b.high - a.high,
      at: differenceOf(inA, inB).intervalAt,
      ...rangeOf(a, b, (to, from) => to - from),
    },
    p: ratio.p,
    ...lowOf(a, b),
    samples: a.samples.effectiveSize < b.samples.effectiveSize ? a.samples : b.samples,
  };
}

/**
 * The difference is smallest from the high end of A to the low end of B, and largest from the low end of A to the high
 * end of B.
 */
function rangeOf(a: Censored, b: Censored, differ: (b: number, a: number) => number): Pick<Intervals, 'range'> {
  return isCensored(a) || isCensored(b) ? { range: [differ(b.low, a.high), differ(b.high, a.low)] } : {};
}

function lowOf(a: Censored, b: Censored): Pick<Effect, 'low'> {
  return isCensored(a) || isCensored(b) ? { low: { a: a.low, b: b.low } } : {};
}

/** Converts a difference of logarithms, which may have infinite ends, to a share of A. */
function asShare(value: number, { intervalAt }: Pick<ConfidenceIntervals, 'intervalAt'>): Intervals {
  return {
    value,
    at: (alpha) => {
      const [low, high] = intervalAt(alpha);
      // -1 would look like a bound, but A could be longer by any factor.
      return [low === Number.NEGATIVE_INFINITY ? low : Math.expm1(low), Math.expm1(high)];
    },
  };
}

function pairsEffect(pairs: readonly (readonly [ShownQuantile, ShownQuantile])[], q: number): Effect | NoEffect {
  const fewest = Math.min(...pairs.flat().map(({ samples }) => samples.n));
  if (fewest < samplesNeeded(q))
    return { is: 'none', because: `a slice has ${fewest} samples of the ${samplesNeeded(q)} that it needs` };
  if (pairs.flat().some((each) => each.high <= 0)) return { is: 'none', because: 'it is 0 in a slice' };
  if (pairs.flat().some((each) => each.low <= 0))
    return { is: 'none', because: 'in a slice it may be 0, since several events arrived in one read' };
  const mean = (side: 0 | 1, of: keyof Censored): number =>
    Math.exp(pairs.reduce((sum, pair) => sum + Math.log(pair[side][of]), 0) / pairs.length);
  const between = (differ: (b: number, a: number) => number): ReturnType<typeof censoredDifference> =>
    censoredDifference(
      pairs.map(([a, b]) => differ(b.high, a.high)),
      {
        low: pairs.map(([a, b]) => differ(b.low, a.high)),
        high: pairs.map(([a, b]) => differ(b.high, a.low)),
      },
    );
  const ratio = between((b, a) => Math.log(b / a));
  const difference = between((b, a) => b - a);
  const meanOf = (side: 0 | 1): Censored => ({ low: mean(side, 'low'), high: mean(side, 'high') });
  const [inA, inB] = [meanOf(0), meanOf(1)];
  return {
    is: 'effect',
    a: inA.high,
    b: inB.high,
    relative: { ...asShare(Math.expm1(ratio.mean), ratio), ...rangeOf(inA, inB, (to, from) => to / from - 1) },
    absolute: { value: difference.mean, at: difference.intervalAt, ...rangeOf(inA, inB, (to, from) => to - from) },
    ...lowOf(inA, inB),
    p: ratio.p,
  };
}

/** Slices of pairs are merged, because a share of few requests says little. */
export function shareEffect(
  sides: ComparedSides,
  name: ShareName,
  countedIn = ({ shares }: ComparedRun): CountedShare | undefined => shares[name],
): Effect | NoEffect {
  const runs = runsOf(sides);
  const [a, b] = [pooled(runs.map((run) => countedIn(run.a))), pooled(runs.map((run) => countedIn(run.b)))];
  if (name === 'wrong' && a?.n === 0 && b?.n === 0) return { is: 'absent' };
  if (!a || !b) return missing(name, a !== undefined, b !== undefined);
  if (name === 'wrong' && (a.n === 0 || b.n === 0))
    return { is: 'none', because: `no answer of ${a.n === 0 ? 'A' : 'B'} was judged` };
  if (a.n === 0 || b.n === 0) return { is: 'none', because: 'no request was measured' };
  const { intervalAt, p } = shareDifference(a, b);
  const [shareA, shareB] = [a.count / a.n, b.count / b.n];
  const steadyS = runs.reduce((sum, run) => sum + run.a.steadyMs, 0) / 1000;
  // A rate refers to the same schedule: how many requests a seed happens to draw is not an effect of the service.
  const unit = name === 'rate' ? a.n / steadyS : 100;
  const times = (factor: number): Intervals => ({
    value: (shareB - shareA) * factor,
    at: (alpha) => {
      const [low, high] = intervalAt(alpha);
      return [low * factor, high * factor];
    },
  });
  return {
    is: 'effect',
    a: shareA * unit,
    b: shareB * unit,
    ...(shareQuantities[name].pointsPart === undefined && shareA > 0 && { relative: times(1 / shareA) }),
    absolute: times(unit),
    p,
  };
}

/**
 * A single count from several slices, with a smaller effective sample size where the slices differ by more than chance.
 */
function pooled(counts: readonly (CountedShare | undefined)[]): CountedShare | undefined {
  const all = counts.filter((each) => each !== undefined);
  const [only] = all;
  if (only === undefined || all.length === 1) return only;
  const effect = designEffect(all.map(({ count, n }) => ({ n, below: count, stratum: 0 })));
  const [count, n] = [sumOf(all, (each) => each.count), sumOf(all, (each) => each.n)];
  return {
    count,
    n,
    effective: Math.min(
      sumOf(all, (each) => each.effective),
      n / effect,
    ),
  };
}
