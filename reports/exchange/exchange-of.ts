import type { Exchange } from '../../conformance/model/exchange.ts';

/** A recorded exchange by its id. */
export type ExchangeOf = (
  id: string,
) => (Pick<Exchange, 'request'> & Partial<Pick<Exchange, 'response' | 'startedAt'>>) | undefined;

export function exchangesById(exchanges: readonly Exchange[]): ExchangeOf {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (id) => byId.get(id);
}
