import { isOfNoSession } from '../../expectations/conversations/newer-are-kept.ts';
import {
  firstOf,
  plainTurnsIn,
  sessionsIn,
  wentWell,
  type Session,
} from '../../expectations/conversations/sessions-in.ts';
import { idGivenBy } from '../../expectations/conversations/told-in-run.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Run } from '../../model/run.ts';
import { keptForIn } from './kept-for.ts';

/** Fewer are what a service that keeps few sessions, or keeps them for a short time, refuses of a whole run. */
const [fewestRefused, leastShare] = [5, 0.05];

/**
 * Turns with the id of a session that the run was given, refused as of no session: how many a service keeps, and for how
 * long, is not shown (8.2), so that no check fails by them alone, and each conversation is sent once more by itself. One
 * that is meant to keep them loses them.
 */
export function refusedSessionsIn(exchanges: readonly Exchange[]): Pick<Run, 'refusedSessions'> {
  const sessions = withoutShared(sessionsIn(plainTurnsIn(exchanges)));
  const continued = sessions.flatMap((session) => session.turns.slice(1));
  // Where nothing of an operation is ever served, its sessions are not what is missing.
  const served = new Set(exchanges.filter(wentWell).map(({ operation }) => operation));
  const refused = continued.filter((turn) => served.has(turn.operation) && isOfNoSession(turn));
  const turnsJudged = refused.length + continued.filter(wentWell).length;
  const [first] = refused;
  if (first === undefined || refused.length < fewestRefused || refused.length < leastShare * turnsJudged) return {};
  const keptFor = keptForIn(sessions);
  const counts = { turns: turnsJudged, refused: refused.length, exchange: first.id };
  return { refusedSessions: { ...counts, ...(keptFor !== undefined && { keptFor }) } };
}

/**
 * Of two sessions of one caller with one id the later takes the place of the other, whichever bot each is with: that is no matter
 * of how long one is kept.
 */
function withoutShared(sessions: readonly Session[]): readonly Session[] {
  const keyOf = (session: Session): string => `${session.caller} ${idGivenBy(firstOf(session)) ?? ''}`;
  const byId = Map.groupBy(sessions, keyOf);
  return sessions.filter(
    (session) => idGivenBy(firstOf(session)) === undefined || byId.get(keyOf(session))?.length === 1,
  );
}
