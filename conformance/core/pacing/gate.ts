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

/** `atMs`: when it may begin. */
type Waiting = Place & { readonly enter: (atMs: number) => void };

/** The end of a run, `signal`, ends every wait for a moment; whoever waits for a place is let through as others end. */
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
    if (waiting.length === 0) return [];
    // A long chain would slip in front of it with each of its steps, and everything behind would wait for both.
    const first = waiting.find(({ turn }) => turn === held) ?? lowestOf(waiting);
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
    const atMs = room.slotFor(together.length);
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
    const leftMs = (): number => Math.max(room.opensAtMs(), atMs) - performance.now();
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
    look: admitSoon,
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
