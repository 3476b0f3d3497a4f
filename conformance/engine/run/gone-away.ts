import { endOfExchange } from '../../model/moment.ts';
import type { Check } from '../../model/check.ts';
import { isConnectionDropped, type Exchange } from '../../model/exchange.ts';
import { probeNameOf } from '../../model/probe-names.ts';
import type { Run } from '../../model/run.ts';

/**
 * Longest time before the end of the service in which a request may have caused it: before that there are too many
 * others.
 */
const justBeforeMs = 1_000;
/** Most requests that are named. */
const mostTold = 4;
/**
 * Statuses with which something in front of a service answers for it (RFC 9110 15.6.3 to 15.6.5). As it may do so for a
 * moment, or for one operation, the service is gone only with at least `least` such answers to `leastOperations`
 * operations.
 */
const gateway = { statuses: [502, 503, 504], least: 10, leastOperations: 2 };

type GoneAway = NonNullable<Run['goneAway']>;

/**
 * When a target that had answered until then went away for good, so that every connection was refused, or each request
 * was answered by what is in front of it; and which requests it was busy with just before. No check can say that one of
 * these requests ended it; the log of the service can.
 */
export function goneAwayIn(
  exchanges: readonly Exchange[],
  checks: readonly Pick<Check, 'id' | 'probe'>[] = [],
): Pick<Run, 'goneAway'> {
  const byEnd = exchanges.toSorted((a, b) => endOfExchange(a) - endOfExchange(b));
  const lastAnswered = byEnd.findLastIndex(isAnswered);
  const from = byEnd.findIndex((exchange, at) => at > lastAnswered && isGone(exchange));
  const first = byEnd[from];
  if (lastAnswered === -1 || first === undefined || !isForGood(byEnd.slice(from).filter(isGone))) return {};
  // The end of an answer may be noticed only after other requests were refused.
  const cutThen = byEnd
    .slice(from)
    .filter((each) => isCut(each) && endOfExchange(each) <= endOfExchange(first) + justBeforeMs);
  const broken = [...byEnd.slice(lastAnswered + 1, from).filter(isBroken), ...cutThen];
  const told = busyBefore(byEnd.slice(0, lastAnswered + 1), broken, endOfExchange(broken[0] ?? first), checks);
  return { goneAway: { at: first.startedAt, request: from + 1, of: exchanges.length, before: told } };
}

/**
 * The requests that a service was busy with when it broke connections off, from those that had ended by then and from
 * those that were broken off.
 */
export function busyBefore(
  ended: readonly Exchange[],
  broken: readonly Exchange[],
  goneAtMs: number,
  checks: readonly Pick<Check, 'id' | 'probe'>[],
): GoneAway['before'] {
  const answered = ended.filter((exchange) => endOfExchange(exchange) >= goneAtMs - justBeforeMs);
  const usual = new Set(ended.flatMap((each) => (isBroken(each) ? [] : [askedIn(each)])));
  const isNew = (exchange: Exchange): boolean => !usual.has(askedIn(exchange));
  // The nearest in time first.
  const odd = answered.filter(isUnusual).toReversed();
  // An answer that the service was writing as it ended may be what ended it, so that it comes first.
  const [cut, dropped] = [broken.filter(isCut), broken.filter((exchange) => !isCut(exchange))];
  const suspects = [...cut, ...dropped.filter(isNew), ...odd, ...dropped.filter((exchange) => !isNew(exchange))];
  const before = suspects.length > 0 ? suspects : answered.slice(-1);
  const byProbe = [...Map.groupBy(before, probeNameOf).values()].flatMap(([nearest]) => nearest ?? []);
  return byProbe.slice(0, mostTold).map((exchange) => toldOf(exchange, checks));
}

function toldOf(exchange: Exchange, checks: readonly Pick<Check, 'id' | 'probe'>[]): GoneAway['before'][number] {
  const probe = probeNameOf(exchange);
  const check = checks.find((each) => each.probe?.name === probe)?.id;
  return {
    exchange: exchange.id,
    probe,
    ...(check === undefined ? {} : { check }),
    ...(isCut(exchange) && { isCutOff: true as const }),
  };
}

/** What a service meets rarely: bytes that no common client sends, and an answer that its client left. */
function isUnusual(exchange: Exchange): boolean {
  const { request } = exchange;
  return isLeft(exchange) || request.raw !== undefined || request.noResponse !== undefined;
}

function isLeft({ response }: Exchange): boolean {
  return (response.is === 'answer' ? response.ending : response.because) === 'left';
}

function isGone({ response }: Exchange): boolean {
  return response.is === 'noAnswer' ? response.because === 'refused' : gateway.statuses.includes(response.status);
}

function isForGood(gone: readonly Exchange[]): boolean {
  if (gone.some(({ response }) => response.is === 'noAnswer')) return true;
  const operations = new Set(gone.map(({ operation }) => operation));
  return gone.length >= gateway.least && operations.size >= gateway.leastOperations;
}

/** A request that its client left had a connection, so that the service was there. */
function isAnswered(exchange: Exchange): boolean {
  if (isLeft(exchange)) return true;
  return exchange.response.is === 'answer' && !isGone(exchange) && !isCut(exchange);
}

function isBroken(exchange: Exchange): boolean {
  return isCut(exchange) || isConnectionDropped(exchange);
}

/** True where the connection was dropped behind the head of the answer. */
function isCut({ response }: Exchange): boolean {
  return response.is === 'answer' && response.ending === 'cut';
}

function askedIn({ request: { method, url, raw, body } }: Exchange): string {
  return [method, url, raw ?? '', Buffer.from(body).toString('latin1')].join('\n');
}
