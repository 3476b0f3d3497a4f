import { momentMs } from '../moment.ts';
import { createAtOnce } from './at-once.ts';
import { createPace } from './pace.ts';
import { createWindow } from './window.ts';

/** What a gate goes by: how many at once, and when. */
export type Room = {
  readonly size: () => number;
  /** The same for so many that mean to be together. */
  readonly sizeFor: (group: number) => number;
  /** When so many may begin together, of a clock that only goes forward. */
  readonly slotFor: (sends: number) => number;
  /** Nothing begins before. */
  readonly opensAtMs: () => number;
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
};

/** `cap`: never more than so many at once. */
export function createThrottle(cap: number): Throttle {
  const window = createWindow(cap);
  const pace = createPace(() => performance.now());
  const atOnce = createAtOnce();
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  let openAtMs = 0;
  return {
    size: window.size,
    sizeFor: window.sizeFor,
    slotFor: pace.slotFor,
    opensAtMs: () => openAtMs,
    pause: (ms) => {
      openAtMs = Math.max(openAtMs, performance.now() + ms);
      pace.holdUntil(openAtMs);
    },
    slowDown: (sentAtMs, load) => {
      const isKnown = atOnce.tooMuch(load);
      if (sentAtMs <= slowedAtMs) return;
      slowedAtMs = momentMs();
      if (isKnown) {
        pace.leaveAlone();
        window.atMost(atOnce.most());
        return;
      }
      pace.tooMuch();
      window.refused(load);
    },
    wentWell: (load) => {
      pace.wentWell();
      atOnce.wentWell(load);
      window.wentWell(load);
    },
  };
}

/** Always the same number at once, and at any time. */
export function fixedRoom(size: () => number): Room {
  return { size, sizeFor: size, slotFor: () => 0, opensAtMs: () => 0 };
}
