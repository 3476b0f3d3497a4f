import { longestPauseMs } from './outage-breaker.ts';
import type { AnnouncedQuota } from './quota-fields.ts';

/** Keeps to the rate limit that answers announce, once a refusal has confirmed it. Times are of a monotonic clock. */
type Quota = {
  /** What the answer announced to a request that was sent at `sentAtMs`. */
  readonly note: (quota: AnnouncedQuota, sentAtMs: number, isRefusal: boolean) => void;
  /** How many at once: nothing may be left, and whether that is so is found out with one request at a time. */
  readonly size: () => number;
  /** When so many may begin together. */
  readonly opensAtMs: (sends: number) => number;
  /** So many begin now. */
  readonly begun: (sends: number) => void;
};

/** Many tell whole seconds: two that differ by no more are the same moment, */
const sameMs = 1_500;
/** and what was rounded down comes later than it was told: by a tenth of the wait, and a second at the most. */
const later = { share: 0.1, mostMs: 1_000 } as const;
/** So many that are answered well though nothing was left show that it is no limit on these requests. */
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
      // A wait this long is not inserted silently: the request is sent, refused and reported.
      if (quota.resetMs > longestPauseMs || state === 'refuted') return;
      if (isRefusal && quota.left === 0) state = 'confirmed';
      if (!isRefusal && sentAtMs > emptyAtMs && nowMs() < endsAtMs) answeredAll += 1;
      if (state === 'unconfirmed' && answeredAll >= answersThatRefute) state = 'refuted';
      count(quota);
      if (left <= 0) emptyAtMs = Math.min(emptyAtMs, nowMs());
    },
    size: () => (state === 'unconfirmed' && lacks(1) ? 1 : Number.POSITIVE_INFINITY),
    opensAtMs: (sends) => (state === 'confirmed' && lacks(sends) ? endsAtMs : 0),
    begun: (sends) => {
      left -= sends;
    },
  };
}
