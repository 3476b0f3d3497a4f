import { usualTurns } from '../turns.ts';
import type { Room } from './throttle.ts';

/** Lets as many sends through at once as there is room for, and no sooner than that says. */
export type Gate = {
  /**
   * Of those that wait, the lowest `turn` goes first, so that a probe once begun is not kept waiting by later ones.
   * Sends that line up with one turn and one `group` begin together, as far as there is room. `load`: the most that have
   * been under way since it was let through, itself included.
   */
  readonly through: <T>(place: Place, send: (load: () => number) => Promise<T>) => Promise<T>;
  /** There may be more room than before. */
  readonly look: () => void;
};

/** `alone`: nothing else is under way meanwhile, so that what happens is due to these sends only. */
export type Place = { readonly turn: number; readonly group: number; readonly alone: boolean };

type Waiting = Place & { readonly enter: () => void };

/**
 * Whoever waits is looked at again when a send ends, and when the moment comes before which nothing begins; the end of a
 * run, `signal`, is such a moment, and from then on there is no other.
 */
export function createGate(room: Room, signal: AbortSignal): Gate {
  let busy = 0;
  /** Of those, the ones that are of no group. */
  let byThemselves = 0;
  const loads = new Set<{ most: number }>();
  const waiting: Waiting[] = [];
  let isDue = false;
  let isAlone = false;
  /** The turn that everything else makes room for, one step of it after the other. */
  let held: number | undefined;
  let alarm: NodeJS.Timeout | undefined;

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
    clearTimeout(alarm);
    for (let due = nextDue(); due.length > 0; due = nextDue()) {
      const leftMs = signal.aborted ? 0 : room.opensAtMs(due.length) - performance.now();
      if (leftMs > 0) {
        alarm = setTimeout(admit, leftMs);
        return;
      }
      begin(due);
    }
  };
  signal.addEventListener('abort', admitSoon);
  /** Who may go now, together; nobody where there is no room. */
  const nextDue = (): readonly Waiting[] => {
    if (waiting.length === 0) return [];
    // A long chain would slip in front of it with each of its steps, and everything behind would wait for both.
    // And the room that was made for it serves whoever else is alone. Behind what went before all others the first verdicts
    // are waited for, and nobody had to end for it.
    const alone = isAlone && (held ?? 0) >= usualTurns ? waiting.filter((each) => each.alone) : [];
    const first = waiting.find(({ turn }) => turn === held) ?? lowestOf(alone.length > 0 ? alone : waiting);
    if (first.alone) held = first.turn;
    const most = Math.max(1, room.sizeFor(first.group));
    if (busy >= most) return [];
    const together = waiting.filter(({ turn }) => turn === first.turn).slice(0, Math.min(first.group, most));
    if (first.alone || isAlone) return busy === 0 ? together : [];
    return together.length > most - busy ? besides(together.length) : together;
  };
  /** What may go while a group waits for its room: as many by themselves as leave it that room in any case. */
  const besides = (size: number): readonly Waiting[] => {
    const others = waiting.filter(({ group, alone }) => group === 1 && !alone);
    return others.length > 0 && byThemselves < room.size() - size ? [lowestOf(others)] : [];
  };
  const begin = (together: readonly Waiting[]): void => {
    isAlone = together.some(({ alone }) => alone);
    if (!isAlone) held = undefined;
    busy += together.length;
    room.begun(together.length);
    for (const each of together) {
      if (each.group === 1) byThemselves += 1;
      waiting.splice(waiting.indexOf(each), 1);
      each.enter();
    }
  };
  const enter = (place: Place): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ ...place, enter: resolve });
      admitSoon();
    });
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
    look: admitSoon,
  };
}

function lowestOf(waiting: readonly Waiting[]): Waiting {
  return waiting.reduce((earliest, each) => (each.turn < earliest.turn ? each : earliest));
}
