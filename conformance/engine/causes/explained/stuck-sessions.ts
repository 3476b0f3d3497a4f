import { isUnanswered } from '../../../classification/classify.ts';
import {
  plainTurnsIn,
  sessionsIn,
  isCompleteTurn,
  type Session,
} from '../../../expectations/conversations/sessions-in.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { leadExchangeId } from '../../../model/mismatch.ts';
import { startOf } from '../../../model/moment.ts';
import type { Finding } from '../../../model/run.ts';
import { callIn, type Explanation } from './explained.ts';

/** Fewest sessions: fewer may each wait for something of their own. */
const leastSessions = 3;

/**
 * A lock of a session that is never released: from one turn on no turn of the session succeeds, and most get no answer.
 * That is so in every session that goes so far, while turns that begin a session are answered. Undefined where a
 * session goes on.
 */
export function stuckSessionsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const sessions = sessionsIn(plainTurnsIn(exchanges));
  const stuck = sessions.flatMap((session) => stuckIn(session) ?? []);
  const [first] = stuck;
  if (first === undefined || stuck.length < leastSessions) return undefined;
  const waiting = stuck.flatMap((each) => each.waiting).toSorted((one, other) => startOf(one) - startOf(other));
  const since = Math.min(...waiting.map(startOf));
  const isLater = (turn: Exchange): boolean => startOf(turn) > since && isCompleteTurn(turn);
  const goesOn = sessions.some(({ turns }) => turns.slice(1).some(isLater));
  if (goesOn || !sessions.some(({ turns }) => turns.slice(0, 1).some(isLater))) return undefined;
  const ids = new Set(waiting.map(({ id }) => id));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding));
  if (!failed.some(has)) return undefined;
  return {
    has,
    title: `answers nothing more in a session: ${waiting.length} turns of ${stuck.length} sessions waited in vain, and those that begin one were answered`,
    shownIn: (finding) => {
      const own = stuck.find((each) => each.waiting.some(({ id }) => id === leadExchangeId(finding))) ?? first;
      return {
        says: `From one turn of a session on it answers nothing more in it: ${waiting.length} turns of ${stuck.length} sessions waited in vain, and those that begin one were answered. The last answer in this one is that of ${callIn(finding, own.before.id)}. Is there a lock of the session that stays taken?`,
      };
    },
    leadOf: (group) => group.find(({ check }) => check.startsWith('sessions.continue/')),
    isRoot: true,
  };
}

/** The turns of one session that got no answer, and the last turn before them. */
type Stuck = { readonly before: Exchange; readonly waiting: readonly Exchange[] };

function stuckIn({ turns }: Session): Stuck | undefined {
  const at = turns.findIndex(isUnanswered);
  const before = turns[at - 1];
  const later = at === -1 ? [] : turns.slice(at);
  if (before === undefined || !isCompleteTurn(before) || later.some(isCompleteTurn)) return undefined;
  return { before, waiting: later.filter(isUnanswered) };
}
