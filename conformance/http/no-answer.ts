import type { NoAnswer, NoAnswerCause } from '../model/exchange.ts';
import { noConnection } from './connecting.ts';
import { proxyNameFor } from './proxied.ts';
import { refusedTunnel } from './tunnel.ts';
import { tooMuch, tooMuchCode } from '../reading/wire-bounds.ts';

/** Of OpenSSL, which met something else than TLS; Node tells it by other codes as well. */
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
  [tooMuchCode]: 'tooMuch',
  // undici tells several lengths by what it makes of them.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed',
};

/** OpenSSL's certificate words, as Node gives them in `code`. */
const tlsWords = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/;

/** Requests that undici would not send: the target never saw them, so it is no failure of its. */
const misuseCodes = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'];

/** True where it was assay that made a request which cannot be sent: a defect of assay, and no word on the target. */
export function isMisuse(error: unknown): boolean {
  return misuseCodes.includes(wordsOf(error).code);
}

/** What a failed request says about the way to the target; `detail` is the system's code and sentence. */
export function noAnswerFrom(
  error: unknown,
  ended: { readonly timedOut: boolean; readonly interrupted: boolean },
  endedAtMs: number,
): NoAnswer {
  const { code: told, message } = wordsOf(error);
  const code = message.includes('wrong version number') ? notTlsCode : told;
  // What was never connected to has not been silent: it was not asked.
  const isTimeout = ended.timedOut && !unconnectedCodes.includes(code);
  const because = isTimeout ? 'timeout' : ended.interrupted && !ended.timedOut ? 'interrupted' : causeOf(code, message);
  const detail = isTimeout ? 'no response header' : detailOf(code, message);
  return { is: 'noAnswer', because, ...(isTimeout || code === '' ? {} : { code }), detail, endedAtMs };
}

/** With the proxy that could not be reached: behind it nobody was asked. Else whoever reads it looks at the target. */
export function atProxy(noAnswer: NoAnswer, url: string): NoAnswer {
  const isOfIt = ['refused', 'unreachable', 'dns'].includes(noAnswer.because) && noAnswer.code !== refusedTunnel;
  const proxy = isOfIt ? proxyNameFor(url) : undefined;
  return proxy === undefined ? noAnswer : { ...noAnswer, proxy };
}

const unconnectedCodes = [noConnection, 'UND_ERR_CONNECT_TIMEOUT'];

function detailOf(code: string, message: string): string {
  if (code === noConnection || code === refusedTunnel) return message;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return tooMuch.head;
  if (isNoStatus(message)) return 'a status below 100';
  if (isSwitch(code, message)) return unaskedSwitch;
  return code === tooMuchCode ? message : [code, plainTls(message)].filter((word) => word !== '').join(': ');
}

/** OpenSSL wraps its sentence in an address, its own function and a line of its source. */
function plainTls(message: string): string {
  const [, reason] = /^[0-9A-F]+:error:[0-9A-F]*:[^:]*:[^:]*:([^:]+):/.exec(message) ?? [];
  return reason ?? message;
}

/** An answer that came, and is not an HTTP message. */
export function malformedAnswer(detail: string, endedAtMs: number): NoAnswer {
  return { is: 'noAnswer', because: 'malformed', detail, endedAtMs };
}

/** What a server must not do that was not asked for it (RFC 9110 7.8); what follows is not HTTP, or need not be. */
export const unaskedSwitch = '101 Switching Protocols, though no other protocol was asked for';

const isSwitch = (code: string, message: string): boolean => code === 'UND_ERR_SOCKET' && message === 'bad upgrade';

/** undici asserts it, and says so in its own code. */
const isNoStatus = (message: string): boolean => message.includes('statusCode >= 100');

function causeOf(code: string, message: string): NoAnswerCause {
  if (isSwitch(code, message)) return 'malformed';
  const known = Object.hasOwn(causeByCode, code) ? causeByCode[code] : undefined;
  if (known !== undefined) return known;
  if (isNoStatus(message)) return 'malformed';
  if (code.startsWith('HPE_') || message.includes('Parse Error')) return 'malformed';
  return tlsWords.test(code) ? 'tls' : 'dropped';
}

/** The innermost error with a code: undici and Node wrap the system's word in causes and aggregates. */
function wordsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  if (inner instanceof Error) return wordsOf(inner);
  // undici leaves the code out of some of its parser's errors.
  const parserCode = error.message.includes('Expected HTTP/') ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID';
  const unnamed = error.name === 'HTTPParserError' ? parserCode : '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : unnamed;
  return { code, message: error.message };
}
