import type { Exchange } from '../../../model/exchange.ts';
import { isOneCurl, onOneConnection } from '../../judging/curl.ts';

/** What came before an exchange on its connection, the last first; empty where it was the first, or that is not known. */
export type Earlier = (exchange: Exchange) => readonly Exchange[];

export function earlierOn(exchanges: readonly Exchange[]): Earlier {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (exchange) => {
    const earlier = new Set<Exchange>();
    for (let at = before(exchange); at !== undefined && !earlier.has(at); at = before(at)) earlier.add(at);
    return [...earlier];
  };
  function before({ behind }: Exchange): Exchange | undefined {
    return behind === undefined ? undefined : byId.get(behind);
  }
}

/** A pair of requests for one connection. */
export type Pair = { readonly before: Exchange; readonly next: Exchange };

/** The shortest line that sends two such requests on one connection; undefined where no line of curl can. */
export function lineOf(pairs: readonly Pair[]): string | undefined {
  const lines = pairs
    .filter(({ before, next }) => isOneCurl(before) && isOneCurl(next))
    .flatMap(({ before, next }) => onOneConnection(before, next) ?? []);
  return lines.toSorted((a, b) => a.length - b.length)[0];
}
