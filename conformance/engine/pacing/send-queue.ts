import { usualTurns } from './send-order.ts';
import type { Operation } from '../../model/exchange.ts';
import type { Room } from './throttle.ts';

/** Lets as many sends through at once as there is room for, and no sooner than that says. */
export type SendQueue = {
  /**
   * Of those that wait, what is sent again goes first, and else the lowest `turn`, so that a probe once begun is not kept
   * waiting by later ones; nobody waits for what is held back by a limit on another operation.
   * Sends that line up with one turn and one `group` begin together, as far as there is room. `load`: the most that have
   * been under way since it was let through, itself included.
   */
  readonly through: <T>(place: QueueEntry, send: (load: () => number) => Promise<T>) => Promise<T>;
  /** There may be more room than before. */
  readonly look: () => void;
};

/** `alone`: nothing else is under way meanwhile, so that what happens is due to these sends only. */
export type QueueEntry = {
  readonly turn: number;
  readonly group: number;
  readonly alone: boolean;
  /** Nothing else begins right behind it either: what comes next with its turn is soon there. */
  readonly unbroken?: true;
  readonly operation?: Operation;
  /** It was refused, or not answered, before. */
  readonly again?: boolean;
  /** It lets one of those go first that are limited with it: their answer tells whether it is refused for itself. */
  readonly letsOthersFirst?: boolean;
};

/** By then the next step of a probe has lined up, or there is none. */
const nextStepMs = 250;

/** No two turns are so near to each other. */
const justBehind = 2 ** -20;

type Free = { readonly open: readonly Waiting[]; readonly nextAtMs: number };

type Waiting = QueueEntry & { readonly enter: () => void };

/**
 * Whoever waits is looked at again when a send ends, and when the moment comes before which nothing begins; the end of a
 * run, `signal`, is such a moment, and from then on there is no other.
 */
