import { isFailed, isMet, type Expectation, type Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { judgeErrorObject } from '../../bodies/has-error-envelope.ts';
import { wrapExpectation } from '../../on-answer.ts';
import { beginsSession } from '../../words/declined/may-have-declined.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import { isUnknownSessionRefusal } from '../newer-are-kept.ts';

/**
 * Fewest accepted turns of a session that ended: the turn that begins it and a turn that continues it (2.3). With
 * fewer, it was never continued.
 */
const fewestTurns = 2;
/** Shortest lifetime of sessions, in ms: a shorter one is impossible, since people write no faster. */
const leastLifetimeMs = 1000;

/** The session that a probe is about, and the session that it begins afterwards where the first was refused. */
export function firstAndSecondSession(seen: Exchanges): readonly [first: Exchanges, second: Exchanges] {
  const at = seen.findIndex((turn, place) => place > 0 && beginsSession(turn));
  return at < 0 ? [seen, []] : [seen.slice(0, at), seen.slice(at)];
}

/** A session that ended: its accepted turns, and the refused turns after them. */
type SessionEnd = { readonly taken: Exchanges; readonly refused: Exchanges };

/**
 * The end of a session whose turns were all accepted up to a point, and all refused with the error object from there
 * on, as where the session does not exist: how long sessions last is not shown (8.2). Undefined otherwise: a session
 * with an accepted turn after a refusal goes on, and was lost for a moment.
 */
export function sessionEndOf(session: Exchanges): SessionEnd | undefined {
  const at = session.findIndex(isRefusedAsEnded);
  const [taken, refused] = [session.slice(0, Math.max(0, at)), session.slice(at)];
  const isEnd = taken.length >= fewestTurns && taken.every(isAccepted) && refused.every(isRefusedAsEnded);
  return isEnd ? { taken, refused } : undefined;
}

function isRefusedAsEnded(turn: Exchange): boolean {
  return turn.response.is === 'answer' && isUnknownSessionRefusal(turn) && isMet(judgeErrorObject(turn.response));
}

/** `alike`: two sessions end at the same point. `unclear`: the other session did not last longer, or there is none. */
type EndComparison = {
  readonly is: 'alike' | 'unclear';
  readonly turns: number;
  /** The accepted turns of both sessions. */
  readonly taken: Exchanges;
};

/**
 * How the first session ended. Undefined where it did not end, where only streams refuse it, since an ended session is
 * refused in chats too, and where it was lost: the other session went on for more turns and for longer.
 */
export function compareEnds(seen: Exchanges): EndComparison | undefined {
  const [first, second] = firstAndSecondSession(seen);
  const [one, other] = [sessionEndOf(first), sessionEndOf(second)];
  if (one === undefined || !one.refused.some(({ operation }) => operation === 'chat')) return undefined;
  const turns = one.taken.length;
  const taken = [...one.taken, ...second.filter(isAccepted)];
  if (other !== undefined)
    return other.taken.length === turns || isOneLifetime(one, other) ? { is: 'alike', turns, taken } : undefined;
  const lasted = second.filter(isAccepted).length > turns && agesOf(second).atLeast >= agesOf(first).atMost;
  const mayBeTime = agesOf(first).atMost >= leastLifetimeMs;
  return second.length === 0 || (mayBeTime && !lasted) ? { is: 'unclear', turns, taken } : undefined;
}

/** How old a session was at least at its last accepted turn, and at most at its first refused turn, in ms. */
function agesOf(session: Exchanges): { readonly atLeast: number; readonly atMost: number } {
  const [begun] = session;
  const last = session.findLast(isAccepted);
  const refused = session.find((turn) => !isAccepted(turn));
  return {
    atLeast: begun === undefined || last === undefined ? 0 : startOf(last) - endOfExchange(begun),
    atMost: begun === undefined || refused === undefined ? Infinity : endOfExchange(refused) - startOf(begun),
  };
}

/** True where one lifetime may explain the ends of all these sessions. */
function isOneLifetime(...ends: readonly SessionEnd[]): boolean {
  const ages = ends.map(({ taken, refused }) => agesOf([...taken, ...refused]));
  const [from, to] = [Math.max(...ages.map(({ atLeast }) => atLeast)), Math.min(...ages.map(({ atMost }) => atMost))];
  return from < to && to >= leastLifetimeMs;
}

function because({ is, turns }: EndComparison): string {
  const known = is === 'alike' ? 'as another one was, begun behind it' : 'and no other one went on for longer';
  return `a session was refused from turn ${turns + 1} on, ${known}: how long sessions last is not specified`;
}

/**
 * The expectation, of the accepted turns where both sessions end alike; inconclusive in place of failed where that is
 * unclear. `fewest`: fewest turns of a session that can show it.
 */
export function untilSessionEnd(expectation: Expectation, fewest = fewestTurns): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const ending = compareEnds(seen);
    const [first] = firstAndSecondSession(seen);
    if (ending === undefined) return expectation(first);
    if (ending.turns < fewest) return { inconclusive: because(ending) };
    if (ending.is === 'alike') return expectation(ending.taken);
    const judgement = await expectation(first);
    return isFailed(judgement) ? { inconclusive: because(ending) } : judgement;
  });
}

/** The expectation of a whole conversation: inconclusive in place of failed where the session ended before. */
export function unlessSessionEnded(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const [first] = firstAndSecondSession(seen);
    const judgement = await expectation(first);
    const ending = isFailed(judgement) ? compareEnds(seen) : undefined;
    return ending === undefined ? judgement : { inconclusive: because(ending), isUnspecified: true };
  });
}
