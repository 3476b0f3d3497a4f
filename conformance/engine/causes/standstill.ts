import { isUnanswered } from '../../classification/classify.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { Exchange } from '../../model/exchange.ts';
import { leadExchangeId } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';

/**
 * A while in which a service answered nothing: the failures of that time say nothing about what was asked for. It is
 * looked for in a whole run to explain failures, so that no request at all may have been answered meanwhile.
 * `othersWaited` of an exchange answers another question: as a request is given up, whether another waited too, which
 * is reason enough to send it once more by itself.
 */
export type Standstill = {
  /** Whether an exchange was given up in this while. */
  readonly has: (id: string) => boolean;
  readonly says: string;
  readonly title: string;
};

/** Fewest requests that wait at the same time: fewer may each wait for a reason of their own. */
const leastWaiting = 3;
/** Milliseconds after the begin and before the end of a wait in which answers may still come: they may be under way. */
const [beginMs, endMs] = [1_000, 500];

type Wait = { readonly id: string; readonly fromMs: number; readonly untilMs: number };

/**
 * The while in which at least `leastWaiting` requests waited at the same time and no request was answered; undefined
 * where there is none.
 */
export function standstillIn(exchanges: readonly Exchange[]): Standstill | undefined {
  const waits = exchanges.filter(isUnanswered).map(waitOf);
  const answeredMs = exchanges.flatMap((each) =>
    each.response.is === 'answer' && each.response.ending === 'complete' ? [endOfExchange(each)] : [],
  );
  const still = waits.filter(
    ({ fromMs, untilMs }) => !answeredMs.some((atMs) => atMs > fromMs + beginMs && atMs < untilMs - endMs),
  );
  const ids = new Set(
    still.filter((wait) => still.filter((other) => isBeside(wait, other)).length >= leastWaiting).map(({ id }) => id),
  );
  if (ids.size === 0) return undefined;
  return {
    has: (id) => ids.has(id),
    title: `does not answer in time: ${ids.size} requests waited in vain while nothing else was answered`,
    says: `It does not answer in time: ${ids.size} requests waited in vain while nothing else was answered, so that this says nothing of what these checks are about. See in its log what it waited for; if it is slow, give a longer --timeout.`,
  };
}

function waitOf(exchange: Exchange): Wait {
  const { id, response } = exchange;
  const lastMs = response.is === 'answer' ? (response.chunks.at(-1)?.atMs ?? response.headersAtMs) : 0;
  return { id, fromMs: startOf(exchange) + lastMs, untilMs: endOfExchange(exchange) };
}

function isBeside(one: Wait, other: Wait): boolean {
  return one.fromMs < other.untilMs && other.fromMs < one.untilMs;
}

type Group = readonly Finding[];

/** Whether each of these shows first an exchange that was given up in the standstill. */
export function isOfStandstill(group: Group, standstill: Standstill | undefined): boolean {
  return standstill !== undefined && group.every((finding) => standstill.has(leadExchangeId(finding)));
}

/** The groups, with all failures by the standstill joined to one group in the place of the first of them. */
export function withStandstill(groups: readonly Group[], standstill: Standstill | undefined): readonly Group[] {
  const isOf = (finding: Finding): boolean => isOfStandstill([finding], standstill);
  const all = groups.flat().filter(isOf);
  return groups.flatMap((group) => {
    const others = group.filter((finding) => !isOf(finding));
    const own = all[0] !== undefined && group.includes(all[0]) ? [all] : [];
    return others.length === 0 ? own : [...own, others];
  });
}
