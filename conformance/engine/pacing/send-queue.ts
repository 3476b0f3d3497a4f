import { usualTurns } from './send-order.ts';
import type { Operation } from '../../model/exchange.ts';
import type { Room } from './throttle.ts';

/** Lets as many requests through at once as there is room for, and none before the room opens. */
export type SendQueue = {
  /**
   * Resolves once the request has been let through and has ended. Requests that are sent again go first, then those
   * with the lowest `turn`, so that later probes do not hold up one that has begun. No request waits for another that
   * is held back by a limit on another operation. Requests that line up with the same turn and `group` begin together,
   * as far as there is room. `load`: the most requests under way since this one was let through, itself included.
   */
  readonly through: <T>(place: QueueEntry, send: (load: () => number) => Promise<T>) => Promise<T>;
  /** Looks for room again: there may be more than before. */
  readonly look: () => void;
};

/** `alone`: nothing else is under way meanwhile, so that what happens is due to these requests only. */
export type QueueEntry = {
  readonly turn: number;
  readonly group: number;
  readonly alone: boolean;
  /** No other turn begins right behind it either: the next step of this turn will soon line up. */
  readonly unbroken?: true;
  readonly operation?: Operation;
  /** It was refused, or not answered, before. */
  readonly again?: boolean;
  /**
   * It lets another request under the same limit go first: the answer to that one tells whether only this one is
   * refused.
   */
  readonly letsOthersFirst?: boolean;
};

/** Time in which the next step of a probe lines up, if it has one. */
const nextStepMs = 250;

/** Less than the distance between any two turns. */
const justBehind = 2 ** -20;

type Free = { readonly open: readonly Waiting[]; readonly nextAtMs: number };

type Waiting = QueueEntry & { readonly enter: () => void };

/**
 * The queue looks at waiting requests when a request ends, and when the next moment comes at which one may begin. The
 * end of the run, `signal`, is such a moment too, and from then on no limit holds requests back.
 */
export function createSendQueue(room: Room, signal: AbortSignal): SendQueue {
  let busy = 0;
  /** How many of those are in no group. */
  let byThemselves = 0;
  const loads = new Set<{ most: number }>();
  /** In the order in which they would begin. */
  const waiting: Waiting[] = [];
  let isDue = false;
  let isAlone = false;
  /** The turn for which everything else makes room, step by step. */
  let held: number | undefined;
  /** The turn after whose step no other turn begins for a moment. */
  let kept: { readonly turn: number; readonly untilMs: number } | undefined;
  let alarm: NodeJS.Timeout | undefined;

  /** Admits once every request that is to go now has lined up: only then is the order of turns known. */
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
   * The requests that no limit holds back, and when the first of the others may begin. A request does not overtake one
   * that is held back if it would take up what that one waits for.
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
      // No request overtakes in a lane that is held back: with many waiting, to look closer would cost more than
      // sending.
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
  /**
   * True where one more request of the operation would take nothing from a group that waits for a limit on another one.
   */
  const hasRoomBeside = (own: readonly Operation[], nowMs: number): boolean =>
    room.opensAtMs([...own, ...own.slice(0, 1)]) <= nowMs;
  /** The requests that may begin now, together; none where there is no room. */
  const nextDue = (waiting: readonly Waiting[]): readonly Waiting[] => {
    if (waiting.length === 0) return [];
    // A turn that has to be alone keeps its place until its last step: otherwise another long chain would go in between
    // with each of its own steps, and everything after both would wait for both. When it is over, others that have to
    // be alone go next, as nothing that would have to end first is under way. This does not hold after one of the first
    // turns: nothing was under way before it either, and the first verdicts are waited for.
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
  /**
   * A request that may go while a group waits for its room: one of no group, as long as such requests leave the group
   * its room.
   */
  const besides = (size: number, waiting: readonly Waiting[]): readonly Waiting[] => {
    const other = waiting.find(({ group, alone }) => group === 1 && !alone);
    return other !== undefined && byThemselves < room.size() - size ? [other] : [];
  };
  const begin = (together: readonly Waiting[]): void => {
    isAlone = together.some(({ alone }) => alone);
    if (!isAlone) held = undefined;
    busy += together.length;
    room.noteBegin(together.map(operationOf));
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
        room.noteEnd(operationOf(place));
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

/** The waiting requests of its group, itself first. */
function withGroup(first: Waiting, waiting: readonly Waiting[]): readonly Waiting[] {
  if (first.group === 1) return [first];
  return waiting.filter(({ turn, group }) => turn === first.turn && group === first.group).slice(0, first.group);
}

function operationOf({ operation = 'other' }: QueueEntry): Operation {
  return operation;
}
