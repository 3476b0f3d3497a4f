import type { Expectation, Seen } from '../../model/check.ts';
import { isTaken } from '../../model/exchange.ts';
import { ofCall } from '../judged-as.ts';
import { asPartOf, onAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';
import { busyStatuses } from '../statuses/is-not-busy.ts';

/**
 * What is sent of a session whose stream is left, by its place: two sessions begin, of which the second is left, and goes on
 * with its first id once another stream was whole. Where that is refused the first one does the same, a whole stream and a
 * chat with its first id, and the second is asked again. The first is older and idle for longer, so that whoever keeps the
 * newest sessions only, or forgets idle ones, has forgotten it as well.
 */
export const place = { unleft: 0, begun: 1, left: 2, other: 3, turn: 4, unleftStream: 5, unleftTurn: 6, again: 7 };

/** True where it has to be told from a service that would have refused it in any case. */
export function refusesTurn(seen: Seen): boolean {
  const response = seen[place.turn]?.response;
  return response?.is === 'answer' && isRefused(response.status);
}

/**
 * Asked of the turn behind the stream that was left, as it was answered at last: while the service works on a turn that
 * nobody waits for, it may refuse the next one for that, by whatever status.
 */
export function ofLeftSession(expectation: Expectation): Expectation {
  return asPartOf(expectation, (seen) => {
    const left = seen[place.left];
    if (left !== undefined && !isTaken(left))
      return { inconclusive: 'no stream of the session was answered, so none was aborted' };
    return ofCall(seen[place.again] === undefined ? place.turn : place.again, expectation)(seen);
  });
}

/**
 * It is accepted (2.2: present, it continues that conversation). A service that takes no earlier id than the latest, or
 * knows a session no longer, has ended nothing. Conflicts and errors of the server are the word of other checks.
 */
export const keepsLeftSession: Expectation = (seen) =>
  ofLeftSession(
    onAnswer((answer) => {
      if (!isRefused(answer.status) || busyStatuses.includes(answer.status)) return [];
      const control = [seen[place.unleftStream], seen[place.unleftTurn]];
      if (!control.every((turn) => turn !== undefined && isTaken(turn)))
        return {
          inconclusive: 'the service takes the first id of a session that nobody left no longer either',
          isUnspecified: true,
        };
      const expected = 'success: the session goes on, as an older one did that nobody left';
      return [{ subject: 'status', expected, observed: shown(answer) }];
    }),
  )(seen);

function isRefused(status: number): boolean {
  return status >= 400 && status < 500;
}
