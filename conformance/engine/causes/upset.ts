import { headerOf, type Exchange } from '../../model/exchange.ts';
import { placeholders } from '../../model/probe.ts';
import type { Finding } from '../../model/run.ts';

/** From one request on a service answered nothing but server errors, or not at all, and until then it did answer. */
export type Upset = {
  /** Of the requests in the order in which they were sent, the number of the first that failed for good. */
  readonly request: number;
  readonly of: number;
  /** So many were sent from then on. */
  readonly failed: number;
  /** Whether an exchange failed after it happened. */
  readonly isBehind: (id: string) => boolean;
  /** When the first of them had failed, in milliseconds. */
  readonly atMs: number;
  readonly endOf: (id: string) => number | undefined;
};

/** With fewer failures at its end a run proves nothing, */
const leastFailed = 20;
/** nor unless so many of them ask what was answered before. */
const leastAgain = 3;
/** A service that failed as often before has another defect. */
const mostBefore = 0.1;

/** What upset a service for good, where a run shows that. */
export function upsetIn(exchanges: readonly Exchange[]): Upset | undefined {
  const inOrder = exchanges.toSorted((a, b) => startOf(a) - startOf(b));
  // What is no whole request may be refused by what stands before a service.
  const lastAnswered = inOrder.findLastIndex((exchange) => exchange.request.raw === undefined && !isDown(exchange));
  const [before, behind] = [inOrder.slice(0, lastAnswered + 1), inOrder.slice(lastAnswered + 1)];
  const failed = behind.filter(isDown);
  if (failed.length < leastFailed || before.filter(isDown).length > mostBefore * before.length) return undefined;
  const answered = new Set(before.filter((exchange) => !isDown(exchange)).map(askedIn));
  const again = failed.filter((exchange) => isOwn(exchange) && answered.has(askedIn(exchange)));
  if (again.length < leastAgain || new Set(again.map(({ operation }) => operation)).size < 2) return undefined;
  const atMs = Math.min(...failed.map(endOf));
  const isAfter = (exchange: Exchange): boolean => isDown(exchange) && endOf(exchange) >= atMs;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return {
    request: inOrder.findIndex(isAfter) + 1,
    of: inOrder.length,
    failed: inOrder.filter(isAfter).length,
    isBehind: (id) => {
      const exchange = byId.get(id);
      return exchange !== undefined && isAfter(exchange);
    },
    atMs,
    endOf: (id) => {
      const exchange = byId.get(id);
      return exchange && endOf(exchange);
    },
  };
}

/** Whether all that a failure shows came behind it: any other had a cause before. */
export function isBehind({ exchanges, mismatches }: Finding, upset: Upset): boolean {
  const shown = mismatches.flatMap(({ exchange = [] }) => exchange);
  const isMore = mismatches.some(({ answers }) => answers !== undefined && answers.wrong > upset.failed);
  const all = shown.length === mismatches.length ? shown : exchanges;
  return !isMore && all.length > 0 && all.every(upset.isBehind);
}

/**
 * Of these failures the one that is about what a request does to those behind it, with its last answer before: such a
 * check sent something and asked again. Of several the one whose answer came nearest to the first failure.
 */
export function shownBefore(
  findings: readonly Finding[],
  { isBehind: isAfter, endOf: endOfId, atMs }: Upset,
): { readonly finding: Finding; readonly before: string } | undefined {
  const all = findings.flatMap((finding) => {
    const first = finding.exchanges.findIndex(isAfter);
    const before = finding.exchanges[first - 1];
    const endedMs = before === undefined ? undefined : endOfId(before);
    return before === undefined || endedMs === undefined ? [] : [{ finding, before, far: Math.abs(endedMs - atMs) }];
  });
  const [nearest] = all.toSorted((a, b) => a.far - b.far);
  return nearest;
}

function isDown({ response }: Exchange): boolean {
  return response.is === 'answer' ? response.status >= 500 : response.because !== 'interrupted';
}

function isOwn({ request }: Exchange): boolean {
  return headerOf(request.headers, 'authorization') === `Bearer ${placeholders.token}`;
}

function askedIn({ request: { method, url, headers, body } }: Exchange): string {
  const authorization = headerOf(headers, 'authorization') ?? '';
  return [method, url, authorization, Buffer.from(body).toString('latin1')].join('\n');
}

function startOf({ startedAt }: Exchange): number {
  return Date.parse(startedAt);
}

function endOf(exchange: Exchange): number {
  return startOf(exchange) + exchange.response.endedAtMs;
}
