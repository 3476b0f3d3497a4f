import { isUtf8 } from 'node:buffer';
import type { Kind } from '../core/check.ts';
import type { Answer, Exchange, SentRequest } from '../core/exchange.ts';
import { isBare404 } from './judged-as.ts';
import { isAsDocumented, settledIn } from './kinds.ts';

/** Statuses by which a server or a gateway in front refuses what the service never sees. */
const statusesInFront = [405, 408, 411, 413, 414, 417, 421, 426, 431];

/** Of these a request that was sent byte by byte is told too, whatever is in front: it is well-formed by then. */
const statusesOfWholeRequests = [401, 404, 405];

/** Each refusal by the service itself of a request that any client may send: its errors carry the error object (7.1). */
export const everyRefusal: Kind = (exchange) => {
  const answer = wholeErrorIn(exchange);
  return answer !== undefined && !isInFront(exchange, answer);
};

/**
 * Each other error: of a router or a server in front, to an odd request, and the service's own accidents. What is no
 * HTTP, or too large to be read, need not have a body at all.
 */
export const everyRefusalInFront: Kind = (exchange) => {
  const answer = wholeErrorIn(exchange);
  if (answer === undefined || !isInFront(exchange, answer) || answer.status === 431) return false;
  return exchange.request.raw === undefined || statusesOfWholeRequests.includes(answer.status);
};

/** Each error of either kind. */
export const everyError: Kind = (exchange) => wholeErrorIn(exchange) !== undefined;

function wholeErrorIn(exchange: Exchange): Answer | undefined {
  const answer = settledIn(exchange);
  const isWhole = answer?.ending === 'complete' && exchange.request.method !== 'HEAD';
  return isWhole && answer.status >= 400 ? answer : undefined;
}

function isInFront(exchange: Exchange, answer: Answer): boolean {
  const { status } = answer;
  // What is not built (501) is the service's word as much as any 4xx.
  const isAccident = status >= 500 && status !== 501;
  if (isAccident || statusesInFront.includes(status) || !isAsDocumented(exchange)) return true;
  return isOdd(exchange.request) || isBare404(answer);
}

/** Bytes that common clients do not send: servers have words of their own for them. */
function isOdd({ raw, silence, headers, body, url }: SentRequest): boolean {
  if (raw !== undefined || silence !== undefined || !isUtf8(body) || body[0] === 0xef) return true;
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length || names.includes('content-encoding')) return true;
  return headers.some(([, value]) => /[^\t -~]/.test(value)) || !isDecodable(url);
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
