import type { Mismatch, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isGeneratedCase } from '../../model/generated.ts';
import { containsWorkspaceToken, placeholders } from '../../model/probe.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { hasHalfAPair } from './asked-traits.ts';
import { sentMember } from '../../bodies/sent-json.ts';
import { isInvalidUtf8 } from './invalid-unicode.ts';

/** One exchange with all that is wrong with it. */
export type Wrong = { readonly exchange: Exchange; readonly mismatch: Mismatch };

/**
 * How much more than the caller's own token it takes to send it again: the first call of a probe stands alone. What was
 * generated is harder to read.
 */
function whatItTakes({ exchange }: Wrong): number {
  const { request } = exchange;
  const sent = [request.raw ?? '', ...request.headers.map(([, value]) => value)].join('\n');
  if (containsWorkspaceToken(sent)) return 3;
  if (sent.includes(placeholders.otherToken) || sent.includes(placeholders.spentToken)) return 2;
  if (exchange.place > 1) return 1;
  return isGeneratedCase(exchange) ? 0.5 : 0;
}

/**
 * What shows it best comes first: a server error is wrong by itself, so that any other answer shows more of the defect, then
 * what is easiest to send again, then what the check itself sent: the plainest request of its kind, where others may have
 * something else that is wrong.
 */
export function byWhatItShows(ownCalls: Seen, isBesides: boolean): (one: Wrong, other: Wrong) => number {
  const own = new Set(ownCalls.map(({ id }) => id));
  const isOther = ({ exchange: { id } }: Wrong): number => (own.has(id) ? 0 : 1);
  return (one, other) =>
    Number(isServerError(one)) - Number(isServerError(other)) ||
    Number(saysNoWord(one)) - Number(saysNoWord(other)) ||
    // What no request shows alone is easiest to read, and to send again, where the check's own calls come before it.
    (isBesides ? isOther(one) - isOther(other) : 0) ||
    whatItTakes(one) - whatItTakes(other) ||
    isOther(one) - isOther(other) ||
    oddness(one) - oddness(other) ||
    bytesSent(one) - bytesSent(other);
}

function isServerError({ exchange: { response } }: Wrong): boolean {
  return response.is === 'answer' && response.status >= 500;
}

/** What a text without a letter comes to may be so for that, where another shows the same with words. */
function saysNoWord({ exchange: { request } }: Wrong): boolean {
  if (request.body.length > longestPlain) return false;
  return ['message', 'text'].some((name) => {
    const said = sentMember(request, name);
    return said?.startsWith('"') === true && !/\p{L}/u.test(said);
  });
}

/**
 * A body that is not spelt as everybody spells it, that is as long as a page, or that is not there where one is due, says that
 * this matters, and one of many members that they do, where another shows the same without.
 */
function oddness({ exchange }: Wrong): number {
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

/** Of generated requests the shortest says most at a glance; others were written to be read. */
function bytesSent({ exchange }: Wrong): number {
  return isGeneratedCase(exchange) ? exchange.request.body.length : 0;
}
