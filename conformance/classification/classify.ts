import type { Mismatch } from '../model/check.ts';
import {
  headerOf,
  type Answer,
  type Exchange,
  type JudgedNoResponse,
  type NoAnswerCause,
  type SentRequest,
} from '../model/exchange.ts';
import { containsToken, isWorkspaceBearer, placeholders, type JudgedOutcomes } from '../model/probe.ts';
import { maxSoundBytes } from '../http/bounds/body-budget.ts';
import { unaskedSwitch } from '../http/no-answer.ts';
import { beginsAsSpeech } from '../bodies/begins-as-speech.ts';
import type { About } from '../model/run.ts';
import { unsupportedTransportIn } from '../http/unsupported-transport.ts';
import { isRejectedByHttp2, resetCodeOf, resetText } from './reset-stream.ts';
import { retryAfterMs, transientIn } from './transient.ts';

/** What an exchange is good for, before any expectation looks at it (design, "never a failure"). */
export type Classification =
  | { readonly is: 'judgeable' }
  /**
   * The target, or the network on the way to it, is unavailable: nothing can be judged. `observed`: what came, in
   * short, where the reason says more, such as what to do about it.
   */
  | { readonly is: 'outage'; readonly because: string; readonly observed?: string; readonly about?: About }
  /**
   * The target accepted the request and gave no answer. This is a failure if the target answers other requests, or if
   * an answer that breaks the grammar of HTTP proves it alone (`isProven`).
   */
  | { readonly is: 'noResponse'; readonly mismatch: Mismatch; readonly isProven?: true }
  /** An answer began, and stopped without an end: a failure likewise, and the part that came is judged. */
  | { readonly is: 'unfinished'; readonly mismatch: Mismatch }
  /** The answer was still coming at the time limit: the part that came is judged, and the rest is inconclusive. */
  | { readonly is: 'slow'; readonly because: string; readonly observed: string };

const outageWords = {
  refused: 'connection refused',
  unreachable: 'host not reachable',
  dns: 'host name not found',
  tls: 'no TLS connection',
  interrupted: 'the run was interrupted',
} as const;

const judgedNoResponses: Readonly<Record<JudgedNoResponse, readonly NoAnswerCause[]>> = {
  closing: ['dropped'],
  any: ['dropped', 'timeout', 'notHttp'],
};

/** Classifies one exchange; pure, so that a stored run is classified alike. */
export function classify(
  exchange: Exchange,
  { status402 = false, unkept = false }: JudgedOutcomes = {},
): Classification {
  const { response, request } = exchange;
  const unsupportedTransport = unsupportedTransportIn(exchange);
  if (unsupportedTransport !== undefined) return { is: 'outage', ...unsupportedTransport };
  if (response.is === 'noAnswer') {
    if (isRejectedByHttp2(exchange)) return { is: 'judgeable' };
    const isJudged =
      request.noResponse !== undefined && judgedNoResponses[request.noResponse].includes(response.because);
    return isJudged ? { is: 'judgeable' } : classifyWithoutAnswer(exchange, response);
  }
  if (response.status === 402 && !status402) return { is: 'outage', because: spentWords(exchange) };
  const passing = transientIn(response, exchange);
  if (passing !== undefined) return passingAs(passing.status, exchange);
  if (exchange.othersLost === true) return { is: 'outage', because: couldNotBeJudged(lostWords), observed: lostWords };
  if (response.ending === 'unkept')
    return unkept && beginsAsSpeech(response) ? { is: 'judgeable' } : slow(unkeptWords(exchange, response));
  if (response.ending !== 'timeout') return { is: 'judgeable' };
  if (isStillSending(response)) return slow(slowWords(response));
  const observed = unfinishedWords(response);
  return {
    is: 'unfinished',
    mismatch: { subject: 'complete answer', expected: 'a response that ends', observed, kind: { is: 'ending' } },
  };
}

/**
 * True where assay's own limits ended an answer that was still coming: it may only have needed longer. After the last
 * byte assay waits for as long as the limit, so that the last bytes of an answer that fell silent came in the first
 * half.
 */
