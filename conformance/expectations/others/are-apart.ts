import { botIdsIn } from '../../bodies/bots.ts';
import type { Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { startOf } from '../../model/moment.ts';
import { callerOf } from '../caller.ts';
import { isOfAnotherSession } from '../conversations/crowded-out.ts';
import { sessionAsked, toldIn } from '../conversations/told-in-run.ts';
import { ofSameRun } from '../of-same-run.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { shows } from './shows.ts';

/**
 * True where these exchanges show that two callers belong to two workspaces, so that an answer to one with what the
 * other told is a leak: each lists a bot that the other does not list, or one was kept out of a session of the other.
 * In a single workspace both would list the same bots and could continue any session.
 */
export function areApart(one: string | undefined, other: string | undefined, run: Seen): boolean {
  return eachListsItsOwn(one, other, run) || isKeptOut(one, other, run) || isKeptOut(other, one, run);
}

/** Says in a report what `areApart` did not find. */
export const mayBeOne =
  'not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another';

/** By caller the bots that all of its lists have: some services list only a part, now these bots and now those. */
const alwaysListed = ofSameRun((run: Seen): ReadonlyMap<string | undefined, readonly string[]> => {
  const lists = Map.groupBy(
    run.filter((each) => each.operation === 'bots' && botIdsIn(each).length > 0),
    callerOf,
  );
  return new Map([...lists].map(([caller, each]) => [caller, inAllOf(each.map(botIdsIn))]));
});

function inAllOf([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((id) => others.every((list) => list.includes(id)));
}

function eachListsItsOwn(one: string | undefined, other: string | undefined, run: Seen): boolean {
  const listed = alwaysListed(run);
  const [ofOne, ofOther] = [listed.get(one) ?? [], listed.get(other) ?? []];
  return ofOne.some((id) => !ofOther.includes(id)) && ofOther.some((id) => !ofOne.includes(id));
}

/** Statuses for a session that does not exist. Other refusals may be due to a flag, to the length or to the moment. */
const ofNoSession = [404, 410];

/**
 * True where a session was not there for the intruder, and was there later, with the same bot: so it had not made room
 * for others (8.2), and does not belong to the intruder.
 */
function isKeptOut(owner: string | undefined, intruder: string | undefined, run: Seen): boolean {
  return sessionsBegunBy(owner, run).some(({ begun, turns }) => {
    const told = [begun, ...turns].filter((turn) => callerOf(turn) === owner);
    return turns.some(
      (turn, at) =>
        callerOf(turn) === intruder &&
        isNotThere(turn) &&
        turns.slice(at + 1).some((later) => isThere(later, told) && botOf(later) === botOf(turn)),
    );
  });
}

/** A session: the turn that began it, and the turns that name its id, in order. */
type Session = { readonly begun: Exchange; readonly turns: Seen };

const bySessionAsked = ofSameRun((run: Seen) => Map.groupBy(run, sessionAsked));

function sessionsBegunBy(owner: string | undefined, run: Seen): readonly Session[] {
  const named = bySessionAsked(run);
  return [...toldIn(run).ids].flatMap(([id, [begun]]) => {
    if (begun === undefined || callerOf(begun) !== owner || sessionAsked(begun) !== undefined) return [];
    return [{ begun, turns: (named.get(id) ?? []).toSorted((a, b) => startOf(a) - startOf(b)) }];
  });
}

function isNotThere(turn: Exchange): boolean {
  if (turn.response.is !== 'answer') return false;
  return isTaken(turn) ? isOfAnotherSession(turn) : ofNoSession.includes(turn.response.status);
}

/** True where the session goes on under its id, or the answer says what was told in it. */
function isThere(turn: Exchange, told: Seen): boolean {
  if (!isTaken(turn)) return false;
  if (!isOfAnotherSession(turn)) return true;
  return told.some((each) => each !== turn && wordsPlantedIn(each).some((word) => shows(turn, word)));
}

/** The bot of a request, since a session may belong to a single bot. */
function botOf({ request: { url } }: Exchange): string {
  return url.replace(/\/stream$/, '');
}
