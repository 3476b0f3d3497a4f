import type { Operation } from '../../model/exchange.ts';
import { createPace, type Pace } from './pace.ts';

/**
 * Requests under the same limit of the target, and what is known of that limit. Times are of a clock that only goes
 * forward.
 */
export type Limit = {
  readonly pace: Pace;
  /** Notes that this many requests begin now. */
  readonly noteBegin: (sends: number) => void;
  /**
   * How many requests were answered well, how many calls were refused since the last good answer, and how long ago the
   * first of these refusals was.
   */
  readonly tally: () => Tally;
  /**
   * True where the last request began alone, and with none for a moment before it: then a refusal is not due to the
   * number of requests.
   */
  readonly isCalm: () => boolean;
  /**
   * Notes a refusal. False where it is no news, because its request had begun by the time of the last refusal. `whose`
   * stands for the call, whichever attempt it is; absent where the call may be refused for its balance.
   */
  readonly noteRefusal: (sentAtMs: number, whose?: unknown) => boolean;
  readonly noteSuccess: (sentAtMs: number) => void;
  /**
   * How long requests are held back after a refusal that asks for no time: longer where nothing went well in between.
   */
  readonly backOffMs: () => number;
};

export type Tally = { readonly answered: number; readonly refusedSince: number; readonly stoodMs: number };

/** Which operations a target limits: each separately until they turn out to share a limit. */
type Limits = {
  readonly of: (operation: Operation) => Limit;
  /**
   * The limit of an operation after a refusal. `hasJoined`: from now on that is the limit that another operation had.
   */
  readonly atRefusal: (operation: Operation) => { readonly limit: Limit; readonly hasJoined: boolean };
  readonly all: () => readonly Limit[];
};

/**
 * Two operations that are refused within this time of each other share a limit: on the requests of a token, or of an
 * address.
 */
const togetherMs = 10_000;
/** Time without a request under this limit, after which a single request counts as calm. */
const calmMs = 400;
const backOff = { firstMs: 500, factor: 2, mostMs: 4_000 } as const;

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
      // The slowest pace is the nearest to what all of them may do together, unless for one of them no pace helps.
      const slowest = all.reduce((slowest, limit) => (gapOf(limit) > gapOf(slowest) ? limit : slowest));
      const shared = all.find(({ pace }) => pace.isFutile()) ?? slowest;
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
  let answered = 0;
  let stillSinceMs: number | undefined;
  const refusedSince = new Set<unknown>();
  return {
    pace,
    noteBegin: (sends) => {
      isLastCalm = sends === 1 && nowMs() - lastAtMs >= calmMs;
      lastAtMs = nowMs();
      pace.noteBegin();
    },
    tally: () => ({ answered, refusedSince: refusedSince.size, stoodMs: nowMs() - (stillSinceMs ?? nowMs()) }),
    isCalm: () => isLastCalm,
    noteRefusal: (sentAtMs, whose) => {
      stillSinceMs ??= nowMs();
      if (whose !== undefined) refusedSince.add(whose);
      if (sentAtMs <= slowedAtMs) return false;
      slowedAtMs = nowMs();
      inARow += 1;
      return true;
    },
    noteSuccess: (sentAtMs) => {
      answered += 1;
      if (sentAtMs > slowedAtMs) {
        inARow = 0;
        stillSinceMs = undefined;
        refusedSince.clear();
      }
      pace.noteSuccess();
    },
    backOffMs: () => Math.min(backOff.firstMs * backOff.factor ** Math.max(0, inARow - 1), backOff.mostMs),
  };
}
