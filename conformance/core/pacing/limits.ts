import type { Operation } from '../exchange.ts';
import { createPace, type Pace } from './pace.ts';

/** Requests that are limited together, and what is known of that limit. Times are of a clock that only goes forward. */
export type Limit = {
  readonly pace: Pace;
  /** So many begin now. */
  readonly begun: (sends: number) => void;
  /** One of them ended. */
  readonly ended: () => void;
  /** After refusals a single request is sent to see whether more are accepted: nothing else is sent until it ends. */
  readonly isTrying: () => boolean;
  /** How many were answered well, and how many refused since the last of them. */
  readonly tally: () => Tally;
  /** The last one began alone, after a moment without any other: a refusal of it is not for their number. */
  readonly isCalm: () => boolean;
  /** It was refused; false where that is no news, because what was refused had begun by the time of the last one. */
  readonly refused: (sentAtMs: number) => boolean;
  readonly wentWell: (sentAtMs: number) => void;
  /** How long it pauses after a refusal without a Retry-After: longer where nothing succeeded in between. */
  readonly backOffMs: () => number;
};

export type Tally = { readonly answered: number; readonly refusedSince: number };

/** Which operations a target limits, each by itself until they turn out to be limited together. */
export type Limits = {
  readonly of: (operation: Operation) => Limit;
  /** The limit of an operation of which something was refused now; it may be that of others too from now on (`hasJoined`). */
  readonly atRefusal: (operation: Operation) => { readonly limit: Limit; readonly hasJoined: boolean };
  readonly all: () => readonly Limit[];
};

/** Two operations refused within this time of each other share a limit: of the token, or of the address. */
const togetherMs = 10_000;
/** A send with no other in so long before it. */
const calmMs = 400;
/** Refused at so many moments, with nothing let in between them: for now it lets in nothing, rather than somewhat less. */
const standsStillFrom = 2;
/** A window of a minute is met again within ten seconds of its end, and is asked for some ten times. */
const backOff = { firstMs: 500, factor: 2, mostMs: 10_000 } as const;

export function createLimits(nowMs: () => number): Limits {
  const limits = new Map<Operation, Limit>();
  const refusedAtMs = new Map<Limit, number>();
  const of = (operation: Operation): Limit => {
    const limit = limits.get(operation) ?? createLimit(nowMs);
    limits.set(operation, limit);
    return limit;
  };
  const gapOf = ({ pace }: Limit): number => pace.opensAtMs(2) - pace.opensAtMs(1);
  return {
    of,
    atRefusal: (operation) => {
      const own = of(operation);
      const others = [...refusedAtMs].flatMap(([limit, atMs]) =>
        limit !== own && nowMs() - atMs <= togetherMs ? [limit] : [],
      );
      const all = [own, ...others];
      // The slowest of them is nearest to what all of them may do together, unless no pace helps.
      const slowest = all.reduce((slowest, limit) => (gapOf(limit) > gapOf(slowest) ? limit : slowest));
      const shared = all.find(({ pace }) => pace.isInVain()) ?? slowest;
      shared.pace.holdUntil(Math.max(...all.map(({ pace }) => pace.opensAtMs(1))));
      for (const [each, limit] of limits) if (all.includes(limit)) limits.set(each, shared);
      for (const limit of all) refusedAtMs.delete(limit);
      refusedAtMs.set(shared, nowMs());
      return { limit: shared, hasJoined: shared !== own };
    },
    all: () => [...new Set(limits.values())],
  };
}

function createLimit(nowMs: () => number): Limit {
  const pace = createPace(nowMs);
  let lastAtMs = Number.NEGATIVE_INFINITY;
  let isLastCalm = true;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  let inARow = 0;
  let trying = 0;
  let tally: Tally = { answered: 0, refusedSince: 0 };
  return {
    pace,
    begun: (sends) => {
      isLastCalm = sends === 1 && nowMs() - lastAtMs >= calmMs;
      lastAtMs = nowMs();
      if (inARow >= standsStillFrom) trying += sends;
      pace.begun();
    },
    ended: () => {
      trying = Math.max(0, trying - 1);
    },
    isTrying: () => inARow >= standsStillFrom && trying > 0,
    tally: () => tally,
    isCalm: () => isLastCalm,
    refused: (sentAtMs) => {
      tally = { ...tally, refusedSince: tally.refusedSince + 1 };
      if (sentAtMs <= slowedAtMs) return false;
      slowedAtMs = nowMs();
      inARow += 1;
      trying = 0;
      return true;
    },
    wentWell: (sentAtMs) => {
      const isSince = sentAtMs > slowedAtMs;
      tally = { answered: tally.answered + 1, refusedSince: isSince ? 0 : tally.refusedSince };
      if (isSince) inARow = 0;
      pace.wentWell();
    },
    backOffMs: () => Math.min(backOff.firstMs * backOff.factor ** Math.max(0, inARow - 1), backOff.mostMs),
  };
}
