import type { Exchange } from '../../model/exchange.ts';

/** Finds a recorded exchange by its id. */
export type RecordedLookup = (id: string) => Exchange | undefined;

export function exchangesById(exchanges: readonly Exchange[]): RecordedLookup {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (id) => byId.get(id);
}
