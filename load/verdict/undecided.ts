import { roundedUp, fewestForInterval, timesForDistance, timesForMean, timesForShare } from '../statistics/needed.ts';
import type { Distribution } from '../statistics/distribution.ts';
import type { Share } from '../figures/figures.ts';
import type { JudgedQuantile } from './quantile-at.ts';
import { keeps, type BoundJudgement, type SloBound } from '../slo/slo.ts';

type Judged = Pick<BoundJudgement, 'undecided'>;

/**
 * Whether the samples decide on which side of its bound a quantile lies, and if not, how many requests would.
 *
 * @param samples of the quantity, which may be several of a request, as gaps are
 */
export function undecidedQuantile(
  bound: SloBound,
  { percent, value, interval, missing, needed, failed }: JudgedQuantile,
  { samples, requests }: { readonly samples: number; readonly requests: number },
): Judged {
  const least = missing === undefined ? needed : fewestForInterval(percent / 100);
  if (least !== undefined && samples > 0) return tooFew(least, { samples: failed?.n ?? samples, requests });
  if (failed !== undefined && !isWithinAnswers(value, interval)) {
    if (interval !== undefined && !keeps(interval[0], bound)) return {};
    return undecidedByFailures(failed, 1 - percent / 100);
  }
  if (value === undefined || interval === undefined || isDecided(bound, interval)) return {};
  return undecidedFor(timesForDistance({ value, interval }, bound.bound), requests);
}

/** Whether a percentile and its interval are times of answers, and none is a failed request. */
function isWithinAnswers(value = Infinity, interval?: readonly [number, number]): boolean {
  return Number.isFinite(value) && (interval === undefined || Number.isFinite(interval[1]));
}

/** A percentile is a failed request where more of them failed than it leaves out. */
function undecidedByFailures({ n, share, interval: [low, high] }: Share, leftOut: number): Judged {
  if (low > leftOut || high <= leftOut) return {};
  return undecidedFor(timesForShare({ value: share, interval: [low, high] }, leftOut), n);
}

/** The same of a mean. */
export function undecidedMean(
  bound: SloBound,
  { n: samples, mean: value, intervals, needed }: Distribution,
  requests: number,
): Judged {
  const [interval, least] = [intervals?.mean, needed?.mean];
  if (least !== undefined && samples > 0) return tooFew(least, { samples, requests });
  if (value === undefined || interval === undefined || isDecided(bound, interval)) return {};
  return undecidedFor(timesForMean({ value, interval }, bound.bound), requests);
}

/** The same of a share. That there is none at all, or no exception, no number of samples shows. */
export function undecidedShare(bound: SloBound, { n, share, interval }: Share): Judged {
  const [low, high] = interval;
  // Of nothing no number of requests can be reckoned.
  if (n === 0) return {};
  if (bound.bound <= 0 || bound.bound >= 100 || isDecided(bound, [low * 100, high * 100])) return {};
  return undecidedFor(timesForShare({ value: share, interval }, bound.bound / 100), n);
}

type Had = { readonly samples: number; readonly requests: number };

/** An interval needs so many samples at the least. */
function tooFew(least: number, had: Had): Judged {
  return { undecided: { is: 'tooFew', requests: requestsFor(least, had), atLeast: true } };
}

/** About how many requests give so many samples, by how many those of a run gave. */
export function requestsFor(least: number, { samples, requests }: Had): number {
  // One too many is due where the run had already as many as the rounded number.
  return roundedUp(Math.max(requests + 1, (least / samples) * requests));
}

function isDecided(bound: SloBound, [low, high]: readonly [number, number]): boolean {
  return keeps(low, bound) === keeps(high, bound);
}

function undecidedFor(times: number | undefined, requests: number): Judged {
  if (times === undefined) return { undecided: { is: 'tooClose' } };
  return { undecided: { is: 'tooFew', requests: roundedUp(Math.max(requests + 1, times * requests)) } };
}
