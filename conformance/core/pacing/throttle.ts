import { momentMs } from '../moment.ts';
import { createAtOnce } from './at-once.ts';
import { createBaselines } from './baselines.ts';
import { createBodies, type Bodies } from './bodies.ts';
import { createPace } from './pace.ts';
import { createQuota } from './quota.ts';
import type { ToldQuota } from './quota-fields.ts';
import { createWindow, firstSize } from './window.ts';

/** What a gate goes by: how many at once, and when. */
export type Room = {
  readonly size: () => number;
  /** The same for so many that mean to be together. */
  readonly sizeFor: (group: number) => number;
  /** When so many may begin together, as `performance.now()` has it; it may be later by then. */
  readonly opensAtMs: (sends: number) => number;
  /** So many begin now. */
  readonly begun: (sends: number) => void;
};

/** Learns of what is answered how much, and how quickly, a target may be asked. */
export type Throttle = Room & {
  /** No send begins in the next `ms`. */
  readonly pause: (ms: number) => void;
  /**
   * A send that began at `sentAtMs` (as `momentMs` has it) was too much for the target: fewer go at once from now on, and
   * in a second. What was under way by then counts once, however many were told so.
   */
  readonly slowDown: (sentAtMs: number, load: number) => void;
  /** A send was answered well: after some of them more go at once, and somewhat more in a second. */
  readonly wentWell: (load: number) => void;
  /** So long a send took whose answers are of this kind; fewer go at once where that is a rise. */
  readonly took: (kind: string, ms: number, sentAtMs: number, load: number) => void;
  /** How large answers are: many of the large ones are not held in memory together. */
  readonly bodies: Pick<Bodies, 'asked' | 'came'>;
  /** What was taken for too much was refused for another reason: all is found out anew. */
  readonly forget: () => void;
  /** An answer to a send that began at `sentAtMs` told of a limit. */
  readonly told: (quota: ToldQuota, sentAtMs: number, isRefusal: boolean) => void;
};

/** `cap`: never more than so many at once. */
export function createThrottle(cap: number): Throttle {
  const nothingKnown = () => ({
    window: createWindow(cap),
    pace: createPace(() => performance.now()),
    atOnce: createAtOnce(),
  });
  let known = nothingKnown();
  const quota = createQuota(() => performance.now());
  const baselines = createBaselines();
  const bodies = createBodies();
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  return {
    size: () => Math.min(known.window.size(), quota.size(), bodies.together()),
    // Two of a group go together in any case.
    sizeFor: (group) =>
      Math.min(known.window.sizeFor(group), Math.max(quota.size(), Math.min(group, 2)), bodies.together()),
    opensAtMs: (sends) => Math.max(known.pace.opensAtMs(sends), quota.opensAtMs(sends)),
    begun: (sends) => {
      known.pace.begun();
      quota.begun(sends);
    },
    pause: (ms) => known.pace.holdUntil(performance.now() + ms),
    slowDown: (sentAtMs, load) => {
      const isKnown = known.atOnce.tooMuch(load);
      if (sentAtMs <= slowedAtMs) return;
      slowedAtMs = momentMs();
      baselines.forget();
      if (isKnown) {
        known.pace.leaveAlone();
        known.window.atMost(known.atOnce.most());
        return;
      }
      known.pace.tooMuch();
      known.window.refused(load);
    },
    wentWell: (load) => {
      known.pace.wentWell();
      known.atOnce.wentWell(load);
      known.window.wentWell(load);
    },
    took: (kind, ms, sentAtMs, load) => {
      if (sentAtMs <= slowedAtMs || !baselines.note(kind, ms) || load <= firstSize) return;
      slowedAtMs = momentMs();
      baselines.forget();
      known.window.rose();
    },
    bodies,
    forget: () => {
      known = nothingKnown();
      slowedAtMs = momentMs();
    },
    told: (told, sentAtMs, isRefusal) => quota.told(told, sentAtMs - performance.timeOrigin, isRefusal),
  };
}

/** Always the same number at once, and at any time. */
export function fixedRoom(size: () => number): Room {
  return { size, sizeFor: size, opensAtMs: () => 0, begun: () => undefined };
}
