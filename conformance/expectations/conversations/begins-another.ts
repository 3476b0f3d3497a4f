import type { Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { callerOf } from '../caller.ts';
import { recallsWord } from '../words/said.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { sessionIdGivenBy, messageJson, sessionIdSentBy } from './planted-in-run.ts';

/** Fewest answers that know their words, to show by which id a session goes on. */
const fewestKept = 4;
/** Fewest sessions that were lost at separate times, to rule out a single restart. */
const fewestLost = 4;

/**
 * A question in a session, the time since the turn before it (`from` to `to`), and the number of turns before it.
 * Meanwhile other sessions began or went on: `othersSurely` turns surely in this time, with the same bot and caller,
 * and `othersPerhaps` turns of any bot and caller that may have been.
 */
type SessionQuestion = {
  readonly exchange: Exchange;
  readonly sent: string;
  readonly given: string;
  readonly isKnown: boolean;
  readonly word: string;
  readonly told: Exchange;
  readonly from: number;
  readonly to: number;
  readonly turns: number;
  readonly othersSurely: number;
  readonly othersPerhaps: number;
};

/**
 * A request with a sessionId continues that conversation (2.3). Where every answer that knows what its session was told
 * carries the id that was sent, an answer with another id and without the words began another session. How long and how
 * many sessions a service keeps is not shown (8.2), nor which it ends. So a lost session counts only where an answer
 * knew its words after as long a time, as many turns, and as many requests of other sessions meanwhile. A restart may
 * lose all sessions at once, so only losses at separate times count.
 */
export function continuesItsSession(run: Exchanges): readonly Mismatch[] {
  const asked = sessionQuestionsIn(run);
  const kept = asked.filter(({ isKnown }) => isKnown);
  const changed = asked.filter(({ sent, given }) => sent !== given);
  if (kept.length < fewestKept || kept.some((each) => changed.includes(each))) return [];
  const lost = oneAfterTheOther(changed.filter((each) => kept.some((other) => lastsAsLong(other, each))));
  if (lost.length < fewestLost) return [];
  return lost.slice(0, mostShown).map(({ exchange, sent, given, word, told }) => ({
    subject: 'session',
    expected: `the session ${sent}, which was told ${word} in ${told.id}`,
    observed: `the reply to ${exchange.id} carries another sessionId, ${given}, and lacks the word; so do ${changed.length} of ${asked.length} answers to such questions, and the ${kept.length} that know theirs carry the id that was sent`,
    kind: { subject: 'session', observed: 'another session was begun' },
    exchange: exchange.id,
    restsOn: [told.id],
  }));
}

const mostShown = 3;

function lastsAsLong(kept: SessionQuestion, lost: SessionQuestion): boolean {
  return (
    messageJson(kept.exchange) === messageJson(lost.exchange) &&
    kept.to - kept.from >= lost.to - lost.from &&
    kept.othersSurely >= lost.othersPerhaps &&
    kept.turns >= lost.turns
  );
}

/** The most of these questions whose times do not overlap. */
function oneAfterTheOther(lost: readonly SessionQuestion[]): readonly SessionQuestion[] {
  let end = Number.NEGATIVE_INFINITY;
  return lost
    .toSorted((one, other) => one.to - other.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

/** What a session was told, as long as its answers carry the same id. */
type PlantedSession = {
  readonly url: string;
  readonly last: Exchange;
  readonly words: readonly string[];
  readonly turns: number;
};

function sessionQuestionsIn(run: Exchanges): readonly SessionQuestion[] {
  const turns = run.filter(({ operation }) => operation === 'chat' || operation === 'stream').map(turnOf);
  const sessions = new Map<string, PlantedSession>();
  return run
    .toSorted((one, other) => startOf(one) - startOf(other))
    .flatMap((exchange): readonly SessionQuestion[] => {
      if (!isPlain(exchange) || !isAccepted(exchange)) return [];
      const [sent, given] = [sessionIdSentBy(exchange), sessionIdGivenBy(exchange)];
      if (given === undefined) return [];
      const keyOf = (id: string): string => `${callerOf(exchange) ?? ''} ${id}`;
      const told = sent === undefined ? undefined : sessions.get(keyOf(sent));
      const planted = wordsPlantedIn(exchange);
      const { url } = exchange.request;
      if (sent === undefined || sent === given) {
        const { words = [], turns = 0 } = told ?? {};
        sessions.set(keyOf(given), { url, last: exchange, words: [...words, ...planted], turns: turns + 1 });
      }
      if (sent === undefined || told === undefined || planted.length > 0 || told.url !== url) return [];
      const [word] = told.words;
      const [from, to] = [endOfExchange(told.last), startOf(exchange)];
      if (word === undefined || from > to) return [];
      return [
        {
          exchange,
          sent,
          given,
          isKnown: told.words.some((each) => recallsWord(exchange, each)),
          word,
          told: told.last,
          from,
          to,
          turns: told.turns,
          ...othersBetween(told.last, exchange, turns),
        },
      ];
    });
}

/** A chat or stream, with what decides whether it stands between two others. */
type Turn = {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly caller: string | undefined;
  readonly sent: string | undefined;
  readonly isTaken: boolean;
};

function turnOf(exchange: Exchange): Turn {
  return {
    id: exchange.id,
    from: startOf(exchange),
    to: endOfExchange(exchange),
    url: exchange.request.url,
    caller: callerOf(exchange),
    sent: sessionIdSentBy(exchange),
    isTaken: isPlain(exchange) && isAccepted(exchange),
  };
}

function othersBetween(
  told: Exchange,
  asked: Exchange,
  turns: readonly Turn[],
): Pick<SessionQuestion, 'othersSurely' | 'othersPerhaps'> {
  const [first, last, sent] = [turnOf(told), turnOf(asked), sessionIdSentBy(asked)];
  const others = turns.filter((each) => each.id !== told.id && each.id !== asked.id && each.sent !== sent);
  return {
    othersSurely: others.filter(
      ({ from, to, url, caller, isTaken: taken }) =>
        taken && from > first.to && to < last.from && url === last.url && caller === last.caller,
    ).length,
    othersPerhaps: others.filter(({ from, to }) => to > first.from && from < last.to).length,
  };
}

function isPlain({ operation, request }: Exchange): boolean {
  return (operation === 'chat' || operation === 'stream') && request.raw === undefined;
}
