import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { bodyText } from '../exchange/body-text.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';

/**
 * The smallest shrunk request of a cause's generated cases, where it is much smaller than the request that shows the cause
 * and got the same answer: what it lacks has no part in the failure. Undefined for unspecified inputs, which have another
 * cause, and for a plain request, which shows that every request fails.
 */
export function smallestRequest(
  [lead, ...others]: readonly Finding[],
  exchangeOf: ExchangeOf | undefined,
): string | undefined {
  const [first] = lead?.mismatches ?? [];
  const own = exchangeOf?.(first?.exchange ?? lead?.reproduces ?? lead?.exchanges[0] ?? '')?.request;
  if (first === undefined || lead?.reproduceBy !== 'curl' || lead.case !== undefined) return undefined;
  if (own === undefined || own.raw !== undefined) return undefined;
  const [smallest] = others
    .filter(({ case: of, input }) => of?.smaller === true && of.exchanges === undefined && input === undefined)
    .flatMap(({ mismatches: [shown] }) =>
      shown?.exchange !== undefined && isSeenAlike(first, shown) ? (exchangeOf?.(shown.exchange)?.request ?? []) : [],
    )
    .filter((request) => request.raw === undefined && lastSegment(request) === lastSegment(own))
    .toSorted((a, b) => a.body.length - b.body.length);
  if (smallest === undefined || 2 * smallest.body.length > own.body.length) return undefined;
  const text = bodyText(smallest.body);
  return plainRequest.test(text) ? undefined : text;
}

const plainRequest = /^\{"(?:message|text)":"[\w ]*"(?:,"voice":"\w*")?\}$/;

function isSeenAlike(one: Finding['mismatches'][number], other: Finding['mismatches'][number]): boolean {
  return (one.kind?.observed ?? one.observed) === (other.kind?.observed ?? other.observed);
}

/** The last part of the path, such as `/stream`, as bot IDs differ between workspaces. */
function lastSegment({ url }: Exchange['request']): string {
  const { pathname } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/'));
}
