import type { Exchange } from '../../model/exchange.ts';

/** What was recorded, by its id. */
export type RecordedOf = (id: string) => Exchange | undefined;

export function exchangesById(exchanges: readonly Exchange[]): RecordedOf {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (id) => byId.get(id);
}
