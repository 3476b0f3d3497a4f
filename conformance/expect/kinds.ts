import type { Kind } from '../core/check.ts';
import { endpoints } from '../contract/limits.ts';
import { isSuccessStatus, type Answer, type Exchange, type Operation } from '../core/exchange.ts';
import { weatherOf } from '../core/weather.ts';

/** Kinds of exchanges, for what holds of every one of them, whatever it was sent for. */

type Called = Exclude<Operation, 'other'>;

const pathOf = Object.fromEntries(
  Object.entries(endpoints).map(([name, { path }]) => [
    name,
    new RegExp(`${path.replace('{botId}', '[^/?#]+')}(?:[?#]|$)`),
  ]),
) as Readonly<Record<Called, RegExp>>;

/** The answer, where it is the service's word: no outage, no "not now", and not cut by assay's own limits. */
function settledIn(exchange: Exchange): Answer | undefined {
  const { response } = exchange;
  return response.is === 'answer' && weatherOf(exchange, true).is === 'judge' ? response : undefined;
}

/** Called by the method and at the path that the document has for it. */
function isAsDocumented({ operation, request: { method, url } }: Exchange): boolean {
  return operation !== 'other' && method === endpoints[operation].method && pathOf[operation].test(url);
}

/** Whatever the service answered, as far as it came. */
export const everyAnswer: Kind = (exchange) => settledIn(exchange) !== undefined;

/** Each success of these operations, as far as it came. */
export function everySuccessOf(...operations: readonly Called[]): Kind {
  return (exchange) => {
    const answer = settledIn(exchange);
    return (
      answer !== undefined &&
      isSuccessStatus(answer.status) &&
      operations.some((operation) => operation === exchange.operation) &&
      isAsDocumented(exchange)
    );
  };
}

/** Each success of these operations that came whole. */
export function everyWholeSuccessOf(...operations: readonly Called[]): Kind {
  const isSuccess = everySuccessOf(...operations);
  return (exchange) =>
    exchange.response.is === 'answer' && exchange.response.ending === 'complete' && isSuccess(exchange);
}
