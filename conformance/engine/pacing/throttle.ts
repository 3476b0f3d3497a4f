import type { Operation } from '../../model/exchange.ts';
import { momentMs } from '../../model/moment.ts';
import { createConcurrencyLimit, createBodyMemoryLimit, type BodyMemoryLimit } from './concurrency-limit.ts';
import { createBaselines, type DurationRange } from './baselines.ts';
import { createLimits, type Limit, type Tally } from './limits.ts';
import { createOperationWindows, type OperationWindows } from './operation-windows.ts';
import { type AnnouncedQuota, createQuota } from './quota.ts';
import { createWindow, firstSize, type Window } from './window.ts';

/** Tells a queue how many requests may begin at once, and when. */
export type Room = {
  readonly size: () => number;
  /** The same for a group that is sent together. */
  readonly sizeFor: (group: number) => number;
  /** Gives the same value for operations that are held back together; undefined where nothing is held back. */
  readonly lanes: () => ((operation: Operation) => unknown) | undefined;
  /** When these may begin together, in the time of `performance.now()`; by then it may be later. */
  readonly opensAtMs: (operations: readonly Operation[]) => number;
  /** Notes that these begin now. */
  readonly noteBegin: (operations: readonly Operation[]) => void;
  /** Notes that a request of this operation has ended. */
  readonly noteEnd: (operation: Operation) => void;
};

/** A request: what it was for, when it began (in the time of `momentMs`), and the most that were under way with it. */
export type Sent = { readonly operation: Operation; readonly sentAtMs: number; readonly load: number };

/** Learns from the answers how many requests a target accepts, at once and per second. */
export type Throttle = Room & {
  /** No request at all begins in the next `ms`. */
  readonly pause: (ms: number) => void;
  /**
   * No request of this operation, or of those under the same limit, begins in the next `ms`. Without `ms` the pause is
   * the longer the less goes well. Returns in how many milliseconds the next request may begin.
   */
  readonly backOff: (operation: Operation, ms?: number) => number;
  /**
   * Notes that a request was too much for the target: fewer are sent at once from now on, and fewer of its operation in
   * a second. Refusals of requests that were under way together count once. `isCalm`: no other request had begun for a
   * moment; `whose`: which call it was, absent where it may be refused for its balance.
   */
  readonly slowDown: (sent: Sent, isCalm: boolean, whose?: unknown) => void;
  /**
   * True where the last request of this operation, or of those under the same limit, began after a moment without any.
   */
  readonly isCalm: (operation: Operation) => boolean;
  /** What came of this operation, and of those under the same limit. */
  readonly tally: (operation: Operation) => Tally;
  /** Notes a good answer: after some of them more requests are sent at once, and slightly more in a second. */
  readonly noteSuccess: (sent: Sent) => void;
  /** Notes an answer, and when its body began: after some answers more requests of its operation are sent at once. */
  readonly noteAnswer: OperationWindows['noteAnswer'];
  /**
   * Notes a request that got no byte of a body within `afterMs`. True where other answers were late meanwhile, so that
   * the request waited behind them: then fewer requests of the late operations are sent at once.
   */
  readonly noteLate: (sent: Sent, afterMs: number) => boolean;
  /** Notes a request that got no byte of a body though it was sent alone. */
  readonly noteHung: OperationWindows['noteHung'];
  /** Notes how long an answer of this kind took; fewer requests are sent at once where that is a rise. */
  readonly took: (kind: string, took: DurationRange, sentAtMs: number, load: number) => void;
  /** Notes how large answers are: many large ones are not held in memory together. */
  readonly bodies: Pick<BodyMemoryLimit, 'begun' | 'ended'>;
  /** Limits the number at once from now on, except for two of a group. */
  readonly limitTo: (most: number) => void;
  /** Learns the limits from scratch: the refusals had another reason than the rate. */
  readonly forget: () => void;
  /** Notes a limit that the answer to a request from `sentAtMs` announced. */
  readonly noteQuota: (quota: AnnouncedQuota, sentAtMs: number, isRefusal: boolean) => void;
};

/** Unknown: the queue looks again whenever a request ends. */
const whenOneEnds = Number.POSITIVE_INFINITY;

