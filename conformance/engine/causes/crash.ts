import { endOfExchange, startOf } from '../../model/moment.ts';
import { isRejectedByHttp2 } from '../../classification/reset-stream.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';
import { placeholders } from '../../model/probe.ts';
import type { Finding } from '../../model/run.ts';
import type { KnownFault } from './likely.ts';

/** A service that answered, and from one request on answered only with server errors, or not at all. */
export type Crash = {
  /** The number of the first request that failed for good, in the order in which requests were sent. */
  readonly firstFailed: number;
  readonly requestCount: number;
  /** Number of requests that failed from then on. */
  readonly failed: number;
  /** The checks of what a request does to later requests. */
  readonly touching: ReadonlySet<string>;
  /** Whether an exchange failed after the crash. */
  readonly isBehind: (id: string) => boolean;
  /** How many milliseconds before the first failure an exchange ended; undefined if it ended too long before. */
  readonly justBefore: (id: string) => number | undefined;
};

/** Fewest failures at the end of a run that show a crash for good. */
const leastFailed = 20;
/**
 * Fewest of these failures that repeat a request that was answered before: other requests may fail for what they ask.
 */
const leastAgain = 3;
/** Largest share of requests that failed before: with more failures the service has another defect. */
const mostBefore = 0.1;
/**
 * Longest time in milliseconds between the end of an exchange and the first failure: with more, it is only one of many
 * exchanges that may have caused the crash.
 */
const justBeforeMs = 2_000;
/**
 * Bound on the answers, per request under way, that came between the end of an exchange and the first failure. Below it
 * the exchange counts as just before the crash even if it ended earlier: a service that hangs fails late.
 */
const answersPerRequest = 2;

/** The crash that a run shows; undefined where it shows none. */
export function crashIn(exchanges: readonly Exchange[], touching: ReadonlySet<string> = new Set()): Crash | undefined {
  const inOrder = exchanges.toSorted((a, b) => startOf(a) - startOf(b));
  // An incomplete request may be refused by software in front of the service.
  const lastAnswered = inOrder.findLastIndex((exchange) => exchange.request.raw === undefined && isUp(exchange));
  const [before, behind] = [inOrder.slice(0, lastAnswered + 1), inOrder.slice(lastAnswered + 1)];
  const failed = behind.filter(isDown);
  if (failed.length < leastFailed || before.filter(isDown).length > mostBefore * before.length) return undefined;
  const answered = new Set(before.filter(isUp).map(askedIn));
  const again = failed.filter((exchange) => isOwn(exchange) && answered.has(askedIn(exchange)));
  if (again.length < leastAgain || new Set(again.map(({ operation }) => operation)).size < 2) return undefined;
  const atMs = Math.min(...failed.map(endOfExchange));
  const isAfter = (exchange: Exchange): boolean => isDown(exchange) && endOfExchange(exchange) >= atMs;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const underWay = inOrder.filter((exchange) => startOf(exchange) < atMs && endOfExchange(exchange) >= atMs).length;
  const ends = inOrder.map(endOfExchange).filter((end) => end < atMs);
  return {
    firstFailed: inOrder.findIndex(isAfter) + 1,
    requestCount: inOrder.length,
    failed: inOrder.filter(isAfter).length,
    touching,
    isBehind: (id) => {
      const exchange = byId.get(id);
      return exchange !== undefined && isAfter(exchange);
    },
    justBefore: (id) => {
      const exchange = byId.get(id);
      if (exchange === undefined) return undefined;
      const end = endOfExchange(exchange);
      const since = ends.filter((other) => other > end).length;
      const far = Math.abs(end - atMs);
      return far <= justBeforeMs || since < answersPerRequest * underWay ? far : undefined;
    },
  };
}

/** Whether all that a failure shows came after the crash: any other failure has an earlier cause. */
export function isAfterCrash({ exchanges, mismatches }: Finding, crash: Crash): boolean {
  const shown = mismatches.flatMap(({ exchange = [] }) => exchange);
  const isMore = mismatches.some(({ answers }) => answers !== undefined && answers.wrong > crash.failed);
  const all = shown.length === mismatches.length ? shown : exchanges;
  return !isMore && all.length > 0 && all.every(crash.isBehind);
}

/**
 * Of the failures of checks about what a request does to later requests, the failure whose last exchange before the
 * crash ended nearest to the first failure, with that exchange. Such a check sends something and asks again; any other
 * check shows only that it was under way. Undefined where there is none.
 */
export function failureBeforeCrash(
  findings: readonly Finding[],
  { touching, isBehind: isAfter, justBefore }: Crash,
  known: readonly KnownFault[],
): { readonly finding: Finding; readonly before: string } | undefined {
  const isAboutThose = ({ check }: Finding): boolean =>
    touching.has(check) || known.some(({ failsAny, named }) => failsAny === true && named.includes(check));
  const all = findings.filter(isAboutThose).flatMap((finding) => {
    const before = finding.exchanges[finding.exchanges.findIndex(isAfter) - 1];
    const far = before === undefined ? undefined : justBefore(before);
    return before === undefined || far === undefined ? [] : [{ finding, before, far }];
  });
  const [nearest] = all.toSorted((a, b) => a.far - b.far);
  return nearest;
}

function isUp({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status < 500;
}

/**
 * Whether the service failed. An answer that need not come, or that assay stopped reading, says nothing about the
 * service.
 */
function isDown(exchange: Exchange): boolean {
  const { request, response } = exchange;
  const { noResponse } = request;
  if (response.is === 'answer') return response.status >= 500;
  if (isRejectedByHttp2(exchange)) return false;
  return noResponse === undefined && !['interrupted', 'left', 'tooMuch'].includes(response.because);
}

function isOwn({ request }: Exchange): boolean {
  return headerOf(request.headers, 'authorization') === `Bearer ${placeholders.token}`;
}

function askedIn({ request: { method, url, headers, body } }: Exchange): string {
  const authorization = headerOf(headers, 'authorization') ?? '';
  return [method, url, authorization, Buffer.from(body).toString('latin1')].join('\n');
}
