import { isFailed, isMet, type Expectation, type Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { sentMember } from '../../bodies/sent-json.ts';
import { isTemporarilyRefused } from '../../classification/transient.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { asPartOf } from '../on-answer.ts';
import { beginsSession } from '../words/declined/now-and-then.ts';
import { forgetsNowAndThen } from '../words/memory/now-and-then.ts';
import { isForgotten } from '../words/remembers.ts';

/** Of the caller, of the credits, or of another turn that still goes on: not of a session that is no longer kept. */
const ofOtherThings = [401, 402, 409];

/** A turn of a session that was refused, as one is whose session is no longer kept. */
export function isRefusedTurn(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is !== 'answer' || response.status < 400 || response.status >= 500) return false;
  if (ofOtherThings.includes(response.status) || isTemporarilyRefused(exchange)) return false;
  return idSentIn(exchange) !== undefined;
}

/** True where one of these turns was refused, as one is whose session is no longer kept. */
export function hasRefusedTurn(seen: Seen): boolean {
  return seen.some(isRefusedTurn);
}

/**
 * True for turns of a session that may have had to make room for others: one was refused, or one was answered as that of
 * another session, and no question was answered with a word that was told. What rotates its ids gives others too, and
 * remembers. Or a word was known in some turns only, by a bot that declined none.
 */
export function mayHaveLostSession(seen: Seen): boolean {
  return hasRefusedTurn(seen) || (seen.some(isOfAnotherSession) && isForgotten(seen)) || forgetsNowAndThen(seen);
}

/** Answered with another id than was sent. */
export function isOfAnotherSession(turn: Exchange): boolean {
  const [sent, given] = [idSentIn(turn), sessionIdIn(turn)];
  return sent !== undefined && given !== undefined && JSON.stringify(given) !== sent;
}

/** Refused as one whose session is no longer kept, or answered as that of another one. */
export function isNotContinued(turn: Exchange): boolean {
  return isRefusedTurn(turn) || isOfAnotherSession(turn);
}

/**
 * True where another session of these began since the last turn of its own that was taken: how many sessions a service
 * keeps is not shown (8.2), and the older ones may have to make room.
 */
function mayBeCrowdedOut(refused: Exchange, seen: Seen): boolean {
  if (!isRefusedTurn(refused)) return false;
  const own = seen.slice(0, seen.indexOf(refused)).filter((turn) => isTaken(turn) && isOf(idSentIn(refused), turn));
  const last = own.at(-1);
  if (last === undefined) return false;
  return seen.some(
    (other) =>
      isTaken(other) &&
      beginsSession(other) &&
      !own.includes(other) &&
      endOfExchange(other) >= startOf(last) &&
      startOf(other) <= endOfExchange(refused),
  );
}

/** The expectation, unless all that it is not met by are turns whose sessions may have had to make room for others. */
export function unlessCrowdedOut(expectation: Expectation): Expectation {
  return asPartOf(expectation, async (seen) => {
    const judgement = await expectation(seen);
    if (!isFailed(judgement)) return judgement;
    const out = seen.filter((exchange) => mayBeCrowdedOut(exchange, seen));
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

/** True for a turn that was sent the id, or returned it. */
function isOf(id: string | undefined, turn: Exchange): boolean {
  const given = sessionIdIn(turn);
  return idSentIn(turn) === id || (given !== undefined && JSON.stringify(given) === id);
}

function idSentIn({ request }: Exchange): string | undefined {
  return sentMember(request, 'sessionId');
}
