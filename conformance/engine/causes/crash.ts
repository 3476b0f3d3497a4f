import { endOfExchange, startOf } from '../../model/moment.ts';
import { isTurnedAway } from '../../classification/reset-stream.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';
import { placeholders } from '../../model/probe.ts';
import type { Finding } from '../../model/run.ts';
import type { KnownFault } from './likely.ts';

/** From one request on a service answered nothing but server errors, or not at all, and until then it did answer. */
export type Crash = {
  /** Of the requests in the order in which they were sent, the number of the first that failed for good. */
  readonly request: number;
  readonly of: number;
  /** So many were sent from then on. */
  readonly failed: number;
  /** The checks that are about what a request does to those behind it. */
  readonly touching: ReadonlySet<string>;
  /** Whether an exchange failed after it happened. */
  readonly isBehind: (id: string) => boolean;
  /** How many milliseconds before the first failure an exchange ended; undefined if it ended too long before. */
  readonly justBefore: (id: string) => number | undefined;
};

/** With fewer failures at its end a run does not show that a service has crashed for good. */
const leastFailed = 20;
/** At least so many of those failures repeat a request that was answered before: others may fail for what they ask. */
const leastAgain = 3;
/** A service that fails a larger share of the requests before has another defect. */
const mostBefore = 0.1;
/** An exchange that ended longer before the first failure is one of many that may have caused it. */
const justBeforeMs = 2_000;
/**
 * An exchange may also have ended earlier if no more answers than these came since then, for each request that was under
 * way: a service that hangs fails late.
 */
const answersPerRequest = 2;

/** What crashed a service for good, where a run shows that. */
export function crashIn(exchanges: readonly Exchange[], touching: ReadonlySet<string> = new Set()): Crash | undefined {
  const inOrder = exchanges.toSorted((a, b) => startOf(a) - startOf(b));
  // What is no whole request may be refused by what stands before a service.
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
    request: inOrder.findIndex(isAfter) + 1,
    of: inOrder.length,
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

/** Whether all that a failure shows came behind it: any other had a cause before. */
export function isBehind({ exchanges, mismatches }: Finding, crash: Crash): boolean {
  const shown = mismatches.flatMap(({ exchange = [] }) => exchange);
  const isMore = mismatches.some(({ answers }) => answers !== undefined && answers.wrong > crash.failed);
  const all = shown.length === mismatches.length ? shown : exchanges;
  return !isMore && all.length > 0 && all.every(crash.isBehind);
}

/**
 * Of these failures the one that is about what a request does to those behind it, with its last answer before: such a
 * check sent something and asked again. Any other that was under way shows nothing but that. Of several the one whose
 * answer came nearest to the first failure.
 */
export function shownBefore(
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

/** What gets no answer because it need not, or because assay reads no more of it, says nothing of the service. */
function isDown(exchange: Exchange): boolean {
  const { request, response } = exchange;
  const { noResponse } = request;
  if (response.is === 'answer') return response.status >= 500;
  if (isTurnedAway(exchange)) return false;
  return noResponse === undefined && response.because !== 'interrupted' && response.because !== 'tooMuch';
}

function isOwn({ request }: Exchange): boolean {
  return headerOf(request.headers, 'authorization') === `Bearer ${placeholders.token}`;
}

function askedIn({ request: { method, url, headers, body } }: Exchange): string {
  const authorization = headerOf(headers, 'authorization') ?? '';
  return [method, url, authorization, Buffer.from(body).toString('latin1')].join('\n');
}