export function createSendQueue(room: Room, signal: AbortSignal): SendQueue {
  let busy = 0;
  /** Of those, the ones that are of no group. */
  let byThemselves = 0;
  const loads = new Set<{ most: number }>();
  /** In the order in which they would go. */
  const waiting: Waiting[] = [];
  let isDue = false;
  let isAlone = false;
  /** The turn that everything else makes room for, one step of it after the other. */
  let held: number | undefined;
  /** The turn behind whose step nobody else goes for a moment. */
  let kept: { readonly turn: number; readonly untilMs: number } | undefined;
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
    for (;;) {
      const { open, nextAtMs } = keptFor(notHeldBack());
      const due = nextDue(open);
      if (due.length > 0) begin(due);
      else {
        if (nextAtMs < Infinity) alarm = setTimeout(admit, Math.max(0, nextAtMs - performance.now()));
        return;
      }
    }
  };
  signal.addEventListener('abort', admitSoon);
  const keptFor = (free: Free): Free => {
    if (signal.aborted || (kept?.untilMs ?? 0) <= performance.now()) kept = undefined;
    if (kept === undefined) return free;
    const { turn, untilMs } = kept;
    return { open: free.open.filter((each) => each.turn === turn), nextAtMs: Math.min(free.nextAtMs, untilMs) };
  };
  /**
   * Whom no limit holds back, and when the first of the others may begin. Behind one that is held back nobody goes who
   * would take from what it waits for.
   */
  const notHeldBack = (): Free => {
    const laneOf = signal.aborted ? undefined : room.lanes();
    if (laneOf === undefined) return { open: waiting, nextAtMs: Infinity };
    const nowMs = performance.now();
    const held = new Set<unknown>();
    const open = new Set<Waiting>();
    const seen = new Set<Waiting>();
    let nextAtMs = Infinity;
    for (const first of waiting) {
      // Nobody overtakes in a lane that is held: with many waiting, to look closer would cost more than sending.
      if (seen.has(first) || (first.group === 1 && held.has(laneOf(operationOf(first))))) continue;
      const together = withGroup(first, waiting);
      for (const each of together) seen.add(each);
      const operations = together.map(operationOf);
      const lanes = operations.map(laneOf);
      const begins = operations.slice(0, Math.max(1, room.sizeFor(first.group)));
      const opensAtMs = room.opensAtMs(begins);
      if (lanes.every((lane) => !held.has(lane)) && opensAtMs <= nowMs) {
        for (const each of together) open.add(each);
        continue;
      }
      if (opensAtMs > nowMs) nextAtMs = Math.min(nextAtMs, opensAtMs);
      for (const [lane, own] of Map.groupBy(operations, laneOf)) if (!hasRoomBeside(own, nowMs)) held.add(lane);
    }
    return { open: waiting.filter((each) => open.has(each)), nextAtMs };
  };
  /** Another of it takes nothing from a group that waits for a limit on something else. */
  const hasRoomBeside = (own: readonly Operation[], nowMs: number): boolean =>
    room.opensAtMs([...own, ...own.slice(0, 1)]) <= nowMs;
  /** Who may go now, together; nobody where there is no room. */
  const nextDue = (waiting: readonly Waiting[]): readonly Waiting[] => {
    if (waiting.length === 0) return [];
    // A turn that has to be alone keeps its place until its last step: a long chain would otherwise go in between with each of
    // its own, and everything after both would wait for both. When it is over, others that have to be alone go next, as
    // nothing is under way now that would have to end first. Not after one of the first turns: there was nothing under way
    // before it either, and the first verdicts are waited for.
    const alone = isAlone && (held ?? 0) >= usualTurns ? waiting.filter((each) => each.alone) : [];
    const first = waiting.find(({ turn }) => turn === held) ?? alone[0] ?? waiting[0];
    if (first === undefined) return [];
    if (first.alone) held = first.turn;
    const most = Math.max(1, room.sizeFor(first.group));
    if (busy >= most) return [];
    const together = withGroup(first, waiting).slice(0, most);
    if (first.alone || isAlone) return busy === 0 ? together : [];
    return together.length > most - busy ? besides(together.length, waiting) : together;
  };
  /** What may go while a group waits for its room: as many by themselves as leave it that room in any case. */
  const besides = (size: number, waiting: readonly Waiting[]): readonly Waiting[] => {
    const other = waiting.find(({ group, alone }) => group === 1 && !alone);
    return other !== undefined && byThemselves < room.size() - size ? [other] : [];
  };
  const begin = (together: readonly Waiting[]): void => {
    isAlone = together.some(({ alone }) => alone);
    if (!isAlone) held = undefined;
    busy += together.length;
    room.begun(together.map(operationOf));
    for (const each of together) {
      if (each.group === 1) byThemselves += 1;
      waiting.splice(waiting.indexOf(each), 1);
      each.enter();
    }
  };
  const behindOther = (place: QueueEntry): QueueEntry => {
    const laneOf = room.lanes() ?? ((): undefined => undefined);
    const lane = laneOf(operationOf(place));
    const other = waiting.find((each) => each.letsOthersFirst !== true && laneOf(operationOf(each)) === lane);
    return other === undefined ? place : { ...place, turn: other.turn + justBehind, again: other.again ?? false };
  };
  const enter = (place: QueueEntry): Promise<void> =>
    new Promise((resolve) => {
      const one = { ...(place.letsOthersFirst === true ? behindOther(place) : place), enter: resolve };
      const at = waiting.findLastIndex((each) => !isBefore(one, each)) + 1;
      waiting.splice(at, 0, one);
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
        if (place.unbroken === true) kept = { turn: place.turn, untilMs: performance.now() + nextStepMs };
        room.ended(operationOf(place));
        admitSoon();
      }
    },
    look: admitSoon,
  };
}

function isBefore(a: Waiting, b: Waiting): boolean {
  const [isAgain, wasAgain] = [a.again === true, b.again === true];
  return isAgain === wasAgain ? a.turn < b.turn : isAgain;
}

/** Those of its group that wait as it does, itself first. */
function withGroup(first: Waiting, waiting: readonly Waiting[]): readonly Waiting[] {
  if (first.group === 1) return [first];
  return waiting.filter(({ turn, group }) => turn === first.turn && group === first.group).slice(0, first.group);
}

function operationOf({ operation = 'other' }: QueueEntry): Operation {
  return operation;
}