export function isStillSending({ ending, chunks, endedAtMs }: Answer): boolean {
  return ending === 'unkept' || (ending === 'timeout' && lastAtMs(chunks) > endedAtMs / 2);
}

/** True where not even the header of an answer came within the time limit. */
export function isSilent({ response }: Pick<Exchange, 'response'>): boolean {
  return response.is === 'noAnswer' && response.because === 'timeout';
}

/** True where the whole time limit passed without a header, or without another byte. */
export function isUnanswered(exchange: Pick<Exchange, 'response'>): boolean {
  const { response } = exchange;
  return isSilent(exchange) || (response.is === 'answer' && response.ending === 'timeout' && !isStillSending(response));
}

function lastAtMs(chunks: Answer['chunks']): number {
  return chunks.at(-1)?.atMs ?? 0;
}

function slow(observed: string): Classification {
  return { is: 'slow', because: couldNotBeJudged(observed), observed };
}

const couldNotBeJudged = (observed: string): string => `could not be judged: ${observed}`;

const lostWords = 'its connection broke off together with those of other requests';

function unkeptWords({ operation }: Exchange, { headers }: Answer): string {
  const statedBytes = Number(headerOf(headers, 'content-length') ?? 0);
  return operation === 'speech' && statedBytes > maxSoundBytes
    ? 'not all of it is kept: of sound a run keeps at most 14 MB in one answer'
    : 'not all of it is kept (of a stream 100,000 events, of a run 96 MB, of one answer a sixth of what is left); check --rerun-failed gives what is not judged yet a run of its own';
}

/**
 * The suggested time limit, as a multiple of the one that was too short: the answer may have just begun, and a use that
 * may be charged was already given three times the limit before anything is suggested.
 */
const longerLimit = 4;

/**
 * A time limit that may be enough, in whole seconds, where an attempt ended after `endedAtMs` with `hadTimes` the usual
 * limit.
 */
export function longerLimitS(endedAtMs: number, hadTimes = 1): number {
  return Math.ceil((endedAtMs * longerLimit) / hadTimes / 1_000);
}

function slowWords({ endedAtMs }: Answer): string {
  return `still sending after ${ms(endedAtMs)}; --timeout ${longerLimitS(endedAtMs)}s gives it more time`;
}

function unfinishedWords({ status, headers, body, headersAtMs, chunks, endedAtMs }: Answer): string {
  const silentMs = endedAtMs - Math.max(headersAtMs, lastAtMs(chunks));
  const isFramed = ['content-length', 'transfer-encoding'].some((name) => headerOf(headers, name) !== undefined);
  // The HTTP version of the answer is not kept, and padding or pings may have come all the time.
  const why = isFramed
    ? ''
    : ' (nothing tells its end: no Content-Length, no Transfer-Encoding of HTTP/1.1, no end of an HTTP/2 stream; its connection stays open)';
  return `status ${status}, then ${body.length} bytes and no end; no more bytes of it came for ${ms(silentMs)}${why}`;
}

function classifyWithoutAnswer(
  exchange: Exchange,
  response: Extract<Exchange['response'], { is: 'noAnswer' }>,
): Classification {
  const after = ms(response.endedAtMs);
  const broken = (observed: string, more: Partial<Mismatch> = {}): Extract<Classification, { is: 'noResponse' }> => ({
    is: 'noResponse',
    mismatch: {
      subject: 'answer',
      expected: 'an HTTP response',
      observed,
      ...more,
      // An answer that breaks a standard is an answer.
      ...(more.expected === undefined && {
        kind: {
          ...more.kind,
          ...(more.reference === undefined && { is: 'response' as const }),
          due: 'response' as const,
        },
      }),
    },
  });
  const standard = { reference: 'RFC 9112' } as const;
  switch (response.because) {
    case 'left':
      return { is: 'judgeable' };
    case 'timeout':
      return broken(`no response header within ${after}`);
    case 'dropped': {
      const reset = resetCodeOf(exchange);
      if (reset !== undefined) return broken(resetText(reset, after));
      return broken(`the connection was dropped after ${after} (${response.detail})`);
    }
    case 'malformed': {
      if (response.detail === unaskedSwitch)
        return { ...broken(unaskedSwitch, { reference: 'RFC 9110 7.8' }), isProven: true };
      const observed = `a malformed one: ${wordsOfParser(response.detail)}`;
      return { ...broken(observed, { ...standard, expected: 'a well-formed HTTP response' }), isProven: true };
    }
    case 'notHttp':
      return broken(`not HTTP: ${response.detail}`, { ...standard, kind: { observed: 'not HTTP' } });
    case 'tooMuch':
      return { is: 'outage', because: couldNotBeJudged(response.detail), observed: response.detail };
    default: {
      const { code = '', detail, proxy } = response;
      const where = proxy === undefined ? hostOf(exchange) : `the proxy ${proxy}, through which the requests go`;
      const what = `${outageWords[response.because]}: ${where}`;
      return {
        is: 'outage',
        because: `${what} (${detail})`,
        observed: `${what} (${systemCode.test(code) ? code : detail})`,
      };
    }
  }
}

