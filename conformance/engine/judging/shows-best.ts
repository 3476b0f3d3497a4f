import type { Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isGeneratedCase } from '../../model/generated.ts';
import { containsWorkspaceToken, placeholders } from '../../model/probe.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { hasHalfAPair } from './asked-traits.ts';
import { sentMember } from '../../bodies/sent-json.ts';
import { isInvalidUtf8 } from './invalid-unicode.ts';

/** An exchange with one mismatch in it. */
export type WrongExchange = { readonly exchange: Exchange; readonly mismatch: Mismatch };

/**
 * How much more than the caller's own token is needed to send the request again: the first call of a probe needs
 * nothing else. A generated request is harder to read.
 */
function whatItTakes({ exchange }: WrongExchange): number {
  const { request } = exchange;
  const sent = [request.raw ?? '', ...request.headers.map(([, value]) => value)].join('\n');
  if (containsWorkspaceToken(sent)) return 3;
  if (sent.includes(placeholders.otherToken) || sent.includes(placeholders.spentToken)) return 2;
  if (exchange.place > 1) return 1;
  return isGeneratedCase(exchange) ? 0.5 : 0;
}

/**
 * Orders mismatches so that the one that shows the defect best comes first. Server errors go last, as they are wrong in
 * themselves and other answers show more. Then the easiest to send again comes first, then the check's own requests,
 * which are the plainest of their kind: other requests may have a second mistake.
 */
export function byClarity(
  ownCalls: Exchanges,
  isBesides: boolean,
): (one: WrongExchange, other: WrongExchange) => number {
  const own = new Set(ownCalls.map(({ id }) => id));
  const isOther = ({ exchange: { id } }: WrongExchange): number => (own.has(id) ? 0 : 1);
  return (one, other) =>
    Number(isServerError(one)) - Number(isServerError(other)) ||
    Number(saysNoWord(one)) - Number(saysNoWord(other)) ||
    // A failure that shows only beside other requests is easiest to read, and to send again, with the check's own
    // calls.
    (isBesides ? isOther(one) - isOther(other) : 0) ||
    whatItTakes(one) - whatItTakes(other) ||
    isOther(one) - isOther(other) ||
    oddness(one) - oddness(other) ||
    bytesSent(one) - bytesSent(other);
}

function isServerError({ exchange: { response } }: WrongExchange): boolean {
  return response.is === 'answer' && response.status >= 500;
}

/**
 * True for a text without letters: this may be the reason for the answer, where another request shows the same with
 * words.
 */
function saysNoWord({ exchange: { request } }: WrongExchange): boolean {
  if (request.body.length > longestPlain) return false;
  return ['message', 'text'].some((name) => {
    const said = sentMember(request, name);
    return said?.startsWith('"') === true && !/\p{L}/u.test(said);
  });
}

/**
 * How unusual a body is. An unusual spelling, a page of text, or a missing body suggests that this matters, and so do
 * many members: a request that shows the same without them is better.
 */
function oddness({ exchange }: WrongExchange): number {
  const { raw, body, method } = exchange.request;
  if (raw !== undefined || body.length > longestPlain || (body.length === 0 && method === 'POST')) return odd;
  if (body.length === 0) return 0;
  const text = Buffer.from(body).toString('utf8');
  const value = parsedJson(text);
  const isPlain = typeof value === 'object' && value !== null && JSON.stringify(value) === text;
  return isPlain && !isInvalidUtf8(exchange) && !hasHalfAPair(exchange) ? Object.keys(value).length : odd;
}

const odd = 100;
const longestPlain = 300;

/** Of generated requests the shortest is the easiest to read; all others were written to be read. */
function bytesSent({ exchange }: WrongExchange): number {
  return isGeneratedCase(exchange) ? exchange.request.body.length : 0;
}
