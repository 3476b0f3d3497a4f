import type { Operation } from '../../model/exchange.ts';
import { momentMs } from '../../model/moment.ts';
import { createConcurrencyLimit, createBodyMemoryLimit, type BodyMemoryLimit } from './concurrency-limit.ts';
import { createBaselines, type Took } from './baselines.ts';
import { createLimits, type Limit, type Tally } from './limits.ts';
import { createOperationWindows, type OperationWindows } from './operation-windows.ts';
import { type AnnouncedQuota, createQuota } from './quota.ts';
import { createWindow, firstSize, type Window } from './window.ts';

/** What tells a queue how many may begin at once, and when. */
export type Room = {
  readonly size: () => number;
  /** The same for a group that is sent together. */
  readonly sizeFor: (group: number) => number;
  /** What is the same for operations that are held back together; undefined where nothing is held back at all. */
  readonly lanes: () => ((operation: Operation) => unknown) | undefined;
  /** When these may begin together, as `performance.now()` has it; it may be later by then. */
  readonly opensAtMs: (operations: readonly Operation[]) => number;
  /** These begin now. */
  readonly begun: (operations: readonly Operation[]) => void;
  /** One of this operation is over. */
  readonly ended: (operation: Operation) => void;
};

/** One send: what it was for, when it began (as `momentMs` has it), and the most that were under way with it. */
export type Sent = { readonly operation: Operation; readonly sentAtMs: number; readonly load: number };

/** Learns from the answers how many requests a target accepts, at once and per second. */
export type Throttle = Room & {
  /** No send at all begins in the next `ms`. */
  readonly pause: (ms: number) => void;
  /**
   * None of this operation, nor of those that are limited together with it, begins in the next `ms`, or for a moment that
   * is the longer the less goes well. In how many milliseconds the next may begin.
   */
  readonly backOff: (operation: Operation, ms?: number) => number;
  /**
   * A send was too much for the target: fewer go at once from now on, and fewer of its operation in a second. What was
   * under way by then counts once, however many were told so. `isCalm`: no other had been sent for a moment; `whose`: which
   * call it was, absent where it may be refused for itself.
   */
  readonly slowDown: (sent: Sent, isCalm: boolean, whose?: unknown) => void;
  /** The last that began of this operation, and of those that are limited with it, began behind a moment without any. */
  readonly isCalm: (operation: Operation) => boolean;
  /** What came of this operation, and of those that are limited together with it. */
  readonly tally: (operation: Operation) => Tally;
  /** A send was answered well: after some of them more go at once, and somewhat more in a second. */
  readonly wentWell: (sent: Sent) => void;
  /** What came of a send, and when the first of its body did: after some answers more of its operation go at once. */
  readonly answered: OperationWindows['answered'];
  /**
   * A send got nothing of a body in so long; true where others were answered late meanwhile, so that it waited behind them:
   * fewer of what was late go at once then.
   */
  readonly noteLate: (sent: Sent, afterMs: number) => boolean;
  /** Nor did one that was sent by itself. */
  readonly noteHung: OperationWindows['noteHung'];
  /** So long a send took whose answers are of this kind; fewer go at once where that is a rise. */
  readonly took: (kind: string, took: Took, sentAtMs: number, load: number) => void;
  /** How large answers are: many of the large ones are not held in memory together. */
  readonly bodies: Pick<BodyMemoryLimit, 'begun' | 'ended'>;
  /** Never more than so many at once from now on, but for two of a group. */
  readonly atMost: (most: number) => void;
  /** The refusals had another reason than the rate: the limits are learned from scratch. */
  readonly forget: () => void;
  /** An answer to a send that began at `sentAtMs` announced a limit. */
  readonly noteQuota: (quota: AnnouncedQuota, sentAtMs: number, isRefusal: boolean) => void;
};

/** Nobody knows when that is; a queue looks again at each end. */
const whenOneEnds = Number.POSITIVE_INFINITY;

/** `mostAtOnce`: never more than so many at once; `timeoutMs`: how long an answer may be silent. */
export function createThrottle(mostAtOnce: number, timeoutMs: number): Throttle {
  const nowMs = (): number => performance.now();
  let most = Number.POSITIVE_INFINITY;
  const windowOf = (): Window => {
    const window = createWindow(mostAtOnce);
    if (most < mostAtOnce) window.atMost(most);
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
  /** How many of each limit. */
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
    begun: (sends) => {
      for (const [limit, share] of sharesOf(sends)) limit.begun(share);
      quota.begun(sends.length);
      operations.begun(sends);
    },
    ended: operations.ended,
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
      const isNews = limit.refused(sentAtMs - performance.timeOrigin, whose);
      // Where a limit on the rate is exceeded many are refused with as many under way, all of them at one moment.
      const isKnown = isNews && known.concurrency.noteRefusal(load);
      if (isKnown) limit.pace.leaveAlone();
      // Less of what there was none of before would change nothing, and who was not counted yet was what was too much.
      else if (isNews && !isCalm && !hasJoined) limit.pace.tooMuch();
      if (isKnown) known.window.atMost(known.concurrency.max());
      if (sentAtMs <= slowedAtMs) return;
      slowedAtMs = momentMs();
      baselines.forget();
      if (!isKnown) known.window.refused(load);
    },
    tally: (operation) => known.limits.of(operation).tally(),
    isCalm: (operation) => known.limits.of(operation).isCalm(),
    wentWell: ({ operation, sentAtMs, load }) => {
      known.limits.of(operation).wentWell(sentAtMs - performance.timeOrigin);
      known.concurrency.noteSuccess(load);
      known.window.wentWell(load);
    },
    answered: operations.answered,
    noteLate: ({ operation, sentAtMs, load }, afterMs) => load > 1 && operations.noteLate(operation, sentAtMs, afterMs),
    noteHung: operations.noteHung,
    took: (kind, took, sentAtMs, load) => {
      if (sentAtMs <= slowedAtMs || !baselines.note(kind, took) || load <= firstSize) return;
      slowedAtMs = momentMs();
      baselines.forget();
      known.window.rose();
    },
    bodies,
    atMost: (fewer) => {
      most = Math.min(most, fewer);
      known.window.atMost(most);
    },
    forget: () => {
      known = nothingKnown();
      slowedAtMs = momentMs();
    },
    noteQuota: (announced, sentAtMs, isRefusal) => quota.note(announced, sentAtMs - performance.timeOrigin, isRefusal),
  };
}

/** Always the same number at once, and at any time. */
export function fixedCapacity(size: () => number): Room {
  return {
    size,
    sizeFor: size,
    lanes: () => undefined,
    opensAtMs: () => 0,
    begun: () => undefined,
    ended: () => undefined,
  };
}
