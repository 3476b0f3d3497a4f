import { roundedUp, fewestForInterval, timesForDistance, timesForMean, timesForShare } from '../statistics/needed.ts';
import type { Distribution } from '../statistics/distribution.ts';
import type { Share } from '../figures/figures.ts';
import type { JudgedQuantile } from './quantile-at.ts';
import { meetsBound, type BoundJudgement, type SloBound } from '../slo/slo.ts';

type Judged = Pick<BoundJudgement, 'undecided'>;

/**
 * Whether the samples decide on which side of its bound a quantile lies, and if not, how many requests would.
 *
 * @param samples number of samples of the quantity; a request may have several, as with gaps
 */
export function undecidedQuantile(
  bound: SloBound,
  { percent, value, interval, missing, needed, failed }: JudgedQuantile,
  { samples, requests }: { readonly samples: number; readonly requests: number },
): Judged {
  const least = missing === undefined ? needed : fewestForInterval(percent / 100);
  if (least !== undefined && samples > 0) return tooFew(least, { samples: failed?.n ?? samples, requests });
  if (failed !== undefined && !isWithinAnswers(value, interval)) {
    if (interval !== undefined && !meetsBound(interval[0], bound)) return {};
    return undecidedByFailures(failed, 1 - percent / 100);
  }
  if (value === undefined || interval === undefined || isDecided(bound, interval)) return {};
  return undecidedFor(timesForDistance({ value, interval }, bound.bound), requests);
}

/** Whether a percentile and its interval are response times and not failed requests. */
function isWithinAnswers(value = Infinity, interval?: readonly [number, number]): boolean {
  return Number.isFinite(value) && (interval === undefined || Number.isFinite(interval[1]));
}

/**
 * Whether failures leave a percentile undecided: it falls on a failed request where more requests failed than it leaves
 * out.
 */
function undecidedByFailures({ n, share, interval: [low, high] }: Share, leftOut: number): Judged {
  if (low > leftOut || high <= leftOut) return {};
  return undecidedFor(timesForShare({ value: share, interval: [low, high] }, leftOut), n);
}

/** The same for a mean. */
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

/** The same for a share. No number of samples shows that a share is exactly 0 or 100 %. */
export function undecidedShare(bound: SloBound, { n, share, interval }: Share): Judged {
  const [low, high] = interval;
  // Without requests, no number of needed requests can be computed.
  if (n === 0) return {};
  if (bound.bound <= 0 || bound.bound >= 100 || isDecided(bound, [low * 100, high * 100])) return {};
  return undecidedFor(timesForShare({ value: share, interval }, bound.bound / 100), n);
}

type Had = { readonly samples: number; readonly requests: number };

/** An interval needs at least `least` samples. */
function tooFew(least: number, had: Had): Judged {
  return { undecided: { is: 'tooFew', requests: requestsFor(least, had), atLeast: true } };
}

/** Approximate number of requests that give so many samples, from the samples per request of this run. */
export function requestsFor(least: number, { samples, requests }: Had): number {
  // At least one request more than the run had, which may already exceed the rounded number.
  return roundedUp(Math.max(requests + 1, (least / samples) * requests));
}

function isDecided(bound: SloBound, [low, high]: readonly [number, number]): boolean {
  return meetsBound(low, bound) === meetsBound(high, bound);
}

function undecidedFor(times: number | undefined, requests: number): Judged {
  if (times === undefined) return { undecided: { is: 'tooClose' } };
  return { undecided: { is: 'tooFew', requests: roundedUp(Math.max(requests + 1, times * requests)) } };
}
