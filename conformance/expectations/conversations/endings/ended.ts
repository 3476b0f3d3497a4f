import { isFailed, isMet, type Expectation, type Seen } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { errorObjectIn } from '../../bodies/has-error-envelope.ts';
import { asPartOf } from '../../on-answer.ts';
import { beginsSession } from '../../words/declined/now-and-then.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import { isOfNoSession } from '../newer-are-kept.ts';

/** A turn that begins a session and one that continues it (2.3): what ends sooner was never continued. */
const fewestTurns = 2;
/** Less is no lifetime, as people write no faster. */
const leastLifetimeMs = 1000;

/** The session that a probe is about, and the one that it begins behind it where the first was refused. */
export function firstAndSecond(seen: Seen): readonly [first: Seen, second: Seen] {
  const at = seen.findIndex((turn, place) => place > 0 && beginsSession(turn));
  return at < 0 ? [seen, []] : [seen.slice(0, at), seen.slice(at)];
}

/** A session that came to its end: the turns before, and those that were refused from there on. */
export type End = { readonly taken: Seen; readonly refused: Seen };

/**
 * Every turn was taken up to one, and from there on each was refused as one of no session, with the error object: how long
 * sessions last is not shown (8.2). One that is taken behind a refusal goes on, and was lost for a moment.
 */
export function endIn(session: Seen): End | undefined {
  const at = session.findIndex(isRefusedAsEnded);
  const [taken, refused] = [session.slice(0, Math.max(0, at)), session.slice(at)];
  const isEnd = taken.length >= fewestTurns && taken.every(isTaken) && refused.every(isRefusedAsEnded);
  return isEnd ? { taken, refused } : undefined;
}

function isRefusedAsEnded(turn: Exchange): boolean {
  return turn.response.is === 'answer' && isOfNoSession(turn) && isMet(errorObjectIn(turn.response));
}

/** `alike`: two sessions end so. `unclear`: no other one lasted as long, or none was begun. */
type Ending = {
  readonly is: 'alike' | 'unclear';
  readonly turns: number;
  /** All turns that were taken, of both. */
  readonly taken: Seen;
};

/**
 * Undefined where a session that is refused was lost: another one went on for more turns, and for longer. One that ends
 * does so by chat too: what only streams refuse is no end.
 */
export function endingIn(seen: Seen): Ending | undefined {
  const [first, second] = firstAndSecond(seen);
  const [one, other] = [endIn(first), endIn(second)];
  if (one === undefined || !one.refused.some(({ operation }) => operation === 'chat')) return undefined;
  const turns = one.taken.length;
  const taken = [...one.taken, ...second.filter(isTaken)];
  if (other !== undefined)
    return other.taken.length === turns || isOneLifetime(one, other) ? { is: 'alike', turns, taken } : undefined;
  const lasted = second.filter(isTaken).length > turns && agesOf(second).atLeast >= agesOf(first).atMost;
  const mayBeTime = agesOf(first).atMost >= leastLifetimeMs;
  return second.length === 0 || (mayBeTime && !lasted) ? { is: 'unclear', turns, taken } : undefined;
}

/** How old a session was at its last turn that was taken, at least, and at the first that was refused, at most. */
function agesOf(session: Seen): { readonly atLeast: number; readonly atMost: number } {
  const [begun] = session;
  const last = session.findLast(isTaken);
  const refused = session.find((turn) => !isTaken(turn));
  return {
    atLeast: begun === undefined || last === undefined ? 0 : startOf(last) - endOfExchange(begun),
    atMost: begun === undefined || refused === undefined ? Infinity : endOfExchange(refused) - startOf(begun),
  };
}

/** A time after which each of them would end where it did. */
function isOneLifetime(...ends: readonly End[]): boolean {
  const ages = ends.map(({ taken, refused }) => agesOf([...taken, ...refused]));
  const [from, to] = [Math.max(...ages.map(({ atLeast }) => atLeast)), Math.min(...ages.map(({ atMost }) => atMost))];
  return from < to && to >= leastLifetimeMs;
}

function because({ is, turns }: Ending): string {
  const known = is === 'alike' ? 'as another one was, begun behind it' : 'and no other one went on for longer';
  return `a session was refused from turn ${turns + 1} on, ${known}: how long sessions last is not specified`;
}

/**
 * The expectation, of the turns that were taken where sessions end alike; where that is unclear, it accuses nobody.
 * `fewest`: so many turns a session has to last to show it.
 */
export function untilItsEnd(expectation: Expectation, fewest = fewestTurns): Expectation {
  return asPartOf(expectation, async (seen) => {
    const ending = endingIn(seen);
    const [first] = firstAndSecond(seen);
    if (ending === undefined) return expectation(first);
    if (ending.turns < fewest) return { inconclusive: because(ending) };
    if (ending.is === 'alike') return expectation(ending.taken);
    const judgement = await expectation(first);
    return isFailed(judgement) ? { inconclusive: because(ending) } : judgement;
  });
}

/** The expectation of a whole conversation: one that came to its end before may not show it. */
export function unlessItEnded(expectation: Expectation): Expectation {
  return asPartOf(expectation, async (seen) => {
    const [first] = firstAndSecond(seen);
    const judgement = await expectation(first);
    const ending = isFailed(judgement) ? endingIn(seen) : undefined;
    return ending === undefined ? judgement : { inconclusive: because(ending), isUnspecified: true };
  });
}
