import type { JournalEntry } from '../../model/journal-entry.ts';
import { splitBeforeSecondRequest } from '../../http/raw-text.ts';
import { headerOf, isAccepted, type Answer, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { endOfExchange, momentOf, startOf } from '../../model/moment.ts';
import { placeholders, rawOf, type Call } from '../../model/probe.ts';
import type { Finding, Reason } from '../../model/run.ts';

/** The run's own token was accepted, and from some moment on is not. */
export type TokenEnded = Extract<JournalEntry, { readonly is: 'tokenEnded' }>;

/**
 * 401 says that a token is not known. 403 and 404 come from a firewall that blocks everything, or from a router behind
 * which no service is left.
 */
export type EndingStatus = 401 | 403 | 404;

/** When the run stood still: requests after a pause may have a token that works again. */
type Pauses = readonly { readonly to: string }[];

/** The beginning of the token's placeholder, which the placeholders of its near misses have too. */
const anyOfIt = placeholders.token.slice(0, -1);
const asIs = `Bearer ${placeholders.token}`;

/** True for a call that has the run's own token, or a near miss of it, anywhere. */
export function containsToken(call: Pick<Call, 'path' | 'headers' | 'body' | 'unusual'>): boolean {
  const { path, headers, body } = call;
  const texts = [path, ...headers.map(([, value]) => value), ...(rawOf(call)?.sends ?? [])];
  return [...texts, typeof body === 'string' ? body : ''].some((text) => text.includes(anyOfIt));
}

/** True for a request with the run's own token as it is: a target that accepts the token lets it in. */
export function presentsToken({ headers, raw }: Pick<SentRequest, 'headers' | 'raw'>): boolean {
  return raw === undefined ? headerOf(headers, 'authorization') === asIs : raw.includes(asIs);
}

/**
 * True where the token was accepted by an operation that asks for it: the voices, and what methods are allowed, are
 * public.
 */
export function isTokenAccepted(exchange: Exchange): boolean {
  const { operation, request } = exchange;
  if (operation === 'voices' || operation === 'other' || !['GET', 'POST'].includes(request.method)) return false;
  return isAccepted(exchange) && presentsToken(request);
}

/**
 * True where a request with the token, or a near miss of it, got 401. For 403 and 404, by which a target refuses
 * everybody, true whatever the request has.
 */
export function isTokenRejected(exchange: Exchange, by: EndingStatus = 401): boolean {
  const { request, response } = exchange;
  if (response.is !== 'answer') return false;
  if (by !== 401) return response.status === by;
  const texts = textsThatGot401(request, response);
  const { body, revealsBody } = request;
  const isInBody = revealsBody === true && Buffer.from(body).includes(anyOfIt, 0);
  return texts.some((text) => text.includes(anyOfIt)) || (texts.length > 0 && isInBody);
}

/** True where a request with the run's own token, as it is, got 401. */
export function isOwnTokenRefused({ request, response }: Exchange): boolean {
  if (response.is !== 'answer' || !presentsToken(request)) return false;
  return textsThatGot401(request, response).some((text) => text.includes(asIs));
}

/**
 * Where a token may stand in the request that got 401; empty where none did. Of two requests on one connection, each
 * with an answer of its own, only the refused one counts: the other may be the one with the token.
 */
function textsThatGot401({ url, headers, raw }: SentRequest, { status, onWire }: Answer): readonly string[] {
  const isNext = /^HTTP\/1\.[01] 401\b/m.test(onWire?.rest ?? '');
  if (status !== 401 && !isNext) return [];
  if (raw === undefined) return [url, ...headers.map(([, value]) => value)];
  const [first, further = first] = splitBeforeSecondRequest(raw);
  return [...(status === 401 ? [first] : []), ...(isNext ? [further] : [])];
}

/**
 * The end of the token behind which a request was refused, so that nothing can be judged by it; undefined where there
 * is none. Pure, so that a stored run gets the same verdicts.
 */
export function tokenEndOf(
  exchange: Exchange,
  ends: readonly TokenEnded[],
  pauses: Pauses = [],
): TokenEnded | undefined {
  if (ends.length === 0) return undefined;
  const begunMs = startOf(exchange);
  const cameMs = endOfExchange(exchange);
  return ends.find(({ refusedSince, status }) => {
    if (!isTokenRejected(exchange, status)) return false;
    const sinceMs = momentOf(refusedSince).ms;
    const goesOn = pauses.some(({ to }) => momentOf(to).ms > sinceMs && momentOf(to).ms <= begunMs);
    return cameMs >= sinceMs && !goesOn;
  });
}

/** Why exchanges behind that end are not judged. */
export function tokenEndReason({ because, refusedSince }: TokenEnded): Reason {
  return { because, about: { is: 'tokenEnded', refusedSince } };
}

/** Whether a finding is open because of that end, whatever else its reason says. */
export function isUnjudgedBy({ verdict }: Pick<Finding, 'verdict'>, { refusedSince }: TokenEnded): boolean {
  const about = verdict.is === 'inconclusive' ? verdict.about : undefined;
  return about?.is === 'tokenEnded' && about.refusedSince === refusedSince;
}

export function tokenEndsIn(journalEntries: readonly JournalEntry[]): readonly TokenEnded[] {
  return journalEntries.filter((each) => each.is === 'tokenEnded');
}

/** The end of a token that was accepted at one time and refused at another. */
export function tokenEnded(acceptedUntil: string, refusedSince: string, status: EndingStatus = 401): TokenEnded {
  const [until, since] = [acceptedUntil, refusedSince].map((iso) => iso.slice(11, 19));
  const times = `was accepted until ${until ?? ''} and is refused since ${since ?? ''} UTC`;
  const because =
    status === 401
      ? `the token ${times} (401): what came after could not be judged; give a token that lasts longer`
      : `whatever the token asks for ${times} (${status}), the list of bots too: what came after could not be judged; see whether a firewall blocks this address or the service was taken away, and run again`;
  return { is: 'tokenEnded', acceptedUntil, refusedSince, ...(status !== 401 && { status }), because };
}

/**
 * The end of a token that was refused behind wrong tokens, after it had been locked out and let in again so many times.
 */
export function lockoutEnd(acceptedUntil: string, refusedSince: string, times: number): TokenEnded {
  const before = times === 1 ? 'once before' : `${times} times before`;
  const because = `the token is refused since ${refusedSince.slice(11, 19)} UTC (401) behind wrong tokens, as ${before}, when it was let in again some seconds later: the service locks out whoever sends wrong tokens, and what came after could not be judged; have it lock out no one for the wrong tokens of this run, or give --only in parts`;
  return { is: 'tokenEnded', acceptedUntil, refusedSince, because };
}
