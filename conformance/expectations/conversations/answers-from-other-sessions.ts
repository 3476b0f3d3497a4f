import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { callerOf } from '../caller.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { recallsWord } from '../words/said.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { sessionIdSentBy, sessionNamesOf, plantedInRun, candidateWordsIn } from './planted-in-run.ts';

/**
 * Fewest answers with words of their own session and none of another, though there were some, that show that the
 * service keeps nothing for all sessions.
 */
const fewestApart = 8;

/** Whether an answer knows words of its own session, and whether it says a word of another session of its caller. */
type SessionAnswer = {
  readonly exchange: Exchange;
  readonly caller: string;
  /** Undefined where the session is not known. */
  readonly session: string | undefined;
  readonly begins: boolean;
  /** Whether the request continues a session that was told a word. */
  readonly isOwed: boolean;
  readonly knowsOwn: boolean;
  readonly hasOthers: boolean;
};

/**
 * The answers that say what was told in another session in place of what was told in their own: their request did not
 * continue its conversation (2.3). A service may keep for all sessions what its user asked it to remember; it then says
 * that besides the words of the session, or where a session begins. So the set is empty where any answer to the caller
 * shows such a memory, where too few answers show that there is none, and for sessions that never know their own words.
 */
export const answersFromOtherSessions = memoizedByRun((run: Exchanges): ReadonlySet<Exchange> => {
  const ofCallers = Map.groupBy(sessionAnswersIn(run), ({ caller }) => caller).values();
  return new Set([...ofCallers].flatMap(swappedIn));
});

function swappedIn(heard: readonly SessionAnswer[]): readonly Exchange[] {
  const swapped = heard.filter(({ isOwed, knowsOwn, hasOthers }) => hasOthers && isOwed && !knowsOwn);
  const isShared = heard.some(({ begins, knowsOwn, hasOthers }) => hasOthers && (begins || knowsOwn));
  const apart = heard.filter(({ knowsOwn, hasOthers }) => knowsOwn && !hasOthers);
  if (isShared || apart.length < Math.max(fewestApart, 2 * swapped.length)) return [];
  const known = new Set(apart.map(({ session }) => session));
  return swapped.flatMap(({ exchange, session }) => (known.has(session) ? [exchange] : []));
}

function sessionAnswersIn(run: Exchanges): readonly SessionAnswer[] {
  const { words } = plantedInRun(run);
  const sessionOf = sessionNamesOf(run);
  const told = new Map<string, string[]>();
  let isAnyTold = false;
  return run.flatMap((exchange): readonly SessionAnswer[] => {
    const { operation, request } = exchange;
    const caller = callerOf(exchange);
    if ((operation !== 'chat' && operation !== 'stream') || request.raw !== undefined || caller === undefined)
      return [];
    const session = sessionOf(exchange);
    const own = session === undefined ? [] : (told.get(session) ?? []);
    const planted = wordsPlantedIn(exchange);
    if (session !== undefined) told.set(session, [...own, ...planted]);
    const isElsewhere = (word: string): boolean => {
      const by = words.get(word) ?? [];
      const isOther = (teller: Exchange): boolean => {
        const other = sessionOf(teller);
        return callerOf(teller) === caller && other !== undefined && other !== session;
      };
      return by.length > 0 && !planted.includes(word) && by.every(isOther);
    };
    const begins = sessionIdSentBy(exchange) === undefined;
    const isOwed = session !== undefined && !begins && own.length > 0;
    const wasToldElsewhere = isAnyTold;
    isAnyTold ||= planted.length > 0;
    if (!wasToldElsewhere) return [];
    const hasOthers = candidateWordsIn(exchange).some(isElsewhere);
    const knowsOwn = isOwed && own.some((word) => recallsWord(exchange, word));
    return [{ exchange, caller, session, begins, isOwed, knowsOwn, hasOthers }];
  });
}
