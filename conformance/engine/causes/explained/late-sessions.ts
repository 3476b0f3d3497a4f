import { isUnknownSessionRefusal } from '../../../expectations/conversations/newer-are-kept.ts';
import {
  plainTurnsIn,
  sessionsIn,
  isCompleteTurn,
  type Session,
} from '../../../expectations/conversations/sessions-in.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { leadExchangeId } from '../../../model/mismatch.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';

/** Fewest sessions that are refused first and taken later: one or two may have met a server that was just starting. */
const leastTakenLater = 3;
/**
 * Least share of pairs in which the refused turn came sooner than the taken turn. Two servers that each keep their own
 * sessions refuse a turn as often late as soon: there it is half of the pairs.
 */
const leastSooner = 0.85;

/** A later turn of a session, and how many milliseconds after the answer that began the session it was sent. */
type Later = { readonly turn: Exchange; readonly afterMs: number; readonly isRefused: boolean };

/**
 * A service that stores a session after it has answered: it refuses the id soon after the answer, and takes it later.
 * Undefined where turns are refused late as well as soon, as by one of several servers, or after a session has ended.
 */
export function lateSessionsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const sessions = sessionsIn(plainTurnsIn(exchanges)).map(laterIn);
  const takenLater = sessions.filter((later) => {
    const refusedAt = later.findIndex(({ isRefused }) => isRefused);
    return refusedAt !== -1 && later.slice(refusedAt).some(({ isRefused }) => !isRefused);
  });
  const all = sessions.flat();
  const refused = all.filter(({ isRefused }) => isRefused);
  const taken = all.filter(({ isRefused }) => !isRefused);
  if (takenLater.length < leastTakenLater || shareSooner(refused, taken) < leastSooner) return undefined;
  const ids = new Set(refused.map(({ turn }) => turn.id));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding));
  if (!failed.some(has)) return undefined;
  const middleMs =
    refused.map(({ afterMs }) => afterMs).toSorted((one, other) => one - other)[refused.length >> 1] ?? 0;
  return {
    has,
    title: `a session is not known yet when its answer has come: ${refused.length} of ${all.length} next turns were refused as of no session`,
    shownIn: () => ({
      says: `Turns that follow at once are refused, half of them within ${(middleMs / 1_000).toFixed(2)} s, and later ones of the same sessions are taken (${takenLater.length} sessions). Is the session stored before its answer is sent, where each server reads it?`,
    }),
    leadOf: (group) => group.find(({ check }) => check.startsWith('sessions.continue/')),
    isRoot: true,
    isOfItsCheck: true,
    comesAndGoes: true,
  };
}

function laterIn({ turns: [first, ...later] }: Session): readonly Later[] {
  if (first === undefined || !isCompleteTurn(first)) return [];
  return later.flatMap((turn) => {
    const isRefused = isUnknownSessionRefusal(turn);
    return isRefused || isCompleteTurn(turn)
      ? [{ turn, afterMs: startOf(turn) - endOfExchange(first), isRefused }]
      : [];
  });
}

/** Of the pairs of a refused turn and a taken turn, the share in which the refused turn came sooner. */
function shareSooner(refused: readonly Later[], taken: readonly Later[]): number {
  const sooner = refused.map((each) => taken.filter(({ afterMs }) => afterMs > each.afterMs).length);
  return sooner.reduce((sum, each) => sum + each, 0) / (refused.length * taken.length);
}
