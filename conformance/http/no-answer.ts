import type { NoAnswer, NoAnswerCause } from '../model/exchange.ts';
import { noConnection } from './connecting.ts';
import { proxyNameFor } from './proxied.ts';
import { refusedTunnel } from './tunnel.ts';
import { boundTexts, boundErrorCode } from '../reading/wire-bounds.ts';

/** Code of OpenSSL for a peer that does not speak TLS; Node reports the same with other codes as well. */
export const notTlsCode = 'ERR_SSL_WRONG_VERSION_NUMBER';

const causeByCode: Readonly<Record<string, NoAnswerCause>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_NODATA: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  [noConnection]: 'unreachable',
  [refusedTunnel]: 'unreachable',
  ECONNRESET: 'dropped',
  EPIPE: 'dropped',
  UND_ERR_SOCKET: 'dropped',
  EPROTO: 'tls',
  [notTlsCode]: 'tls',
  HPE_INVALID_CONSTANT: 'notHttp',
  UND_ERR_HEADERS_OVERFLOW: 'notHttp',
  [boundErrorCode]: 'tooMuch',
  // undici reports conflicting lengths by what it reads out of them.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed',
};

/** Words in the certificate errors of OpenSSL, which Node gives as `code`. */
const tlsWords = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/;

/** Codes of requests that undici refuses to send: the target never saw them, so that its owner is not to blame. */
const misuseCodes = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'];

/** True where assay made a request that cannot be sent: a defect of assay, which says nothing of the target. */
export function isMisuse(error: unknown): boolean {
  return misuseCodes.includes(wordsOf(error).code);
}

/** What ended a request from this side. */
type Ended = { readonly timedOut: boolean; readonly interrupted: boolean; readonly left?: boolean };

/** Says why a request has no answer; `detail` is the code and sentence of the system. */
export function noAnswerFrom(error: unknown, ended: Ended, endedAtMs: number): NoAnswer {
  if (ended.left === true && !ended.timedOut && !ended.interrupted)
    return { is: 'noAnswer', because: 'left', detail: 'assay closed the connection, on purpose', endedAtMs };
  const { code: told, message } = wordsOf(error);
  const code = message.includes('wrong version number') ? notTlsCode : told;
  // Without a connection the target was never asked, so that it was not silent.
  const isTimeout = ended.timedOut && !unconnectedCodes.includes(code);
  const because = isTimeout ? 'timeout' : ended.interrupted && !ended.timedOut ? 'interrupted' : causeOf(code, message);
  const detail = isTimeout ? 'no response header' : detailOf(code, message);
  return { is: 'noAnswer', because, ...(isTimeout || code === '' ? {} : { code }), detail, endedAtMs };
}

/**
 * Adds the name of the proxy where the proxy itself could not be reached: otherwise readers look for the fault at the
 * target, which was never asked.
 */
export function atProxy(noAnswer: NoAnswer, url: string): NoAnswer {
  const isOfIt = ['refused', 'unreachable', 'dns'].includes(noAnswer.because) && noAnswer.code !== refusedTunnel;
  const proxy = isOfIt ? proxyNameFor(url) : undefined;
  return proxy === undefined ? noAnswer : { ...noAnswer, proxy };
}

const unconnectedCodes = [noConnection, 'UND_ERR_CONNECT_TIMEOUT'];

function detailOf(code: string, message: string): string {
  if (code === noConnection || code === refusedTunnel) return message;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return boundTexts.head;
  if (isNoStatus(message)) return 'a status below 100';
  if (isSwitch(code, message)) return unaskedSwitch;
  return code === boundErrorCode ? message : [code, plainTls(message)].filter((word) => word !== '').join(': ');
}

/** The reason in a sentence of OpenSSL, without the address, function and source line around it. */
function plainTls(message: string): string {
  const [, reason] = /^[0-9A-F]+:error:[0-9A-F]*:[^:]*:[^:]*:([^:]+):/.exec(message) ?? [];
  return reason ?? message;
}

/** For a response that came but is not a valid HTTP message. */
export function malformedAnswer(detail: string, endedAtMs: number): NoAnswer {
  return { is: 'noAnswer', because: 'malformed', detail, endedAtMs };
}

/**
 * A server must not switch protocols unless the request asks for it (RFC 9110 7.8). The bytes behind this response need
 * not be HTTP.
 */
export const unaskedSwitch = '101 Switching Protocols, though no other protocol was asked for';

const isSwitch = (code: string, message: string): boolean => code === 'UND_ERR_SOCKET' && message === 'bad upgrade';

/** undici reports such a status by a failed assertion, under the code of assertions. */
const isNoStatus = (message: string): boolean => message.includes('statusCode >= 100');

function causeOf(code: string, message: string): NoAnswerCause {
  if (isSwitch(code, message)) return 'malformed';
  const known = Object.hasOwn(causeByCode, code) ? causeByCode[code] : undefined;
  if (known !== undefined) return known;
  if (isNoStatus(message)) return 'malformed';
  if (code.startsWith('HPE_') || message.includes('Parse Error')) return 'malformed';
  return tlsWords.test(code) ? 'tls' : 'dropped';
}

/** Code and message of the innermost error: undici and Node wrap the error of the system in causes and aggregates. */
function wordsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  if (inner instanceof Error) return wordsOf(inner);
  // Some parser errors of undici have no code.
  const parserCode = error.message.includes('Expected HTTP/') ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID';
  const unnamed = error.name === 'HTTPParserError' ? parserCode : '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : unnamed;
  return { code, message: error.message };
}
