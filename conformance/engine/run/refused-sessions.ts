import { sentMember } from '../../bodies/sent-json.ts';
import { chatFlags } from '../../contract/limits.ts';
import { isUnknownSessionRefusal } from '../../expectations/conversations/newer-are-kept.ts';
import {
  firstTurnOf,
  plainTurnsIn,
  sessionsIn,
  isCompleteTurn,
  type Session,
} from '../../expectations/conversations/sessions-in.ts';
import { sessionIdGivenBy } from '../../expectations/conversations/planted-in-run.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Run } from '../../model/run.ts';
import { keptForIn } from './kept-for.ts';

/**
 * Fewest refused turns, and their smallest share of all, that are reported: a service that keeps few sessions, or keeps
 * them for a short time, may refuse fewer in a whole run.
 */
const [fewestRefused, leastShare] = [5, 0.05];

/**
 * Turns with the id of a session that the run was given, refused as if there were no such session. How many sessions a
 * service keeps, and how long, is not shown (8.2). So no check fails only because of them, and each such conversation
 * is sent once more by itself. A service that is meant to keep its sessions loses them.
 */
export function refusedSessionsIn(exchanges: readonly Exchange[]): Pick<Run, 'refusedSessions'> {
  const turns = plainTurnsIn(exchanges);
  const sessions = withoutShared(sessionsIn(turns));
  const continued = sessions.flatMap((session) => session.turns.slice(1));
  // Where no request of an operation is ever served, missing sessions are not the reason.
  const served = new Set(exchanges.filter(isCompleteTurn).map(({ operation }) => operation));
  const isOfFlags = refusedForFlags(turns);
  const refused = continued.filter(
    (turn) => served.has(turn.operation) && isUnknownSessionRefusal(turn) && !isOfFlags(turn),
  );
  const turnsJudged = refused.length + continued.filter(isCompleteTurn).length;
  const [first] = refused;
  if (first === undefined || refused.length < fewestRefused || refused.length < leastShare * turnsJudged) return {};
  const keptFor = keptForIn(sessions);
  const counts = { turns: turnsJudged, refused: refused.length, exchange: first.id };
  return { refusedSessions: { ...counts, ...(keptFor !== undefined && { keptFor }) } };
}

/**
 * Whether a turn was refused for an option flag that it sets: a request without a session that sets no other flags was
 * refused with the same status. Its error may name `sessionId` among the fields that it knows.
 */
function refusedForFlags(turns: readonly Exchange[]): (turn: Exchange) => boolean {
  const known = turns
    .filter((turn) => sentMember(turn.request, 'sessionId') === undefined && !isCompleteTurn(turn))
    .map((turn) => ({ flags: flagsIn(turn), status: statusOf(turn) }))
    .filter(({ flags }) => flags.length > 0);
  return (turn) => {
    const flags = flagsIn(turn);
    return known.some((other) => other.status === statusOf(turn) && other.flags.every((flag) => flags.includes(flag)));
  };
}

function flagsIn({ request }: Exchange): readonly string[] {
  return chatFlags.filter((flag) => sentMember(request, flag) !== undefined);
}

function statusOf({ response }: Exchange): number | undefined {
  return response.is === 'answer' ? response.status : undefined;
}

/**
 * Sessions without those that share their id with another one of the same caller, whichever bot each is with: the later
 * one takes the place of the other, which says nothing of how long a session is kept.
 */
function withoutShared(sessions: readonly Session[]): readonly Session[] {
  const keyOf = (session: Session): string => `${session.caller} ${sessionIdGivenBy(firstTurnOf(session)) ?? ''}`;
  const byId = Map.groupBy(sessions, keyOf);
  return sessions.filter(
    (session) => sessionIdGivenBy(firstTurnOf(session)) === undefined || byId.get(keyOf(session))?.length === 1,
  );
}
