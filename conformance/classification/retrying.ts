import { unsupportedTransportIn } from '../http/unsupported-transport.ts';
import { headerOf, type Answer, type Exchange } from '../model/exchange.ts';
import { isWorkspaceBearer, type Call, type JudgedOutcomes } from '../model/probe.ts';
import { classify } from './classify.ts';

/** Statuses for an unknown token (7.5 leaves it open): many gateways say 403, and some services hide behind a 404. */
export const unknownTokenStatuses: readonly number[] = [401, 403, 404];

/** True for a refusal of the token of a new workspace: it may take a moment until the token is known everywhere. */
export function isNewTokenRefused({ request, response }: Exchange): boolean {
  const isUnknown = response.is === 'answer' && unknownTokenStatuses.includes(response.status);
  return isUnknown && isWorkspaceBearer(headerOf(request.headers, 'authorization'));
}

/**
 * True for a 402 to the first use of a workspace that was made to cover it: the balance may come a moment after the
 * token.
 */
export function mayPrecedeBalance({ response, attempt }: Exchange, { charge }: Pick<Call, 'charge'>): boolean {
  return charge === 'onceFirstCovered' && attempt === 1 && response.is === 'answer' && response.status === 402;
}

/**
 * True where another attempt may get another answer: the target was out of order for now, silent or slow, dropped a
 * stale connection, or did not know a new token. An answer that ends only with its connection is tried once more, to
 * see the rest of it.
 */
export function isWorthRetrying(exchange: Exchange, judges: JudgedOutcomes = {}): boolean {
  const { response } = exchange;
  if (unsupportedTransportIn(exchange) !== undefined) return false;
  if (classify(exchange, judges).is === 'judgeable') return isNewTokenRefused(exchange);
  if (response.is === 'noAnswer') return !['dns', 'tls', 'interrupted', 'tooMuch'].includes(response.because);
  return response.status !== 402 && response.ending !== 'unkept';
}

/**
 * True for a failure that no later attempt excuses: an answer that is not HTTP, or that does not end though no other
 * request of this run was before it.
 */
export function isUnrecoverable(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is === 'noAnswer') return response.because === 'malformed' || response.because === 'notHttp';
  return exchange.waited !== true && classify(exchange, { status402: true }).is === 'unfinished';
}

/**
 * Share of the earlier attempt's silence that the later one has to reach: timers and bytes of a busy machine come a
 * little early or late.
 */
const asLong = 0.9;

/**
 * True where a later attempt shows that an earlier one, given up in its silence, only needed longer: the later one came
 * to its end, and was silent for as long in between. A later attempt with a prompt answer says nothing of an earlier
 * one without an end.
 */
export function showsThatItWasSlow(later: Exchange, earlier: Exchange): boolean {
  const [whole, part] = [later.response, earlier.response];
  if (whole.is !== 'answer' || whole.ending !== 'complete' || part.is !== 'answer') return false;
  const givenUpMs = part.endedAtMs - (part.chunks.at(-1)?.atMs ?? part.headersAtMs);
  return longestSilenceMs(whole) >= asLong * givenUpMs;
}

function longestSilenceMs({ headersAtMs, chunks, endedAtMs }: Answer): number {
  let [longest, before] = [0, headersAtMs];
  for (const atMs of [...chunks.map((chunk) => chunk.atMs), endedAtMs]) {
    longest = Math.max(longest, atMs - before);
    before = atMs;
  }
  return longest;
}
