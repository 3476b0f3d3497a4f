import { isUtf8 } from 'node:buffer';
import type { ExchangeFilter } from '../../model/check.ts';
import { isAccepted, type Answer, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { isBare404 } from '../judged-as.ts';
import { everyJson, isDocumentedRequest, settledAnswerOf } from '../kinds.ts';
import { pathEvidenceOf } from './known-paths.ts';
import { isDecodable, isOddTarget } from './odd-targets.ts';

/** Statuses with which a server or a gateway in front refuses requests that the service never sees. */
const statusesInFront = [405, 408, 411, 413, 414, 417, 421, 426, 431];

/** Statuses that depend only on method and path. */
const statusesOfPaths = [404, 405, 414];

/** Statuses that a request written byte by byte gets too, whatever is in front: it is well-formed by then. */
const statusesOfWholeRequests = [401, 404, 405];

/**
 * Each refusal by the service itself of a request that any client may send: its errors carry the error object (7.1).
 */
export const everyRefusal: ExchangeFilter = (exchange, recorded = []) => {
  const answer = wholeErrorIn(exchange);
  return answer !== undefined && !isInFront(exchange, answer, recorded);
};

/**
 * Each other error: of a router, a rate limit or a server in front, of an odd request, and the service's own failures.
 * A request that is not HTTP, or too large to be read, may get an answer without a body.
 */
export const everyGatewayError: ExchangeFilter = (exchange, recorded = []) => {
  // Counts only where something was accepted: otherwise the target is out of order, or this caller has used up its
  // limit.
  if (isRateLimited(exchange)) return recorded.some(isAccepted);
  const answer = wholeErrorIn(exchange);
  if (answer === undefined || !isInFront(exchange, answer, recorded) || answer.status === 431) return false;
  return exchange.request.raw === undefined || statusesOfWholeRequests.includes(answer.status);
};

/** Each error with a body that is labelled as JSON, to a request that common clients send, for any bot. */
export const everyErrorSaidToBeJson: ExchangeFilter = (exchange) => {
  const answer = wholeErrorIn(exchange);
  const { request } = exchange;
  const isSentByAny = !isOddlySpelt(request) && isDecodable(request.url);
  return answer !== undefined && answer.body.length > 0 && isSentByAny && everyJson(exchange);
};

/** Each error of either kind. */
export const everyError: ExchangeFilter = (exchange) => wholeErrorIn(exchange) !== undefined;

function wholeErrorIn(exchange: Exchange): Answer | undefined {
  const answer = settledAnswerOf(exchange);
  const isWhole = answer?.ending === 'complete' && exchange.request.method !== 'HEAD';
  return isWhole && answer.status >= 400 ? answer : undefined;
}

/** True for a 429. It says nothing about the request, but every client that has to know when to retry reads it. */
function isRateLimited({ request, response }: Exchange): boolean {
  const isWhole = response.is === 'answer' && response.ending === 'complete' && request.method !== 'HEAD';
  return isWhole && response.status === 429 && request.raw === undefined && !isOdd(request);
}

function isInFront(exchange: Exchange, answer: Answer, recorded: readonly Exchange[]): boolean {
  const { status } = answer;
  // A 501 is an answer of the service itself, like any 4xx.
  const isAccident = status >= 500 && status !== 501;
  if (isAccident || !isDocumentedRequest(exchange) || isOdd(exchange.request)) return true;
  return (statusesInFront.includes(status) || isBare404(answer)) && !isPassedInFront(exchange, status, recorded);
}

/**
 * True where the run shows that what stands in front lets such a request through: a path that it knows for one request
 * it knows for all, and where it accepts a length, it accepts a shorter one. Then the service itself refused the body
 * or the balance.
 */
function isPassedInFront(exchange: Exchange, status: number, recorded: readonly Exchange[]): boolean {
  const shown = pathEvidenceOf(exchange, recorded);
  if (shown === undefined) return false;
  return statusesOfPaths.includes(status) || (status === 413 && exchange.request.body.length <= shown.longestBody);
}

/** True for requests that common clients do not send, or that many servers refuse in words of their own. */
function isOdd(request: SentRequest): boolean {
  return isOddlySpelt(request) || isOddTarget(request.url);
}

/** True for bytes, outside of the target, that common clients do not send. */
function isOddlySpelt({ raw, noResponse, headers, body }: SentRequest): boolean {
  if (raw !== undefined || noResponse !== undefined || !isUtf8(body) || body[0] === 0xef) return true;
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length || names.includes('content-encoding')) return true;
  return headers.some(([, value]) => /[^\t -~]/.test(value));
}
