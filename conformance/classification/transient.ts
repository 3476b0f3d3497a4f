import { parseFinalMessage, type MessageRead } from '../http/http-message.ts';
import { isBrokenOff } from '../http/raw-text.ts';
import { headerOf, type Answer, type Exchange, type OnWire } from '../model/exchange.ts';
import { retryAfterIn } from '../reading/retry-after.ts';

/** Statuses with which a service, or a proxy in front of it, says "not now". */
const transientStatuses = [429, 502, 503, 504];

/** Statuses of a network in front of an origin that it cannot reach; 529 is for an overloaded one. */
const edgeStatuses = { first: 520, last: 530 };

/**
 * Statuses that say "not now" only with a Retry-After: too many requests at once, a lock, a limit without its own
 * status.
 */
const transientWithRetryAfter = [403, 409, 423, 425];

type Said = Pick<Answer, 'status' | 'headers'>;

function isTransient({ status, headers }: Said): boolean {
  if (transientStatuses.includes(status)) return true;
  if (status >= edgeStatuses.first && status <= edgeStatuses.last) return true;
  return transientWithRetryAfter.includes(status) && waitMs(headers, 0) !== undefined;
}

/** An exchange, or only its response where the request is an ordinary one. */
type Answered = Pick<Exchange, 'response'> & Partial<Pick<Exchange, 'request'>>;

/**
 * The answer on this connection that says "not now": the first one, or the next one where a second request was sent
 * behind the first. A gateway that waits in vain for the rest of a body says 502 or 503 (Varnish) each time: that is no
 * "not now" but its refusal.
 */
export function transientIn(answer: Answer, { request }: Answered): Said | undefined {
  if (answer.status >= 500 && request !== undefined && isBrokenOff(request)) return undefined;
  if (isTransient(answer)) return answer;
  const { onWire } = answer;
  if (onWire === undefined || onWire.rest === '') return undefined;
  const next = nextIn(onWire);
  return next.is === 'message' && isTransient(next.message) ? next.message : undefined;
}

/** A cache: the classification of an exchange is computed many times. */
const behind = new WeakMap<OnWire, MessageRead>();

function nextIn(onWire: OnWire): MessageRead {
  const next = behind.get(onWire) ?? parseFinalMessage(Buffer.from(onWire.rest, 'latin1'), onWire.closed);
  behind.set(onWire, next);
  return next;
}

/** True where a service, or a proxy in front of it, says "not now", which is allowed at any time. */
export function isTemporarilyRefused(exchange: Answered): boolean {
  const { response } = exchange;
  return response.is === 'answer' && transientIn(response, exchange) !== undefined;
}

/** The same for the answer itself, without the answer that followed it on its connection. */
export function isRefused({ response }: Pick<Exchange, 'response'>): boolean {
  return response.is === 'answer' && isTransient(response);
}

/** True where the number of requests may be the reason; false where a proxy got no answer from the service. */
export function isThrottled(exchange: Answered): boolean {
  const { response } = exchange;
  if (response.is !== 'answer') return false;
  const { status = 0 } = transientIn(response, exchange) ?? {};
  return (status > 0 && status < 500) || status === 503 || status === 529;
}

/** Milliseconds that the target asks to wait before the next request; undefined where it does not say. */
export function retryAfterMs(exchange: Exchange, nowMs: number): number | undefined {
  const { response } = exchange;
  return response.is === 'answer' ? waitMs((transientIn(response, exchange) ?? response).headers, nowMs) : undefined;
}

function waitMs(headers: Answer['headers'], nowMs: number): number | undefined {
  const value = headerOf(headers, 'retry-after');
  return value === undefined ? undefined : retryAfterIn(value, headerOf(headers, 'date'), nowMs);
}
