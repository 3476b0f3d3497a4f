import type { Exchange } from '../../../model/exchange.ts';
import { isSingleCurl, onOneConnection } from '../../judging/curl.ts';

/**
 * The exchanges before an exchange on its connection, the last first; empty where there were none, or none is known.
 */
export type Earlier = (exchange: Exchange) => readonly Exchange[];

export function earlierOnConnection(exchanges: readonly Exchange[]): Earlier {
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

/** Two requests on one connection. */
export type Pair = { readonly before: Exchange; readonly next: Exchange };

/**
 * The shortest command line that sends such a pair on one connection; undefined where curl cannot send any of the
 * pairs.
 */
export function shortestCommandFor(pairs: readonly Pair[]): string | undefined {
  const lines = pairs
    .filter(({ before, next }) => isSingleCurl(before) && isSingleCurl(next))
    .flatMap(({ before, next }) => onOneConnection(before, next) ?? []);
  return lines.toSorted((a, b) => a.length - b.length)[0];
}
