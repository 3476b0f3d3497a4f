import { createAtOnce } from './at-once.ts';
import { momentMs } from './moment.ts';
import { createPace } from './pace.ts';

/** Lets at most `concurrency` sends through at once, holds all of them while the target asks for a pause. */
export type Gate = {
  /**
   * Of those that wait, the lowest `turn` goes first, so that a probe once begun is not kept waiting by later ones.
   * Sends that line up with one turn and one `group` begin together, as far as `concurrency` allows. `load`: the most that
   * have been under way since it was let through, itself included.
   */
  readonly through: <T>(place: Place, send: (load: () => number) => Promise<T>) => Promise<T>;
  /** No send begins in the next `ms`. */
  readonly pause: (ms: number) => void;
  /**
   * A send that began at `sentAtMs` (as `momentMs` has it) was too much for the target: fewer go at once from now on, and
   * in a second. What was under way by then counts once, however many were told so.
   */
  readonly slowDown: (sentAtMs: number, load: number) => void;
  /** A send was answered well: after some of them one more goes at once again, and somewhat more in a second. */
  readonly wentWell: (load: number) => void;
};

/** `alone`: nothing else is under way meanwhile, so that what happens is due to these sends only. */
export type Place = { readonly turn: number; readonly group: number; readonly alone: boolean };

/** So many good answers in a row for each further send at once. */
const goodAnswersForMore = 10;

/** `atMs`: when it may begin. */
type Waiting = Place & { readonly enter: (atMs: number) => void };

export function createGate(concurrency: number, signal: AbortSignal): Gate {
  let allowed = concurrency;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  let goodAnswers = 0;
  let busy = 0;
  /** Of those, the ones that are of no group. */
  let byThemselves = 0;
  let openAtMs = 0;
  const pace = createPace(() => performance.now());
  const atOnce = createAtOnce();
  const loads = new Set<{ most: number }>();
  const waiting: Waiting[] = [];
  let isDue = false;
  let isAlone = false;
  /** The turn that everything else makes room for, one step of it after the other. */
  let held: number | undefined;

  /** Once everybody who wants to go now has lined up: the order of turns is only known then. */
  const admitSoon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      admit();
    });
  };
  const admit = (): void => {
    for (let due = nextDue(); due.length > 0; due = nextDue()) begin(due);
  };
  /** Who may go now, together; nobody where there is no room. */
  const nextDue = (): readonly Waiting[] => {
    if (busy >= allowed || waiting.length === 0) return [];
    // A long chain would slip in front of it with each of its steps, and everything behind would wait for both.
    const first = waiting.find(({ turn }) => turn === held) ?? lowestOf(waiting);
    if (first.alone) held = first.turn;
    // What is alone, or a group, means to be together with itself: being slowed down leaves it two at a time.
    const most = first.alone || first.group > 1 ? Math.max(allowed, Math.min(2, concurrency)) : allowed;
    const together = waiting.filter(({ turn }) => turn === first.turn).slice(0, Math.min(first.group, most));
    if (first.alone || isAlone) return busy === 0 ? together : [];
    return together.length > most - busy ? besides(together.length) : together;
  };
  /** What may go while a group waits for its room: as many by themselves as leave it that room in any case. */
  const besides = (size: number): readonly Waiting[] => {
    const others = waiting.filter(({ group, alone }) => group === 1 && !alone);
    return others.length > 0 && byThemselves < allowed - size ? [lowestOf(others)] : [];
  };
  const begin = (together: readonly Waiting[]): void => {
    isAlone = together.some(({ alone }) => alone);
    if (!isAlone) held = undefined;
    busy += together.length;
    const atMs = pace.slotFor(together.length);
    for (const each of together) {
      if (each.group === 1) byThemselves += 1;
      waiting.splice(waiting.indexOf(each), 1);
      each.enter(atMs);
    }
  };
  const enter = async (place: Place): Promise<void> => {
    const atMs = await new Promise<number>((resolve) => {
      waiting.push({ ...place, enter: resolve });
      admitSoon();
    });
    const leftMs = (): number => Math.max(openAtMs, atMs) - performance.now();
    for (let ms = leftMs(); ms > 0 && !signal.aborted; ms = leftMs()) await sleep(ms, signal);
  };
  return {
    through: async (place, send) => {
      await enter(place);
      const load = { most: 0 };
      loads.add(load);
      for (const each of loads) each.most = Math.max(each.most, loads.size);
      try {
        return await send(() => load.most);
      } finally {
        loads.delete(load);
        busy -= 1;
        if (place.group === 1) byThemselves -= 1;
        admitSoon();
      }
    },
    pause: (ms) => {
      openAtMs = Math.max(openAtMs, performance.now() + ms);
      pace.holdUntil(openAtMs);
    },
    slowDown: (sentAtMs, load) => {
      goodAnswers = 0;
      const isKnown = atOnce.tooMuch(load);
      if (sentAtMs <= slowedAtMs) return;
      slowedAtMs = momentMs();
      if (isKnown) {
        pace.leaveAlone();
        allowed = Math.min(allowed, atOnce.most());
        return;
      }
      pace.tooMuch();
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
    wentWell: (load) => {
      pace.wentWell();
      atOnce.wentWell(load);
      goodAnswers += 1;
      if (goodAnswers < goodAnswersForMore || allowed >= Math.min(concurrency, atOnce.most())) return;
      goodAnswers = 0;
      allowed += 1;
      admitSoon();
    },
  };
}

function lowestOf(waiting: readonly Waiting[]): Waiting {
  return waiting.reduce((earliest, each) => (each.turn < earliest.turn ? each : earliest));
}

/** Resolves after `ms`, or at once when the signal is aborted. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
