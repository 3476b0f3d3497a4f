import type { Expectation, Exchanges } from '../../model/check.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { callerOf, isGivenCaller } from '../caller.ts';
import { startOf } from '../../model/moment.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { withExchange } from '../on-answer.ts';
import { missingProductReason } from './lacks-its-product.ts';

/**
 * No request gets 401 where the same request was let in with the same token before and later (5.1, 5.3), as after other
 * callers sent wrong tokens: those get 401 themselves, and 429 says that there were too many.
 */
export const staysAuthorized: Expectation = Object.assign(
  ([exchange]: Exchanges, run: Exchanges = []) => {
    if (exchange === undefined) return [];
    const same = alikeIn(run).get(keyOf(exchange)) ?? [];
    if (statusOf(exchange) !== 401) return isSeenTwice(exchange, same, run) ? [] : { inconclusive: notSeen };
    const before = same.findLast((other) => isLetIn(other) && other.startedAt < exchange.startedAt);
    const later = same.find((other) => isLetIn(other) && other.startedAt > exchange.startedAt);
    if (before === undefined || later === undefined) return { inconclusive: notSeen };
    const wrong = run
      .filter((each) => statusOf(each) === 401 && callerOf(each) !== callerOf(exchange))
      .filter(({ startedAt }) => startedAt > before.startedAt && startedAt < exchange.startedAt)
      .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    return [
      withExchange(exchange, {
        subject: 'status',
        expected: 'no 401, as its token is a good one',
        observed: `401${lockoutText(exchange, later)}${behindText(wrong.length)}, and ${statusOf(before)} and ${statusOf(later)} to the same before and later`,
        kind: { is: 'status', observed: 'a good token is refused for a while' },
        restsOn: [before, ...wrong.slice(-mostNamed)].map(({ id }) => id),
      }),
    ];
  },
  { ofPart: 'always' } as const,
);

/** Shortest lockout that is mentioned, in ms: a shorter one comes from answers that do not belong to one moment. */
const lockoutMs = 3_000;

/** How long it takes until the same request is let in again, if that is long enough to be a lockout. */
function lockoutText(refused: Exchange, later: Exchange): string {
  const ms = startOf(later) - startOf(refused);
  return ms < lockoutMs ? '' : `, a lockout of up to ${Math.ceil(ms / 1_000)} s (429 would say so)`;
}

/** Most wrong attempts before it that the finding names. */
const mostNamed = 20;

function behindText(wrong: number): string {
  return wrong === 0 ? '' : ` behind ${wrong} ${wrong === 1 ? 'request' : 'requests'} with a wrong token or none`;
}

const notSeen = 'no request was let in twice with a token that gave access';

/**
 * True where the same request was let in before, with a token that is seen to give access, because its caller got
 * something or others were refused. A service that answers all callers alike lets nobody in.
 */
function isSeenTwice(exchange: Exchange, same: Exchanges, run: Exchanges): boolean {
  if (!isLetIn(exchange) || !same.some((other) => isLetIn(other) && other.startedAt < exchange.startedAt)) return false;
  return callersServedIn(run).has(callerOf(exchange)) || refusedElseIn(run).has(askedFor(exchange));
}

const callersServedIn = memoizedByRun(
  (run: Exchanges) => new Set(run.filter((each) => isAccepted(each) && givesSomething(each)).map(callerOf)),
);

/** Requests that were refused to a caller for its token. */
const refusedElseIn = memoizedByRun(
  (run: Exchanges) => new Set(run.filter((each) => [401, 403].includes(statusOf(each))).map(askedFor)),
);

/** What a request asks for, apart from its caller. */
function askedFor({ request: { method, url, body } }: Exchange): string {
  return [method, url, lettersOf(body)].join('\n');
}

/** A letter for each byte: the bodies of a run may be megabytes, and are only compared. */
function lettersOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
}

/** True where the answer gives something to its caller. Any caller may get an empty list of bots. */
function givesSomething(exchange: Exchange): boolean {
  return exchange.operation === 'bots' ? botIdsIn(exchange).length > 0 : missingProductReason(exchange) === undefined;
}

function statusOf({ response }: Exchange): number {
  return response.is === 'answer' ? response.status : 0;
}

/** True for any other status with which the service itself answers. */
function isLetIn(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 200 && status < 500 && ![401, 403, 408, 429].includes(status);
}

const alikeIn = memoizedByRun((run: Exchanges) => Map.groupBy(run.filter(isPlain), keyOf));

const isPlain = (exchange: Exchange): boolean =>
  exchange.request.raw === undefined && isGivenCaller(callerOf(exchange));

/**
 * The caller, the request and the names of its fields as they are spelled: another check judges whether a spelling is
 * known.
 */
function keyOf(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.request;
  const names = headers.map(([name]) => name).toSorted();
  return [callerOf(exchange), method, url, names.join(), lettersOf(body)].join('\n');
}
