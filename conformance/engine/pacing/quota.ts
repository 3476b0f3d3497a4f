import { headerOf, type HeaderFields } from '../../model/exchange.ts';
import { maxPauseMs } from './outage-breaker.ts';

/** What an answer announces of a rate limit: how many requests are left, and after which time there are more. */
export type AnnouncedQuota = { readonly left: number; readonly resetMs: number; readonly limit: number | undefined };

/** Prefixes of the three fields, as many services spell them; none of them is a standard yet. */
const prefixes = ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-'] as const;

/** Least values that mean a moment since 1970, in seconds or in milliseconds; smaller ones are a time from now. */
const earliest = { inSeconds: 1e9, inMs: 1e12 } as const;

/**
 * Reads `X-RateLimit-Remaining` with `X-RateLimit-Reset`, the same without `X-`, and the single field `RateLimit` in
 * both forms of draft-ietf-httpapi-ratelimit-headers; undefined where an answer has none of them. `nowMs` is since
 * 1970. Where the answer has a `Date`, a moment is compared with that.
 */
export function quotaIn(headers: HeaderFields, nowMs: number): AnnouncedQuota | undefined {
  const ownMs = Date.parse(headerOf(headers, 'date') ?? '');
  const clockMs = Number.isNaN(ownMs) ? nowMs : ownMs;
  for (const prefix of prefixes) {
    const field = (name: string): string | undefined => headerOf(headers, prefix + name);
    const told = quotaOf(field('remaining'), field('reset'), field('limit'), clockMs);
    if (told !== undefined) return told;
  }
  const field = headerOf(headers, 'ratelimit') ?? '';
  const member = (long: string, short: string): string | undefined =>
    new RegExp(`(?:^|[,; ])(?:${long}|${short})=(\\d{1,15})(?![\\d.])`, 'i').exec(field)?.[1];
  return quotaOf(member('remaining', 'r'), member('reset', 't'), member('limit', 'q'), clockMs);
}

function quotaOf(remaining = '', reset = '', limit = '', clockMs: number): AnnouncedQuota | undefined {
  const left = wholeIn(remaining);
  const resetMs = msUntil(reset.trim(), clockMs);
  return left === undefined || resetMs === undefined ? undefined : { left, resetMs, limit: wholeIn(limit) };
}

/** The number in `100`, and the first in `100, 100;w=60`. */
function wholeIn(value: string): number | undefined {
  const digits = /^\s*(\d{1,15})(?!\S)|^\s*(\d{1,15}),/.exec(value);
  return digits === null ? undefined : Number(digits[1] ?? digits[2]);
}

/** The milliseconds in `12`, `1.5`, `1763856000`, `20ms` and `6m0s`. */
function msUntil(reset: string, clockMs: number): number | undefined {
  if (/^\d{1,15}(\.\d{1,9})?$/.test(reset)) {
    const value = Number(reset);
    if (value >= earliest.inMs) return Math.max(0, value - clockMs);
    return value >= earliest.inSeconds ? Math.max(0, value * 1_000 - clockMs) : value * 1_000;
  }
  const [, ms] = /^(\d{1,9})ms$/.exec(reset) ?? [];
  if (ms !== undefined) return Number(ms);
  const [whole = '', hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,8}(?:\.\d{1,9})?)s)?$/.exec(reset) ?? [];
  return whole === '' ? undefined : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

/**
 * Keeps to the rate limit that answers announce, once a refusal has confirmed it. Times are of a clock that only goes
 * forward.
 */
type Quota = {
  /** Notes what the answer to a request that was sent at `sentAtMs` announced. */
  readonly note: (quota: AnnouncedQuota, sentAtMs: number, isRefusal: boolean) => void;
  /**
   * Most requests at once: 1 where nothing is left by an announcement that no refusal has confirmed yet, so that a
   * single request finds out.
   */
  readonly size: () => number;
  /** When this many requests may begin together. */
  readonly opensAtMs: (sends: number) => number;
  /** Notes that this many requests begin now. */
  readonly noteBegin: (sends: number) => void;
};

/** Two reset times that differ by no more are the same moment: many services give whole seconds. */
const sameMs = 1_500;
/**
 * How much later than announced the reset may come where the time was rounded down: a tenth of the wait, at most a
 * second.
 */
const later = { share: 0.1, mostMs: 1_000 } as const;
/** Good answers, though nothing was left, that show that the announced limit is none on these requests. */
const answersThatRefute = 3;

export function createQuota(nowMs: () => number): Quota {
  let left = Number.POSITIVE_INFINITY;
  let limit = Number.POSITIVE_INFINITY;
  let endsAtMs = 0;
  let emptyAtMs = Number.POSITIVE_INFINITY;
  let state: 'unconfirmed' | 'confirmed' | 'refuted' = 'unconfirmed';
  let answeredAll = 0;
  const lacks = (sends: number): boolean => nowMs() < endsAtMs && left < Math.min(sends, limit);
  const count = (quota: AnnouncedQuota): void => {
    const endMs = nowMs() + quota.resetMs;
    const isSame = nowMs() < endsAtMs && endMs <= endsAtMs + sameMs;
    left = isSame ? Math.min(left, quota.left) : quota.left;
    if (left > 0) emptyAtMs = Number.POSITIVE_INFINITY;
    if (isSame) return;
    limit = Math.max(1, quota.limit ?? Number.POSITIVE_INFINITY);
    endsAtMs = endMs + Math.min(later.share * quota.resetMs, later.mostMs);
  };
  return {
    note: (quota, sentAtMs, isRefusal) => {
      // So long a wait is not inserted silently: the request is sent, refused and reported.
      if (quota.resetMs > maxPauseMs || state === 'refuted') return;
      if (isRefusal && quota.left === 0) state = 'confirmed';
      if (!isRefusal && sentAtMs > emptyAtMs && nowMs() < endsAtMs) answeredAll += 1;
      if (state === 'unconfirmed' && answeredAll >= answersThatRefute) state = 'refuted';
      count(quota);
      if (left <= 0) emptyAtMs = Math.min(emptyAtMs, nowMs());
    },
    size: () => (state === 'unconfirmed' && lacks(1) ? 1 : Number.POSITIVE_INFINITY),
    opensAtMs: (sends) => (state === 'confirmed' && lacks(sends) ? endsAtMs : 0),
    noteBegin: (sends) => {
      left -= sends;
    },
  };
}
