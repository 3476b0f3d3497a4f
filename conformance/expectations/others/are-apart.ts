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
 * True where these exchanges show that two callers are of two workspaces, so that what one is told of the other is a leak:
 * each lists a bot that the other does not, or one was kept out of a session that the other began. In one workspace each
 * would list the same, and go on with any session.
 */
export function areApart(one: string | undefined, other: string | undefined, run: Seen): boolean {
  return eachListsItsOwn(one, other, run) || isKeptOut(one, other, run) || isKeptOut(other, one, run);
}

/** What `areApart` did not find, as a report says it. */
export const mayBeOne =
  'not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another';

/** By caller the bots that each of his lists has: some show a part of them, now these and now those. */
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

/** Of "no such session": other refusals may be of a flag, of the length or of the moment. */
const ofNoSession = [404, 410];

/**
 * The session was not there for the intruder, and was there later, with the same bot: so it had not made room for others
 * (8.2), and is not his.
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

/** A session, by the turn that began it, and the turns that name it, in order. */
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

/** It goes on under its id, or what is said was told in it. */
function isThere(turn: Exchange, told: Seen): boolean {
  if (!isTaken(turn)) return false;
  if (!isOfAnotherSession(turn)) return true;
  return told.some((each) => each !== turn && wordsPlantedIn(each).some((word) => shows(turn, word)));
}

/** A session may be of one bot alone. */
function botOf({ request: { url } }: Exchange): string {
  return url.replace(/\/stream$/, '');
}
