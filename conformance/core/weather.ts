import type { Mismatch } from './check.ts';
import { headerOf, type Exchange, type JudgedSilence, type NoAnswerCause } from './exchange.ts';

/** What an exchange is good for, before any expectation looks at it (design, "never a failure"). */
export type Weather =
  | { readonly is: 'judge' }
  /** The target, or the way to it, was out of order: nothing can be said. */
  | { readonly is: 'outage'; readonly because: string }
  /**
   * It accepted the request and gave no whole answer: a mistake of its own if it answers elsewhere, or where that is
   * proven as it stands, by an answer that breaks the grammar of HTTP.
   */
  | { readonly is: 'silence'; readonly mismatch: Mismatch; readonly isProven?: true };

/** Statuses by which a service, or a proxy before it, says "not now"; a 402 where the probe did not mean to provoke it. */
const passingStatuses = [402, 429, 502, 503, 504];

/** Statuses by which a service, or what stands before it, says "not now" to anybody at any time. */
export function isNotNow({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status !== 402 && passingStatuses.includes(response.status);
}

const outageWords = {
  refused: 'connection refused',
  unreachable: 'host not reachable',
  dns: 'host name not found',
  tls: 'no TLS connection',
  interrupted: 'the run was interrupted',
} as const;

const judgedSilences: Readonly<Record<JudgedSilence, readonly NoAnswerCause[]>> = {
  closing: ['dropped'],
  any: ['dropped', 'timeout'],
};

/** Reads one exchange; pure, so that a stored run is read the same way. */
export function weatherOf(exchange: Exchange, judges402: boolean): Weather {
  const { response, request } = exchange;
  if (response.is === 'noAnswer') {
    const isJudged = request.silence !== undefined && judgedSilences[request.silence].includes(response.because);
    return isJudged ? { is: 'judge' } : weatherWithoutAnswer(exchange, response);
  }
  const passing = passingStatuses.includes(response.status) && !(response.status === 402 && judges402);
  if (passing) return { is: 'outage', because: passingWords(response.status, exchange) };
  if (response.ending !== 'timeout') return { is: 'judge' };
  const observed = `status ${response.status}, then ${response.body.length} bytes and no end within ${ms(response.endedAtMs)}`;
  return { is: 'silence', mismatch: { aspect: 'complete answer', expected: 'a response that ends', observed } };
}

function weatherWithoutAnswer(
  exchange: Exchange,
  response: Extract<Exchange['response'], { is: 'noAnswer' }>,
): Weather {
  const after = ms(response.endedAtMs);
  const broken = (observed: string, more: Partial<Mismatch> = {}): Extract<Weather, { is: 'silence' }> => ({
    is: 'silence',
    mismatch: { aspect: 'answer', expected: 'an HTTP response', observed, ...more },
  });
  const standard = { per: 'RFC 9112' } as const;
  switch (response.because) {
    case 'timeout':
      return broken(`no response header within ${after}`);
    case 'dropped':
      return broken(`the connection was dropped after ${after} (${response.detail})`);
    case 'malformed': {
      const observed = `a malformed one: ${wordsOfParser(response.detail)}`;
      return { ...broken(observed, { ...standard, expected: 'a well-formed HTTP response' }), isProven: true };
    }
    case 'notHttp':
      return broken(`not HTTP: ${response.detail}`, standard);
    default:
      return { is: 'outage', because: `${outageWords[response.because]}: ${hostOf(exchange)} (${response.detail})` };
  }
}

/** The parser's finding without what stands around it: `CODE: sentence (finding)`. */
function wordsOfParser(detail: string): string {
  if (detail.startsWith('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) return 'its fields disagree on the length of its body';
  return /\(([^()]+)\)$/.exec(detail)?.[1] ?? detail.replace(/^[A-Z_]+: /, '');
}

/** The token of a workspace that was made a moment ago may take another to be known everywhere. */
function isStillUnknown({ request, response }: Exchange): boolean {
  const authorization = headerOf(request.headers, 'authorization') ?? '';
  return response.is === 'answer' && response.status === 401 && /^Bearer \$\{WORKSPACE_TOKEN\w*\}$/.test(authorization);
}

/**
 * True where another try may come out differently: out of order for now, silent, dropped on a stale connection, or not
 * knowing a token that is new.
 */
export function isWorthRetrying(exchange: Exchange, judges402: boolean): boolean {
  const { response } = exchange;
  if (weatherOf(exchange, judges402).is === 'judge') return isStillUnknown(exchange);
  if (response.is === 'noAnswer') return !['dns', 'tls', 'interrupted'].includes(response.because);
  return response.status !== 402;
}

/**
 * Milliseconds that the target asks to wait before the next request (RFC 9110 10.2.3: seconds or an HTTP date);
 * undefined where it does not say.
 */
export function retryAfterMs(exchange: Exchange, nowMs: number): number | undefined {
  if (exchange.response.is !== 'answer') return undefined;
  const value = headerOf(exchange.response.headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function passingWords(status: number, exchange: Exchange): string {
  if (status === 402) return `status 402: the workspace of this token has nothing left for ${exchange.operation}`;
  const asked = retryAfterMs(exchange, Date.parse(exchange.startedAt));
  const wait = asked === undefined ? '' : `, asking to wait ${Math.ceil(asked / 1_000)} s`;
  return `status ${status} after ${exchange.attempt} attempts${wait}`;
}

function hostOf(exchange: Exchange): string {
  return new URL(exchange.request.url).host;
}

function ms(value: number): string {
  return value >= 1_000 ? `${(value / 1_000).toFixed(1)} s` : `${Math.round(value)} ms`;
}
