import type { Mismatch, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { endOf, startOf } from '../../model/moment.ts';
import { callerOf } from '../caller.ts';
import { recalls } from '../words/said.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { idGivenBy, messageIn, sessionAsked } from './told-in-run.ts';

/** So many answers that know their words show by which id a session goes on. */
const fewestKept = 4;
/** So many sessions were lost one after the other, and not by one restart. */
const fewestLost = 4;

/** A question in a session, and how long after the turn before it that was asked, with how many sessions begun meanwhile. */
type Asked = {
  readonly exchange: Exchange;
  readonly sent: string;
  readonly given: string;
  readonly isKnown: boolean;
  readonly word: string;
  readonly told: Exchange;
  readonly from: number;
  readonly to: number;
  readonly turns: number;
  readonly begunMeanwhile: number;
};

/**
 * A request with a sessionId continues that conversation (2.3): where each answer that knows what its session was told carries
 * the id that was sent, one that carries another id and knows nothing began another session. How long and how many sessions a
 * service keeps is not shown (8.2): it counts where an answer knew its words after as long, as many turns, and as many
 * sessions begun meanwhile; and a restart may lose all that there are, once.
 */
export function continuesItsSession(run: Seen): readonly Mismatch[] {
  const asked = askedIn(run);
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

function lastsAsLong(kept: Asked, lost: Asked): boolean {
  return (
    messageIn(kept.exchange) === messageIn(lost.exchange) &&
    kept.to - kept.from >= lost.to - lost.from &&
    kept.begunMeanwhile >= lost.begunMeanwhile &&
    kept.turns >= lost.turns
  );
}

/** As many of them as no two were under way at one moment. */
function oneAfterTheOther(lost: readonly Asked[]): readonly Asked[] {
  let end = Number.NEGATIVE_INFINITY;
  return lost
    .toSorted((one, other) => one.to - other.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

/** What a session was told, by the id that the answers to it gave, while that stays. */
type Told = {
  readonly url: string;
  readonly last: Exchange;
  readonly words: readonly string[];
  readonly turns: number;
};

function askedIn(run: Seen): readonly Asked[] {
  const begun = run.filter((exchange) => isPlain(exchange) && sessionAsked(exchange) === undefined).map(startOf);
  const sessions = new Map<string, Told>();
  return run
    .toSorted((one, other) => startOf(one) - startOf(other))
    .flatMap((exchange): readonly Asked[] => {
      if (!isPlain(exchange) || !isTaken(exchange)) return [];
      const [sent, given] = [sessionAsked(exchange), idGivenBy(exchange)];
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
      const [from, to] = [endOf(told.last), startOf(exchange)];
      if (word === undefined || from > to) return [];
      return [
        {
          exchange,
          sent,
          given,
          isKnown: told.words.some((each) => recalls(exchange, each)),
          word,
          told: told.last,
          from,
          to,
          turns: told.turns,
          begunMeanwhile: begun.filter((at) => at > from && at < to).length,
        },
      ];
    });
}

function isPlain({ operation, request }: Exchange): boolean {
  return (operation === 'chat' || operation === 'stream') && request.raw === undefined;
}
