import { isUtf8 } from 'node:buffer';
import type { Kind } from '../../model/check.ts';
import { isTaken, type Answer, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { isBare404 } from '../judged-as.ts';
import { everyJson, isAsDocumented, settledIn } from '../kinds.ts';
import { shownOfPath } from './known-paths.ts';
import { isDecodable, isOddTarget } from './odd-targets.ts';

/** Statuses by which a server or a gateway in front refuses what the service never sees. */
const statusesInFront = [405, 408, 411, 413, 414, 417, 421, 426, 431];

/** What they say is said of a method and a path, whatever else a request holds. */
const statusesOfPaths = [404, 405, 414];

/** Of these a request that was sent byte by byte is told too, whatever is in front: it is well-formed by then. */
const statusesOfWholeRequests = [401, 404, 405];

/** Each refusal by the service itself of a request that any client may send: its errors carry the error object (7.1). */
export const everyRefusal: Kind = (exchange, recorded = []) => {
  const answer = wholeErrorIn(exchange);
  return answer !== undefined && !isInFront(exchange, answer, recorded);
};

/**
 * Each other error: of a router, a rate limit or a server in front, to an odd request, and the service's own accidents.
 * What is no HTTP, or too large to be read, need not have a body at all.
 */
export const everyRefusalInFront: Kind = (exchange, recorded = []) => {
  // A target that takes nothing is out of order, or this caller has used up what he may.
  if (isRateLimited(exchange)) return recorded.some(isTaken);
  const answer = wholeErrorIn(exchange);
  if (answer === undefined || !isInFront(exchange, answer, recorded) || answer.status === 431) return false;
  return exchange.request.raw === undefined || statusesOfWholeRequests.includes(answer.status);
};

/** Each error with a body that its label calls JSON, to a request that common clients send, for whatever bot. */
export const everyErrorSaidToBeJson: Kind = (exchange) => {
  const answer = wholeErrorIn(exchange);
  const { request } = exchange;
  const isSentByAny = !isOddlySpelt(request) && isDecodable(request.url);
  return answer !== undefined && answer.body.length > 0 && isSentByAny && everyJson(exchange);
};

/** Each error of either kind. */
export const everyError: Kind = (exchange) => wholeErrorIn(exchange) !== undefined;

function wholeErrorIn(exchange: Exchange): Answer | undefined {
  const answer = settledIn(exchange);
  const isWhole = answer?.ending === 'complete' && exchange.request.method !== 'HEAD';
  return isWhole && answer.status >= 400 ? answer : undefined;
}

/** It says nothing of the request, but is read by every client that has to know when to come again. */
function isRateLimited({ request, response }: Exchange): boolean {
  const isWhole = response.is === 'answer' && response.ending === 'complete' && request.method !== 'HEAD';
  return isWhole && response.status === 429 && request.raw === undefined && !isOdd(request);
}

function isInFront(exchange: Exchange, answer: Answer, recorded: readonly Exchange[]): boolean {
  const { status } = answer;
  // What is not built (501) is the service's word as much as any 4xx.
  const isAccident = status >= 500 && status !== 501;
  if (isAccident || !isAsDocumented(exchange) || isOdd(exchange.request)) return true;
  return (statusesInFront.includes(status) || isBare404(answer)) && !isPassedInFront(exchange, status, recorded);
}

/**
 * Whether the run shows that what stands in front lets such a request through: a path that it knows to one is known to
 * all, and a length that it takes, so is a shorter one. Then a body or a balance was looked at, which is the service's.
 */
function isPassedInFront(exchange: Exchange, status: number, recorded: readonly Exchange[]): boolean {
  const shown = shownOfPath(exchange, recorded);
  if (shown === undefined) return false;
  return statusesOfPaths.includes(status) || (status === 413 && exchange.request.body.length <= shown.longestBody);
}

/** What common clients do not send, or many a server does not let through: it has words of its own for that. */
function isOdd(request: SentRequest): boolean {
  return isOddlySpelt(request) || isOddTarget(request.url);
}

/** Bytes that common clients do not send, but for those of the target. */
function isOddlySpelt({ raw, noResponse, headers, body }: SentRequest): boolean {
  if (raw !== undefined || noResponse !== undefined || !isUtf8(body) || body[0] === 0xef) return true;
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length || names.includes('content-encoding')) return true;
  return headers.some(([, value]) => /[^\t -~]/.test(value));
}
