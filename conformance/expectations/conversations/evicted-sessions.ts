import { isFailed, isMet, type Expectation, type Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { sentMember } from '../../bodies/sent-json.ts';
import { isTemporarilyRefused } from '../../classification/transient.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { wrapExpectation } from '../on-answer.ts';
import { beginsSession } from '../words/declined/may-have-declined.ts';
import { forgetsIntermittently } from '../words/memory/forgets-intermittently.ts';
import { isForgotten } from '../words/remembers.ts';

/**
 * Statuses that do not mean a lost session: the caller (401), the credits (402), or another turn that still goes on
 * (409).
 */
const ofOtherThings = [401, 402, 409];

/**
 * True for a turn that was refused in a way in which a service may refuse a turn of a session that it no longer keeps.
 */
export function isRefusedContinuation(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is !== 'answer' || response.status < 400 || response.status >= 500) return false;
  if (ofOtherThings.includes(response.status) || isTemporarilyRefused(exchange)) return false;
  return idSentIn(exchange) !== undefined;
}

/** True where any of these turns was refused like that. */
export function hasRefusedContinuation(seen: Exchanges): boolean {
  return seen.some(isRefusedContinuation);
}

/**
 * True for turns of a session that may have had to make room for others: one was refused; or one was answered with the
 * id of another session and no question was answered with a planted word, since a service that rotates its ids gives
 * new ids but remembers; or a word was known in some turns only, by a bot that declined none.
 */
export function mayHaveLostSession(seen: Exchanges): boolean {
  return (
    hasRefusedContinuation(seen) || (seen.some(hasOtherSessionId) && isForgotten(seen)) || forgetsIntermittently(seen)
  );
}

/** True for an answer with another id than the request sent. */
export function hasOtherSessionId(turn: Exchange): boolean {
  const [sent, given] = [idSentIn(turn), sessionIdIn(turn)];
  return sent !== undefined && given !== undefined && JSON.stringify(given) !== sent;
}

/** True for a turn refused as if its session is no longer kept, or answered with the id of another session. */
export function isDiscontinued(turn: Exchange): boolean {
  return isRefusedContinuation(turn) || hasOtherSessionId(turn);
}

/**
 * True where another of these sessions began after the last accepted turn of the refused turn's session: how many
 * sessions a service keeps is not shown (8.2), and older ones may have to make room.
 */
function mayBeEvicted(refused: Exchange, seen: Exchanges): boolean {
  if (!isRefusedContinuation(refused)) return false;
  const own = seen.slice(0, seen.indexOf(refused)).filter((turn) => isAccepted(turn) && isOf(idSentIn(refused), turn));
  const last = own.at(-1);
  if (last === undefined) return false;
  return seen.some(
    (other) =>
      isAccepted(other) &&
      beginsSession(other) &&
      !own.includes(other) &&
      endOfExchange(other) >= startOf(last) &&
      startOf(other) <= endOfExchange(refused),
  );
}

/**
 * The expectation, but inconclusive where it fails only because of turns whose sessions may have had to make room for
 * others.
 */
export function unlessEvicted(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const judgement = await expectation(seen);
    if (!isFailed(judgement)) return judgement;
    const out = seen.filter((exchange) => mayBeEvicted(exchange, seen));
    if (out.length === 0) return judgement;
    const others = await expectation(seen.filter((exchange) => !out.includes(exchange)));
    if (!isMet(others)) return 'inconclusive' in others ? others : judgement;
    return {
      inconclusive:
        'a turn was refused after other sessions of the same caller had begun: how many a service keeps is not specified',
      isUnspecified: true,
    };
  });
}

/** True for a turn that sent the id, or returned it. */
function isOf(id: string | undefined, turn: Exchange): boolean {
  const given = sessionIdIn(turn);
  return idSentIn(turn) === id || (given !== undefined && JSON.stringify(given) === id);
}

function idSentIn({ request }: Exchange): string | undefined {
  return sentMember(request, 'sessionId');
}
