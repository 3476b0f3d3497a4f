import type { RequestRecord } from '../records/record.ts';
import type { LoadStep } from './steps.ts';

/**
 * A user whose request failed comes back no sooner than so long after it began: refusals come faster than answers, and
 * the loop would do nothing but collect them.
 */
const failurePauseMs = 1_000;

/** How a user's request went. */
type Gone = { readonly intendedMs: number; readonly endMs: number; readonly outcome: string };

/** When its user sends the next one. A wrong answer is one, too. */
export function freeAtMs({ intendedMs, endMs, outcome }: Gone): number {
  return outcome === 'ok' || outcome === 'wrong' ? endMs : Math.max(endMs, intendedMs + failurePauseMs);
}

/**
 * When a user who is free sends the next request: at once, or where the level has no place for this user, with the next
 * one that has. Users whom a level adds come one after the other in the first half of its settling, or all of them would
 * march in step. Undefined where no level is left.
 *
 * @param user from 0; the first ones have places in every level
 */
export function nextRequestMs(levels: readonly LoadStep[], user: number, freeMs: number): number | undefined {
  const place = levels.findIndex(({ users = 0, toMs }) => users > user && toMs > freeMs);
  const level = levels[place];
  if (level === undefined) return undefined;
  const before = levels[place - 1]?.users ?? 0;
  const { fromMs, settleMs, users = 0 } = level;
  const spread = user < before ? 0 : ((user - before) / (users - before)) * (settleMs / 2);
  return Math.max(freeMs, Math.round((fromMs + spread) * 1000) / 1000);
}

/** The most users of any level. */
export function mostUsersOf(levels: readonly LoadStep[]): number {
  return levels.reduce((most, { users = 0 }) => Math.max(most, users), 0);
}

/** The index of a user's request, of which no two are the same. */
export function closedIndex(user: number, turn: number, mostUsers: number): number {
  return turn * mostUsers + user;
}

type UsersFold = {
  readonly add: (record: Pick<RequestRecord, 'index' | 'intended' | 'end' | 'outcome'>) => void;
  /** Of each level: its users went on until it was over. Else the run ended within it, or before it. */
  readonly whole: () => readonly boolean[];
};

/** Which levels the users of a closed loop were there for throughout, as a fold over the records in any order. */
export function followUsers(levels: readonly LoadStep[]): UsersFold {
  const mostUsers = mostUsersOf(levels);
  const freeMs = new Map<number, number>();
  return {
    add: ({ index, intended, end, outcome }) => {
      // Cut off by the end of the run, which nobody outlives.
      if (outcome === 'aborted') return;
      const user = index % mostUsers;
      const free = freeAtMs({ intendedMs: intended, endMs: end, outcome });
      if (free > (freeMs.get(user) ?? -1)) freeMs.set(user, free);
    },
    whole: () =>
      levels.map(({ users = 0, toMs }) => {
        for (let user = 0; user < users; user += 1) if ((freeMs.get(user) ?? -1) < toMs) return false;
        return true;
      }),
  };
}
