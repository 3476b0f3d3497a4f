import type { Exchange } from '../../model/exchange.ts';
import type { Expectation } from '../../model/check.ts';
import { contentOf } from '../../bodies/content.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { withExchange } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { isRefusedContinuation } from './evicted-sessions.ts';
import { firstTurnOf, isPlainTurn, sessionsIn, isCompleteTurn, type Session } from './sessions-in.ts';
import { sessionIdGivenBy, sessionIdSentBy } from './planted-in-run.ts';

/** A turn that continues a session, the turn before it, and the number of turns before. */
type ContinuedTurn = {
  readonly own: Session;
  readonly last: Exchange;
  readonly turn: Exchange;
  readonly turnsBefore: number;
};

/**
 * No session is refused that a service would keep by any rule by which it kept another session. How many sessions a
 * service keeps, and for how long, is not shown (8.2). So the other session was last used and begun longer ago, has no
 * fewer turns, and had four times as many sessions in between, of the same bot, of the same caller and of all. A
 * session that is refused all the same, now and then or by some of several servers, is lost.
 */
export const keepsNewerSessions: Expectation = (seen) => {
  const sessions = sessionsIn(seen.filter(isPlainTurn));
  const continued = sessions.flatMap(continuedIn);
  const wentOn = continued.filter(({ turn }) => isCompleteTurn(turn));
  // Whether a stream shows an id is not specified (4.3), so only a chat can show that sessions are kept.
  if (!wentOn.some(({ turn }) => turn.operation === 'chat' && sessionIdGivenBy(turn) !== undefined))
    return { inconclusive: 'no session was continued by a chat' };
  return continued.flatMap((each) => {
    if (!isUnknownSessionRefusal(each.turn) || each.turn.request.body.length > longestBytes) return [];
    const longer = wentOn.find((other) => isKeptLonger(other, each, sessions));
    return longer === undefined ? [] : [mismatchOf(each, longer)];
  });
};

function mismatchOf({ turn, last }: ContinuedTurn, longer: ContinuedTurn) {
  const secondsOf = (between: Pick<ContinuedTurn, 'turn' | 'last'>): string =>
    `${((startOf(between.turn) - endOfExchange(between.last)) / 1000).toFixed(1)} s`;
  return withExchange(turn, {
    subject: 'session',
    expected: `success: last used ${secondsOf({ turn, last })} before, while ${longer.turn.id} goes on with an older session after ${secondsOf(longer)}`,
    observed: turn.response.is === 'answer' ? describeAnswer(turn.response) : 'no answer',
    kind: { observed: 'a session is refused while older ones go on' },
    restsOn: [last, longer.last, longer.turn].map(({ id }) => id),
  });
}

/**
 * The turns of a session that follow each other, each with the newest id, up to the first turn that was refused or cut
 * short.
 */
function continuedIn(own: Session): readonly ContinuedTurn[] {
  const all: ContinuedTurn[] = [];
  for (const [at, turn] of own.turns.entries()) {
    const last = own.turns[at - 1];
    if (last === undefined) continue;
    if (!isCompleteTurn(last) || endOfExchange(last) > startOf(turn) || newestId(last) !== sessionIdSentBy(turn)) break;
    all.push({ own, last, turn, turnsBefore: at });
  }
  return all;
}

/** The newest id that the turn shows: a stream need not show one (4.3). */
function newestId(turn: Exchange): string | undefined {
  return sessionIdGivenBy(turn) ?? sessionIdSentBy(turn);
}

/**
 * Longest request body, in bytes, that is judged: how long a message may be is not shown (8.2), and a longer one may be
 * refused for that.
 */
const longestBytes = 1000;

/**
 * The session that was kept has to have at least this many times as many sessions in between. In a cache of several
 * parts some sessions are lost sooner than others, but not four times as soon.
 */
const farMore = 4;

function isKeptLonger(longer: ContinuedTurn, refused: ContinuedTurn, all: readonly Session[]): boolean {
  const [a, b] = [longer, refused];
  if (a.own === b.own || a.own.group !== b.own.group || beginningOf(a.own) !== beginningOf(b.own)) return false;
  if (a.turn.operation !== b.turn.operation || a.turnsBefore < b.turnsBefore) return false;
  const [firstOfA, firstOfB] = [firstTurnOf(a.own), firstTurnOf(b.own)];
  if (startOf(a.turn) - endOfExchange(a.last) < endOfExchange(b.turn) - startOf(b.last)) return false;
  if (startOf(a.turn) - endOfExchange(firstOfA) < endOfExchange(b.turn) - startOf(firstOfB)) return false;
  const ofWhom = [
    all.filter(({ group }) => group === a.own.group),
    all.filter(({ caller }) => caller === a.own.caller),
    all,
  ];
  return ofWhom.every((some) => {
    const [ofA, ofB] = [some.filter((each) => each !== a.own), some.filter((each) => each !== b.own)];
    const used = ofA.filter(({ turns }) => turns.some((turn) => isWithin(turn, a.last, a.turn)));
    const mayBeUsed = ofB.filter(({ turns }) => turns.some((turn) => mayBeWithin(turn, b.last, b.turn)));
    const begun = ofA.filter((each) => isWithin(firstTurnOf(each), firstOfA, a.turn));
    const mayBeBegun = ofB.filter((each) => mayBeWithin(firstTurnOf(each), firstOfB, b.turn));
    return used.length >= farMore * mayBeUsed.length && begun.length >= farMore * mayBeBegun.length;
  });
}

/**
 * True for a turn that was surely between these two: sent after the answer to `from`, and answered before `to` was
 * sent.
 */
function isWithin(turn: Exchange, from: Exchange, to: Exchange): boolean {
  return startOf(turn) > endOfExchange(from) && endOfExchange(turn) < startOf(to);
}

function mayBeWithin(turn: Exchange, from: Exchange, to: Exchange): boolean {
  return endOfExchange(turn) >= startOf(from) && startOf(turn) <= endOfExchange(to);
}

/** How a session began, since sessions that began otherwise may be kept elsewhere. */
function beginningOf(session: Session): string {
  const first = firstTurnOf(session);
  const body = sentJson(first.request);
  return `${first.operation} ${Object.keys(typeof body === 'object' && body !== null ? body : {})
    .toSorted()
    .join(' ')}`;
}

/** True for a turn that was refused because its session is not known, and not for anything else in its request. */
export function isUnknownSessionRefusal(turn: Exchange): boolean {
  const { response } = turn;
  if (response.is !== 'answer' || !isRefusedContinuation(turn)) return false;
  if (response.status === 404 || response.status === 410) return true;
  const content = contentOf(response);
  return (
    mayBeOfTheSession.includes(response.status) && content.is === 'bytes' && /session/i.test(asText(content.bytes))
  );
}

/** Statuses that count where the body names the session too. Without locked (423) and too long (413). */
const mayBeOfTheSession = [400, 403, 422];

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
