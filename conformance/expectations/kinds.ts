import type { Kind } from '../model/check.ts';
import { endpoints } from '../contract/limits.ts';
import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import { isSuccessStatus, type Answer, type Exchange, type Operation } from '../model/exchange.ts';
import type { Probe } from '../model/probe.ts';
import { probeNameOf } from '../model/probe-names.ts';
import { classify } from '../classification/classify.ts';
import { isBrokenOff } from '../http/raw-text.ts';

/** Kinds of exchanges, for what holds of every one of them, whatever it was sent for. */

type Called = Exclude<Operation, 'other'>;

const pathOf = Object.fromEntries(
  Object.entries(endpoints).map(([name, { path }]) => [
    name,
    new RegExp(`${path.replace('{botId}', '[^/?#]+')}(?:[?#]|$)`),
  ]),
) as Readonly<Record<Called, RegExp>>;

/** Many kinds are asked of the same exchange. */
const settled = new WeakMap<Exchange, Answer | 'none'>();

/**
 * The answer, where it is the service's word: no outage, no "not now", and not cut by assay's own limits. To a request that
 * assay broke off a proxy may say whatever it does of a client that is gone.
 */
export function settledIn(exchange: Exchange): Answer | undefined {
  const known = settled.get(exchange) ?? readSettled(exchange);
  settled.set(exchange, known);
  return known === 'none' ? undefined : known;
}

function readSettled(exchange: Exchange): Answer | 'none' {
  const { response } = exchange;
  if (response.is !== 'answer' || isBrokenOff(exchange.request)) return 'none';
  return classify(exchange, { status402: true }).is === 'judgeable' ? response : 'none';
}

/** The same, and what came of an answer without an end: it is judged by what can be judged of that. */
function begunIn(exchange: Exchange): Answer | undefined {
  const { response, request } = exchange;
  if (response.is !== 'answer' || isBrokenOff(request)) return undefined;
  return classify(exchange, { status402: true }).is === 'outage' ? undefined : response;
}

/** The method of the operation whose path this is, whatever method it was called with; undefined where it is none's. */
export function methodOfPath(url: string): string | undefined {
  const named = (Object.keys(pathOf) as readonly Called[]).find((name) => pathOf[name].test(url));
  return named === undefined ? undefined : endpoints[named].method;
}

/** Called by the method and at the path that the document has for it. */
export function isAsDocumented({ operation, request: { method, url } }: Exchange): boolean {
  return operation !== 'other' && method === endpoints[operation].method && pathOf[operation].test(url);
}

/** Whatever the service answered, as far as it came. */
export const everyAnswer: Kind = (exchange) => begunIn(exchange) !== undefined;

/** Each answer to one of these probes. */
export function everyAnswerTo(...probes: readonly Probe[]): Kind {
  const names = new Set(probes.map(({ name }) => name));
  return (exchange) => names.has(probeNameOf(exchange)) && settledIn(exchange) !== undefined;
}

/** Each of one of these kinds. */
export function anyOf(...kinds: readonly Kind[]): Kind {
  return (exchange, recorded) => kinds.some((isOfKind) => isOfKind(exchange, recorded));
}

/** What an HTTP client was told, and the grammar of what it was told, if that is broken. */
export const everyMessage: Kind = (exchange) =>
  exchange.request.raw === undefined &&
  (everyAnswer(exchange) || (exchange.response.is === 'noAnswer' && exchange.response.because === 'malformed'));

/** Each answer to a request that any client may send; a refusal in front of a service may be written by hand. */
export const everyUsualAnswer: Kind = (exchange) => {
  const answer = settledIn(exchange);
  return answer !== undefined && (exchange.request.raw === undefined || answer.status < 400);
};

/** Each answer to a request that the service has to read to its end. */
export const everyAnswerInFull: Kind = (exchange) =>
  exchange.request.raw === undefined && exchange.request.noResponse === undefined && everyAnswer(exchange);

/** Each answer that was read byte by byte with nothing asked behind it, but for those to HEAD. */
export const everyLastOnItsConnection: Kind = (exchange) => {
  const { raw = '', method } = exchange.request;
  return method !== 'HEAD' && raw.split(' HTTP/1.').length <= 2 && raw !== '' && everyAnswer(exchange);
};

/** Each answer that says that it is JSON. */
export const everyJson: Kind = (exchange) => {
  const answer = settledIn(exchange);
  return answer !== undefined && /\bjson\b/.test(mediaTypeOf(answer));
};

/** Each answer to these operations, whatever it says. */
export function everyAnswerOf(...operations: readonly Called[]): Kind {
  return (exchange) => settledIn(exchange) !== undefined && isCallOf(operations, exchange);
}

function isCallOf(operations: readonly Called[], exchange: Exchange): boolean {
  return operations.some((operation) => operation === exchange.operation) && isAsDocumented(exchange);
}

/** Each success of these operations, as far as it came. */
export function everySuccessOf(...operations: readonly Called[]): Kind {
  return (exchange) => {
    const answer = begunIn(exchange);
    return answer !== undefined && isSuccessStatus(answer.status) && isCallOf(operations, exchange);
  };
}

/** Each success of these operations that came whole. */
export function everyWholeSuccessOf(...operations: readonly Called[]): Kind {
  const isSuccess = everySuccessOf(...operations);
  return (exchange) =>
    exchange.response.is === 'answer' && exchange.response.ending === 'complete' && isSuccess(exchange);
}

/** Each of these that was asked for, and read, byte by byte. */
export function readByteByByte(isOfKind: Kind): Kind {
  return (exchange, recorded) => exchange.request.raw !== undefined && isOfKind(exchange, recorded);
}

/** Each of these that is a stream, by its label or by a line of an event: a web page tells nothing of how streams are written. */
export function thatIsAStream(isOfKind: Kind): Kind {
  return (exchange, recorded) => isOfKind(exchange, recorded) && isStream(exchange);
}

const eventLine = /^\uFEFF?(?:data|event|id|retry)(?::|$)/m;

function isStream({ response }: Exchange): boolean {
  if (response.is !== 'answer') return false;
  if (mediaTypeOf(response) === 'text/event-stream') return true;
  const content = contentOf(response);
  return content.is === 'bytes' && eventLine.test(Buffer.from(content.bytes.subarray(0, mostLooked)).toString('utf8'));
}

/** An event that begins later is no first sign of one. */
const mostLooked = 65_536;
