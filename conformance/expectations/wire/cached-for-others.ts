import { botIdsIn } from '../../bodies/bots.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { callerOf, anonymousCaller } from '../caller.ts';
import { onAnswer } from '../on-answer.ts';

/**
 * A shared cache keeps the answer to a request with Authorization for other callers only where the answer allows it by
 * `public` or `s-maxage` (RFC 9111 3.5). No list of bots may allow it where this run saw that two tokens get different
 * lists.
 */
export const isNotCacheableForOthers: Expectation = (seen, run = []) =>
  onAnswer((answer, exchange) => {
    const caller = callerOf(exchange);
    if (botIdsIn(exchange).length === 0)
      return { inconclusive: 'no list of bots has any bot in it', isUnspecified: true };
    if (caller === undefined || caller === anonymousCaller || !mayBeCachedForAll(answer)) return [];
    const other = listedElsewhere(exchange, run);
    if (other === undefined) return [];
    return [
      {
        subject: 'Cache-Control',
        expected: `nothing that lets a shared cache serve this list to others, whose list differs`,
        observed: shownValue(fieldOf(answer, 'cache-control')),
        reference: 'RFC 9111 3.5',
      },
    ];
  })(seen);

/** True where the answer stays fresh for a while, for every caller, and does not vary by the field with the token. */
function mayBeCachedForAll(answer: Answer): boolean {
  const control = fieldOf(answer, 'cache-control').toLowerCase();
  const has = (name: string): boolean => new RegExp(`(?:^|[\\s,])${name}(?:$|[\\s,=])`).test(control);
  const isFresh = /(?:max-age|s-maxage)="?0*[1-9]/.test(control) && !/s-maxage="?0+(?:$|\D)/.test(control);
  const varies = /(?:^|[\s,])(?:\*|authorization)(?:$|[\s,])/i.test(fieldOf(answer, 'vary'));
  return isFresh && !varies && (has('public') || has('s-maxage')) && !['private', 'no-store', 'no-cache'].some(has);
}

function fieldOf({ headers }: Answer, name: string): string {
  const lines = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return lines.join(', ');
}

/**
 * An answer with which the same address gave another caller other bots, where each of the two callers always got the
 * same list.
 */
function listedElsewhere(exchange: Exchange, run: Exchanges): Exchange | undefined {
  const lists = run.filter(
    ({ operation, request, response }) =>
      operation === 'bots' &&
      request.method === 'GET' &&
      request.url === exchange.request.url &&
      response.is === 'answer' &&
      isSuccessStatus(response.status),
  );
  const own = listsOf(callerOf(exchange), lists);
  return lists.find((other) => {
    const caller = callerOf(other);
    if (caller === undefined || caller === anonymousCaller || caller === callerOf(exchange)) return false;
    const theirs = listsOf(caller, lists);
    return own.size === 1 && theirs.size === 1 && !theirs.has([...own][0] ?? '');
  });
}

function listsOf(caller: string | undefined, lists: Exchanges): ReadonlySet<string> {
  const own = lists.filter((each) => callerOf(each) === caller);
  return new Set(own.map((each) => JSON.stringify(botIdsIn(each).toSorted())));
}