/** The codes of the operating system, which stand in its messages too. */
const systemCode = /^E[A-Z]+$/;

/** The finding alone, of the parser's message `CODE: sentence (finding)`. */
function wordsOfParser(detail: string): string {
  if (detail.startsWith('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'))
    return 'its header fields disagree on the length of its body, or break the grammar of HTTP';
  return /\(([^()]+)\)$/.exec(detail)?.[1] ?? detail.replace(/^[A-Z_]+: /, '');
}

function spentWords({ operation, request }: Exchange): string {
  if (!carriesAToken(request))
    return `status 402 to a request without a valid token, as if a workspace with nothing left for ${operation} had sent it: see whom the service takes for its caller`;
  if (isWorkspaceBearer(headerOf(request.headers, 'authorization')))
    return `status 402: nothing covers a ${operation} of this workspace, which the provisioner made with enough for it: see what the service charges there`;
  if (headerOf(request.headers, 'authorization') === `Bearer ${placeholders.spentToken}`)
    return `status 402 to the --spent-token, whose workspace has to have nothing left: see what the service charges for ${operation}`;
  return `status 402: the workspace of this token has nothing left for ${operation}; give a token whose workspace has credits left`;
}

/** True where the request has a token, wherever it stands. */
function carriesAToken({ url, headers, raw = '', body }: SentRequest): boolean {
  const texts = [url, raw, ...headers.map(([, value]) => value), Buffer.from(body).toString('latin1')];
  return texts.some(containsToken);
}

function passingAs(status: number, exchange: Exchange): Classification {
  const asked = retryAfterMs(exchange, Date.parse(exchange.startedAt));
  const wait = asked === undefined ? '' : `, asking to wait ${Math.ceil(asked / 1_000)} s`;
  const times = `${exchange.attempt} attempt${exchange.attempt === 1 ? '' : 's'}`;
  const observed = `status ${status} after ${times}${wait}`;
  return { is: 'outage', because: `${observed}; ${remedyFor(status, asked)}`, observed };
}

/** No rate limit lasts this long: a used-up quota is renewed by the hour, the day or the month, or not at all. */
const quotaMs = 600_000;

/** What the user can do about a target that says "not now" and asks to wait for `askedMs`. */
function remedyFor(status: number, askedMs: number | undefined): string {
  if ((askedMs ?? 0) >= quotaMs && status < 500)
    return 'that is longer than a rate limit lasts: a balance or quota may be used up; check what this token has left, give one that has more, or try again after that time';
  if (status === 503 || status === 529)
    return 'the target reports that it is overloaded or unavailable: try later, or --concurrency 2';
  if (status > 500)
    return 'the service, or a proxy in front of it, got no answer from what is behind it: check that, or try --concurrency 2';
  // A target that names a time limits the requests in a time, however few are sent at once.
  const [inATime, atOnce] =
    askedMs === undefined ? ['', '; a lower --concurrency helps if it limits how many go at once'] : [' in a time', ''];
  return `the target allows fewer requests${inATime}: give a token with a higher limit, or judge the rest later${atOnce}`;
}

function hostOf(exchange: Exchange): string {
  return new URL(exchange.request.url).host;
}

function ms(value: number): string {
  return value >= 1_000 ? `${(value / 1_000).toFixed(1)} s` : `${Math.round(value)} ms`;
}
