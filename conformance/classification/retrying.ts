import { unsupportedTransportIn } from '../http/unsupported-transport.ts';
import { headerOf, type Answer, type Exchange } from '../model/exchange.ts';
import { isWorkspaceBearer, type Call, type Judges } from '../model/probe.ts';
import { classify } from './classify.ts';

/** What services tell those whose token they do not know (7.5 leaves it open): many gateways say 403, and some hide with 404. */
export const statusesOfUnknown: readonly number[] = [401, 403, 404];

/** The token of a new workspace may take a moment until it is known everywhere. */
export function isStillUnknown({ request, response }: Exchange): boolean {
  const isUnknown = response.is === 'answer' && statusesOfUnknown.includes(response.status);
  return isUnknown && isWorkspaceBearer(headerOf(request.headers, 'authorization'));
}

/** A 402 for the first use of a workspace that was made to cover it: the balance may follow a moment behind the token. */
export function isPerhapsEarly({ response, attempt }: Exchange, { charge }: Pick<Call, 'charge'>): boolean {
  return charge === 'onceFirstCovered' && attempt === 1 && response.is === 'answer' && response.status === 402;
}

/**
 * True where another try may come out differently: out of order for now, silent or slow, dropped on a stale connection, or not
 * knowing a token that is new. What ends with its connection only is tried once more, to see the rest of it.
 */
export function isWorthRetrying(exchange: Exchange, judges: Judges = {}): boolean {
  const { response } = exchange;
  if (unsupportedTransportIn(exchange) !== undefined) return false;
  if (classify(exchange, judges).is === 'judgeable') return isStillUnknown(exchange);
  if (response.is === 'noAnswer') return !['dns', 'tls', 'interrupted', 'tooMuch'].includes(response.because);
  return response.status !== 402 && response.ending !== 'unkept';
}

/**
 * True for what no later attempt makes up for: an answer that is not HTTP, or that does not end, though nothing else of ours
 * was before it.
 */
export function isUnrecoverable(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is === 'noAnswer') return response.because === 'malformed' || response.because === 'notHttp';
  return exchange.waited !== true && classify(exchange, { status402: true }).is === 'unfinished';
}

/** Of the time after which an answer was given up; timers and pieces of a busy machine come a little early or late. */
const asLong = 0.9;

/**
 * True where a later attempt shows that an earlier one, given up as it fell silent, only needed longer: it came to its end,
 * and was silent for as long on its way. One that answers at once says nothing of an earlier one without an end.
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
