import type { RequestRecord } from '../records/record.ts';
import type { LoadStep } from './steps.ts';

/**
 * Shortest time between the starts of a failed request and of its user's next. Refusals come faster than responses, and
 * the loop would otherwise do little but collect refusals.
 */
const failurePauseMs = 1_000;

/** The times and the outcome of a user's request. */
type FinishedRequest = { readonly intendedMs: number; readonly endMs: number; readonly outcome: string };

/** When the user of this request sends the next one. A wrong response counts as a response here. */
export function nextSendAtMs({ intendedMs, endMs, outcome }: FinishedRequest): number {
  return outcome === 'ok' || outcome === 'wrong' ? endMs : Math.max(endMs, intendedMs + failurePauseMs);
}

/**
 * When a user who is free sends the next request: at once, or where the level has no place for this user, when the next
 * level with a place begins. Users that a level adds start one after the other in the first half of its settling time;
 * otherwise all of them would send in step. Undefined where no level is left.
 *
 * @param user from 0; the first users have places in every level
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

/** The largest number of users of any level. */
export function mostUsersOf(levels: readonly LoadStep[]): number {
  return levels.reduce((most, { users = 0 }) => Math.max(most, users), 0);
}

/** The index of a user's request; no two requests share it. */
export function closedIndex(user: number, turn: number, mostUsers: number): number {
  return turn * mostUsers + user;
}

type UsersFold = {
  readonly add: (record: Pick<RequestRecord, 'index' | 'intended' | 'end' | 'outcome'>) => void;
  /**
   * For each level: whether its users went on until it was over. Otherwise the run ended during the level or before it.
   */
  readonly whole: () => readonly boolean[];
};

/**
 * Finds the levels in which the users of a closed loop took part to the end, as a fold over the records in any order.
 */
export function followUsers(levels: readonly LoadStep[]): UsersFold {
  const mostUsers = mostUsersOf(levels);
  const freeMs = new Map<number, number>();
  return {
    add: ({ index, intended, end, outcome }) => {
      // The end of the run aborted this request, and its user with it.
      if (outcome === 'aborted') return;
      const user = index % mostUsers;
      const free = nextSendAtMs({ intendedMs: intended, endMs: end, outcome });
      if (free > (freeMs.get(user) ?? -1)) freeMs.set(user, free);
    },
    whole: () =>
      levels.map(({ users = 0, toMs }) => {
        for (let user = 0; user < users; user += 1) if ((freeMs.get(user) ?? -1) < toMs) return false;
        return true;
      }),
  };
}
