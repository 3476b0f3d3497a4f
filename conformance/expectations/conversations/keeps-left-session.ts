import type { Expectation, Seen } from '../../model/check.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { onAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';
import { busyStatuses } from '../statuses/is-not-busy.ts';

/**
 * A chat gave an id, a stream with it was left, and a chat with it came behind: it is accepted (2.2: present, it continues
 * that conversation). A service that gives another id each turn, and takes no earlier one, has ended nothing: where the chat
 * was refused, a session that nobody left was continued twice with its first id. Conflicts and errors of the server are
 * the word of other checks.
 */
export const keepsLeftSession: Expectation = (seen) => {
  const [turn] = laterTurnsOf(seen[0], seen);
  if (turn === undefined) return { inconclusive: 'the session was not continued after its stream was left' };
  return onAnswer((answer) => {
    if (!isLost(turn)) return [];
    const [, again] = laterTurnsOf(afterLoss(seen)[0], seen);
    if (again?.response.is !== 'answer' || !isSuccessStatus(again.response.status))
      return {
        inconclusive: 'the service takes no earlier id of a session that nobody left either',
        isUnspecified: true,
      };
    const expected = 'success: the session goes on, as one did that nobody left';
    return [{ subject: 'status', expected, observed: shown(answer), exchange: turn.id }];
  })([turn]);
};

/** True where the session of the first chat was refused after one of its streams was left. */
export function losesLeftSession(seen: Seen): boolean {
  const [turn] = laterTurnsOf(seen[0], seen);
  return turn !== undefined && isLost(turn);
}

/** What was sent since then. */
export function afterLoss(seen: Seen): Seen {
  const [turn] = laterTurnsOf(seen[0], seen);
  return turn === undefined ? [] : seen.slice(seen.indexOf(turn) + 1);
}

function isLost({ response }: Exchange): boolean {
  return (
    response.is === 'answer' &&
    response.status >= 400 &&
    response.status < 500 &&
    !busyStatuses.includes(response.status)
  );
}

/** The chats that were sent with the id which this one gave. */
function laterTurnsOf(begun: Exchange | undefined, seen: Seen): Seen {
  const id = begun === undefined ? undefined : sessionIdIn(begun);
  if (id === undefined) return [];
  return seen.filter(({ operation, request }) => {
    const sent = operation === 'chat' ? sentJson(request) : undefined;
    return (
      typeof sent === 'object' &&
      sent !== null &&
      'sessionId' in sent &&
      JSON.stringify(sent.sessionId) === JSON.stringify(id)
    );
  });
}