/** `mostAtOnce`: the most requests at once; `timeoutMs`: how long an answer may be silent. */
export function createThrottle(mostAtOnce: number, timeoutMs: number): Throttle {
  const nowMs = (): number => performance.now();
  let most = Number.POSITIVE_INFINITY;
  const windowOf = (): Window => {
    const window = createWindow(mostAtOnce);
    if (most < mostAtOnce) window.limitTo(most);
    return window;
  };
  const nothingKnown = () => ({
    window: windowOf(),
    limits: createLimits(nowMs),
    concurrency: createConcurrencyLimit(),
  });
  let known = nothingKnown();
  const quota = createQuota(nowMs);
  const baselines = createBaselines();
  const bodies = createBodyMemoryLimit();
  const operations = createOperationWindows(mostAtOnce, timeoutMs);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  /** How many of the requests count with each limit. */
  const sharesOf = (operations: readonly Operation[]): readonly (readonly [Limit, number])[] =>
    [...Map.groupBy(operations, known.limits.of)].map(([limit, { length }]) => [limit, length]);
  return {
    size: () => Math.min(known.window.size(), quota.size(), bodies.maxConcurrent()),
    // Two of a group go together in any case.
    sizeFor: (group) =>
      Math.min(known.window.sizeFor(group), Math.max(quota.size(), Math.min(group, 2)), bodies.maxConcurrent()),
    lanes: () => {
      const isHeld = pausedUntilMs > nowMs() || quota.opensAtMs(1) > nowMs() || operations.isAnyFull();
      return isHeld || known.limits.all().some(({ pace }) => pace.opensAtMs(2) > nowMs()) ? known.limits.of : undefined;
    },
    opensAtMs: (sends) =>
      operations.areOpenFor(sends)
        ? Math.max(
            pausedUntilMs,
            quota.opensAtMs(sends.length),
            ...sharesOf(sends).map(([{ pace }, share]) => pace.opensAtMs(share)),
          )
        : whenOneEnds,
    noteBegin: (sends) => {
      for (const [limit, share] of sharesOf(sends)) limit.noteBegin(share);
      quota.noteBegin(sends.length);
      operations.noteBegin(sends);
    },
    noteEnd: operations.noteEnd,
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, nowMs() + ms);
    },
    backOff: (operation, ms) => {
      const limit = known.limits.of(operation);
      limit.pace.holdUntil(nowMs() + (ms ?? limit.backOffMs()));
      return Math.max(pausedUntilMs, quota.opensAtMs(1), limit.pace.opensAtMs(1)) - nowMs();
    },
    slowDown: ({ operation, sentAtMs, load }, isCalm, whose) => {
      const { limit, hasJoined } = known.limits.atRefusal(operation);
      const isNews = limit.noteRefusal(sentAtMs - performance.timeOrigin, whose);
      // A rate limit that is exceeded refuses many requests with the same load, all at one moment: they count once.
      const isKnown = isNews && known.concurrency.noteRefusal(load);
      if (isKnown) limit.pace.leaveAlone();
      // A calm request had none before it, so that fewer would change nothing. An operation that has just joined was
      // not counted yet, and was what was too much.
      else if (isNews && !isCalm && !hasJoined) limit.pace.noteTooMany();
      if (isKnown) known.window.limitTo(known.concurrency.max());
      if (sentAtMs <= slowedAtMs) return;
      slowedAtMs = momentMs();
      baselines.forget();
      if (!isKnown) known.window.noteRefusal(load);
    },
    tally: (operation) => known.limits.of(operation).tally(),
    isCalm: (operation) => known.limits.of(operation).isCalm(),
    noteSuccess: ({ operation, sentAtMs, load }) => {
      known.limits.of(operation).noteSuccess(sentAtMs - performance.timeOrigin);
      known.concurrency.noteSuccess(load);
      known.window.noteSuccess(load);
    },
    noteAnswer: operations.noteAnswer,
    noteLate: ({ operation, sentAtMs, load }, afterMs) => load > 1 && operations.noteLate(operation, sentAtMs, afterMs),
    noteHung: operations.noteHung,
    took: (kind, took, sentAtMs, load) => {
      if (sentAtMs <= slowedAtMs || !baselines.note(kind, took) || load <= firstSize) return;
      slowedAtMs = momentMs();
      baselines.forget();
      known.window.noteSlower();
    },
    bodies,
    limitTo: (fewer) => {
      most = Math.min(most, fewer);
      known.window.limitTo(most);
    },
    forget: () => {
      known = nothingKnown();
      slowedAtMs = momentMs();
    },
    noteQuota: (announced, sentAtMs, isRefusal) => quota.note(announced, sentAtMs - performance.timeOrigin, isRefusal),
  };
}

/** Room for the same number at once, at any time. */
export function fixedCapacity(size: () => number): Room {
  return {
    size,
    sizeFor: size,
    lanes: () => undefined,
    opensAtMs: () => 0,
    noteBegin: () => undefined,
    noteEnd: () => undefined,
  };
}
