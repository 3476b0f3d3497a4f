import type { Expectation, Exchanges } from '../../model/check.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import {
  arrivalOf,
  whyNotObserved,
  fewestEvents,
  isSpread,
  longestFlushMs,
  ms,
  tooFewEvents,
  type Arrival,
} from './arrives-over-time.ts';

/** Fewest streams that come in a burst: a bot may once think for long and then say everything at once. */
const fewestHeldBack = 2;

type ArrivedStream = { readonly exchange: Exchange; readonly arrival: Arrival };

/**
 * Events come as they are made to clients that accept content codings too. Streams with `Accept-Encoding` were held
 * back where the same request without it got its events one after the other each time, for longer than a proxy waits
 * between two flushes, while all of theirs came at once, later by at least as much. Anything else is inconclusive.
 */
export const codedArrivesOverTime: Expectation = (seen) => {
  const coded = arrivedIn(seen.filter(takesCodings));
  const [first] = coded;
  if (first === undefined) return tooFewEvents;
  if (coded.some(({ arrival }) => isSpread(arrival))) return [];
  const blind = whyNotObserved(coded.map(({ arrival }) => arrival));
  if (blind !== undefined) return blind;
  const plain = arrivedIn(seen.filter((exchange) => !takesCodings(exchange))).map(({ arrival }) => arrival);
  const latestMs = Math.max(0, ...plain.map(({ waitMs }) => waitMs));
  if (coded.some(({ arrival }) => arrival.waitMs < latestMs + longestFlushMs) || coded.length < fewestHeldBack) {
    const after = coded.map(({ arrival }) => ms(arrival.waitMs)).join(' and ');
    return { inconclusive: `everything came at once after ${after}, which may be the bot’s thinking time` };
  }
  if (plain.length === 0 || !plain.every(isLong)) {
    const because = 'without Accept-Encoding the events did not come over time either, for long enough to compare';
    return { inconclusive: because, isUnspecified: true };
  }
  const observed = `${first.arrival.events} events within ${first.arrival.spreadMs.toFixed(1)} ms, after ${ms(first.arrival.waitMs)} without any`;
  const expected = `events spread over the time of the reply, as without Accept-Encoding: there the first came after ${ms(latestMs)}`;
  return [{ subject: 'arrival with Accept-Encoding', expected, observed, exchange: first.exchange.id }];
};

/** True where a stream for a client that accepts codings came at once, and so late that it is worth comparing. */
export function mayBeBuffered(seen: Exchanges): boolean {
  return arrivedIn(seen).some(({ arrival }) => !isSpread(arrival) && arrival.waitMs >= longestFlushMs);
}

function takesCodings({ request }: Exchange): boolean {
  return headerOf(request.headers, 'accept-encoding') !== undefined;
}

function isLong({ pieces, spreadMs }: Arrival): boolean {
  return pieces >= fewestEvents && spreadMs >= longestFlushMs;
}

/** The complete streams with enough events. */
function arrivedIn(seen: Exchanges): readonly ArrivedStream[] {
  return seen.flatMap((exchange) => {
    const { response } = exchange;
    if (response.is !== 'answer' || response.ending !== 'complete' || !isAccepted(exchange)) return [];
    const arrival = arrivalOf(response);
    return 'inconclusive' in arrival || arrival.events < fewestEvents ? [] : [{ exchange, arrival }];
  });
}
