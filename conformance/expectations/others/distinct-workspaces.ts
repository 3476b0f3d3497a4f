import { botIdsIn } from '../../bodies/bots.ts';
import type { Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { startOf } from '../../model/moment.ts';
import { callerOf } from '../caller.ts';
import { hasOtherSessionId } from '../conversations/evicted-sessions.ts';
import { sessionIdSentBy, plantedInRun } from '../conversations/planted-in-run.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { showsWord } from './shows-word.ts';

/**
 * True where these exchanges show that two callers belong to two workspaces, so that an answer to one with what the
 * other told is a leak: each lists a bot that the other does not list, or one was kept out of a session of the other.
 * In a single workspace both would list the same bots and could continue any session.
 */
export function areDistinctWorkspaces(one: string | undefined, other: string | undefined, run: Exchanges): boolean {
  return eachListsItsOwn(one, other, run) || isKeptOut(one, other, run) || isKeptOut(other, one, run);
}

/** Says in a report what `areDistinctWorkspaces` did not find. */
export const mayBeSameWorkspace =
  'not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another';

/** By caller the bots that all of its lists have: some services list only a part, now these bots and now those. */
const alwaysListed = memoizedByRun((run: Exchanges): ReadonlyMap<string | undefined, readonly string[]> => {
  const lists = Map.groupBy(
    run.filter((each) => each.operation === 'bots' && botIdsIn(each).length > 0),
    callerOf,
  );
  return new Map([...lists].map(([caller, each]) => [caller, inAllOf(each.map(botIdsIn))]));
});

function inAllOf([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((id) => others.every((list) => list.includes(id)));
}

function eachListsItsOwn(one: string | undefined, other: string | undefined, run: Exchanges): boolean {
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
function isKeptOut(owner: string | undefined, intruder: string | undefined, run: Exchanges): boolean {
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
type Session = { readonly begun: Exchange; readonly turns: Exchanges };

const bySessionAsked = memoizedByRun((run: Exchanges) => Map.groupBy(run, sessionIdSentBy));

function sessionsBegunBy(owner: string | undefined, run: Exchanges): readonly Session[] {
  const named = bySessionAsked(run);
  return [...plantedInRun(run).ids].flatMap(([id, [begun]]) => {
    if (begun === undefined || callerOf(begun) !== owner || sessionIdSentBy(begun) !== undefined) return [];
    return [{ begun, turns: (named.get(id) ?? []).toSorted((a, b) => startOf(a) - startOf(b)) }];
  });
}

function isNotThere(turn: Exchange): boolean {
  if (turn.response.is !== 'answer') return false;
  return isAccepted(turn) ? hasOtherSessionId(turn) : ofNoSession.includes(turn.response.status);
}

/** True where the session goes on under its id, or the answer says what was told in it. */
function isThere(turn: Exchange, told: Exchanges): boolean {
  if (!isAccepted(turn)) return false;
  if (!hasOtherSessionId(turn)) return true;
  return told.some((each) => each !== turn && wordsPlantedIn(each).some((word) => showsWord(turn, word)));
}

/** The bot of a request, since a session may belong to a single bot. */
function botOf({ request: { url } }: Exchange): string {
  return url.replace(/\/stream$/, '');
}
