import type { ExchangeFilter } from '../model/check.ts';
import { endpoints } from '../contract/limits.ts';
import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import { isSuccessStatus, type Answer, type Exchange, type Operation } from '../model/exchange.ts';
import type { Probe } from '../model/probe.ts';
import { probeNameOf } from '../model/probe-names.ts';
import { classify } from '../classification/classify.ts';
import { isBrokenOff } from '../http/raw-text.ts';

/** Kinds of exchanges, for checks of all exchanges of a kind, whatever they were sent for. */

type DocumentedOperation = Exclude<Operation, 'other'>;

const pathOf = Object.fromEntries(
  Object.entries(endpoints).map(([name, { path }]) => [
    name,
    new RegExp(`${path.replace('{botId}', '[^/?#]+')}(?:[?#]|$)`),
  ]),
) as Readonly<Record<DocumentedOperation, RegExp>>;

/** Cache, as many kinds are asked about the same exchange. */
const settled = new WeakMap<Exchange, Answer | 'none'>();

/**
 * The answer, where the service itself gave it: not during an outage, no "not now", and not cut by the limits of assay.
 * Undefined otherwise, and for a request that assay broke off, since a proxy may answer anything to a client that is
 * gone.
 */
export function settledAnswerOf(exchange: Exchange): Answer | undefined {
  const known = settled.get(exchange) ?? readSettled(exchange);
  settled.set(exchange, known);
  return known === 'none' ? undefined : known;
}

function readSettled(exchange: Exchange): Answer | 'none' {
  const { response } = exchange;
  if (response.is !== 'answer' || isBrokenOff(exchange.request)) return 'none';
  return classify(exchange, { status402: true }).is === 'judgeable' ? response : 'none';
}

/** The same, and also an answer without an end, for expectations that can judge a part. */
function begunIn(exchange: Exchange): Answer | undefined {
  const { response, request } = exchange;
  if (response.is !== 'answer' || isBrokenOff(request)) return undefined;
  return classify(exchange, { status402: true }).is === 'outage' ? undefined : response;
}

/**
 * The method of the operation with this path, whatever method the request had. Undefined for a path of no operation.
 */
export function methodOfPath(url: string): string | undefined {
  const named = (Object.keys(pathOf) as readonly DocumentedOperation[]).find((name) => pathOf[name].test(url));
  return named === undefined ? undefined : endpoints[named].method;
}

/** True for a request with the documented method and path of its operation. */
export function isDocumentedRequest({ operation, request: { method, url } }: Exchange): boolean {
  return operation !== 'other' && method === endpoints[operation].method && pathOf[operation].test(url);
}

/** Each answer of the service, complete or not. */
export const everyAnswer: ExchangeFilter = (exchange) => begunIn(exchange) !== undefined;

/** Each answer to one of these probes. */
export function everyAnswerTo(...probes: readonly Probe[]): ExchangeFilter {
  const names = new Set(probes.map(({ name }) => name));
  return (exchange) => names.has(probeNameOf(exchange)) && settledAnswerOf(exchange) !== undefined;
}

/** Each exchange of at least one of these kinds. */
export function anyOf(...kinds: readonly ExchangeFilter[]): ExchangeFilter {
  return (exchange, recorded) => kinds.some((isOfKind) => isOfKind(exchange, recorded));
}

/** Each answer that an HTTP client got, and each response whose grammar is broken. */
export const everyMessage: ExchangeFilter = (exchange) =>
  exchange.request.raw === undefined &&
  (everyAnswer(exchange) || (exchange.response.is === 'noAnswer' && exchange.response.because === 'malformed'));

/**
 * Each answer to a request that any client may send. For other requests only answers without an error, since a refusal
 * in front of a service may be written by hand.
 */
export const everyUsualAnswer: ExchangeFilter = (exchange) => {
  const answer = settledAnswerOf(exchange);
  return answer !== undefined && (exchange.request.raw === undefined || answer.status < 400);
};

/** Each answer to a request that the service has to read to its end. */
export const everyAnswerInFull: ExchangeFilter = (exchange) =>
  exchange.request.raw === undefined && exchange.request.noResponse === undefined && everyAnswer(exchange);

/**
 * Each answer that was read byte by byte, with no further request after it on its connection. Without answers to HEAD.
 */
export const everyLastOnItsConnection: ExchangeFilter = (exchange) => {
  const { raw = '', method } = exchange.request;
  return method !== 'HEAD' && raw.split(' HTTP/1.').length <= 2 && raw !== '' && everyAnswer(exchange);
};

/** Each answer whose Content-Type says JSON. */
export const everyJson: ExchangeFilter = (exchange) => {
  const answer = settledAnswerOf(exchange);
  return answer !== undefined && /\bjson\b/.test(mediaTypeOf(answer));
};

/** Each answer to these operations, with any status. */
export function everyAnswerOf(...operations: readonly DocumentedOperation[]): ExchangeFilter {
  return (exchange) => settledAnswerOf(exchange) !== undefined && isCallOf(operations, exchange);
}

function isCallOf(operations: readonly DocumentedOperation[], exchange: Exchange): boolean {
  return operations.some((operation) => operation === exchange.operation) && isDocumentedRequest(exchange);
}

/** Each success of these operations, complete or not. */
export function everySuccessOf(...operations: readonly DocumentedOperation[]): ExchangeFilter {
  return (exchange) => {
    const answer = begunIn(exchange);
    return answer !== undefined && isSuccessStatus(answer.status) && isCallOf(operations, exchange);
  };
}

/** Each complete success of these operations. */
export function everyWholeSuccessOf(...operations: readonly DocumentedOperation[]): ExchangeFilter {
  const isSuccess = everySuccessOf(...operations);
  return (exchange) =>
    exchange.response.is === 'answer' && exchange.response.ending === 'complete' && isSuccess(exchange);
}

/** Each exchange of the kind that was written and read byte by byte. */
export function onlyReadByteByByte(isOfKind: ExchangeFilter): ExchangeFilter {
  return (exchange, recorded) => exchange.request.raw !== undefined && isOfKind(exchange, recorded);
}

/**
 * Each exchange of the kind that is a stream, by its Content-Type or by a line of an event: a web page shows nothing
 * about streams.
 */
export function onlyStreams(isOfKind: ExchangeFilter): ExchangeFilter {
  return (exchange, recorded) => isOfKind(exchange, recorded) && isStream(exchange);
}

const eventLine = /^\uFEFF?(?:data|event|id|retry)(?::|$)/m;

function isStream({ response }: Exchange): boolean {
  if (response.is !== 'answer') return false;
  if (mediaTypeOf(response) === 'text/event-stream') return true;
  const content = contentOf(response);
  return content.is === 'bytes' && eventLine.test(Buffer.from(content.bytes.subarray(0, mostLooked)).toString('utf8'));
}

/** Most bytes that are searched for the first line of an event: later lines do not make it a stream. */
const mostLooked = 65_536;
