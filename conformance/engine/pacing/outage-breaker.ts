import type { Exchange, Operation } from '../../model/exchange.ts';
import { unsupportedTransportIn } from '../../http/unsupported-transport.ts';
import { classify } from '../../classification/classify.ts';
import { isTemporarilyRefused, isThrottled, retryAfterMs } from '../../classification/transient.ts';
import { aRequestFor } from '../judging/trait.ts';

/** A target that asks for more is not waited for. It is longer than the minute for which most limits count. */
export const longestPauseMs = 90_000;

/** So long a target may say "not now" to everything, the pauses that it asks for included. */
const wholeRunMs = 100_000;
/**
 * The same for one operation, while others answer: longer than a window of a minute, where it is limited and was answered
 * before. And so often: one pause of a minute is not the end of it.
 */
const operationMs = { usual: 30_000, ofLimited: 75_000 } as const;
const operationTimes = 6;
/** How often a wait that is too long has to be asked for: once may be meant for one input. */
const longWaits = { ofOperation: 2, ofRun: 8 };
/** So long a target may be out of reach: a mistyped address is said at once, and a restart is waited for. */
const unreachedMs = { atFirst: 3_000, later: 15_000 };

/** Knows when waiting for a target, or for one operation, has gone on for long enough. */
export type OutageBreaker = {
  /** `isCommon`: not for a workspace of its own, to which "not now" may say what it has left. */
  readonly note: (exchange: Exchange, isCommon: boolean) => void;
  /** Why there is no use in another request, `pauseMs` from now; once it was said it holds for the rest of the run. */
  readonly reasonToStop: (operation: Operation, pauseMs?: number) => string | undefined;
};

/**
 * "Not now", time after time, without one answer that is of use. `hasOthers`: another operation was answered meanwhile, and
 * since then the time of one counts that was answered before: that everything is refused says nothing of one.
 */
type Spell = {
  readonly sinceMs: number;
  readonly times: number;
  readonly long: number;
  readonly last: Exchange;
  readonly hasOthers: boolean;
};

/** `nowMs` is a clock that only goes forward. */
export function createOutageBreaker(nowMs: () => number = () => performance.now()): OutageBreaker {
  const spells = new Map<Operation | 'run', Spell>();
  const answered = new Set<Operation | 'run'>();
  const stopped = new Map<Operation | 'run', string>();
  let unreached: Pick<Spell, 'sinceMs' | 'last'> | undefined;
  let isReached = false;

  const noteReach = (exchange: Exchange): void => {
    const { response } = exchange;
    if (unsupportedTransportIn(exchange) !== undefined) return;
    const isOut = response.is === 'noAnswer' && ['refused', 'unreachable'].includes(response.because);
    if (isOut) unreached = { sinceMs: unreached?.sinceMs ?? nowMs(), last: exchange };
    else unreached = undefined;
    if (!isOut) isReached = true;
  };
  const prolong = (whose: Operation | 'run', last: Exchange, isCommon: boolean): void => {
    const { times, long, ...rest } = spells.get(whose) ?? { sinceMs: nowMs(), times: 0, long: 0, hasOthers: false };
    const isLong = isCommon && (retryAfterMs(last, Date.now()) ?? 0) > longestPauseMs;
    spells.set(whose, { ...rest, times: times + 1, long: long + (isLong ? 1 : 0), last });
  };
  const countFromNow = (): void => {
    for (const [whose, spell] of spells)
      if (!spell.hasOthers && answered.has(whose))
        spells.set(whose, { ...spell, sinceMs: nowMs(), times: 0, hasOthers: true });
  };
  const reasonOf = (operation: Operation, pauseMs: number): readonly [Operation | 'run', string] | undefined => {
    const lasts = (sinceMs: number): number => nowMs() + pauseMs - sinceMs;
    const limitMs = isReached ? unreachedMs.later : unreachedMs.atFirst;
    if (unreached !== undefined && lasts(unreached.sinceMs) > limitMs)
      return ['run', unreachedWords(unreached.last, isReached)];
    const run = spells.get('run');
    if (run !== undefined && (run.long >= longWaits.ofRun || lasts(run.sinceMs) > wholeRunMs))
      return ['run', passingWords('every request', run)];
    const own = spells.get(operation);
    if (own === undefined) return undefined;
    const wasAnswered = answered.has(operation);
    const mostMs = wasAnswered && isThrottled(own.last) ? operationMs.ofLimited : operationMs.usual;
    const isOver = (own.hasOthers || !wasAnswered) && own.times >= operationTimes && lasts(own.sinceMs) > mostMs;
    const isLong = own.long >= longWaits.ofOperation;
    return isOver || isLong ? [operation, passingWords(`every ${operation} request`, own)] : undefined;
  };
  return {
    note: (exchange, isCommon) => {
      noteReach(exchange);
      if (isTemporarilyRefused(exchange)) {
        prolong('run', exchange, isCommon);
        if (isCommon && exchange.operation !== 'other') prolong(exchange.operation, exchange, isCommon);
      } else if (classify(exchange, { judges402: true }).is === 'judgeable') {
        spells.delete('run');
        spells.delete(exchange.operation);
        answered.add(exchange.operation);
        // What is of no operation may have been answered in front of the limit.
        if (exchange.operation !== 'other') countFromNow();
      }
    },
    reasonToStop: (operation, pauseMs = 0) => {
      const known = stopped.get('run') ?? stopped.get(operation);
      if (known !== undefined) return known;
      const reason = reasonOf(operation, pauseMs);
      if (reason !== undefined) stopped.set(...reason);
      return reason?.[1];
    },
  };
}

const toDo = {
  whereNeverReached: 'Check the address and the service; --wait 2m waits for a deployment to come up',
  whereGone: 'It was answered before: start the service again, and check --rerun-failed judges the rest',
};

function unreachedWords(last: Exchange, wasReached: boolean): string {
  const classification = classify(last, { judges402: true });
  return `${classification.is === 'outage' ? classification.because : 'not reachable'}, at every attempt; the remaining requests were not sent. ${wasReached ? toDo.whereGone : toDo.whereNeverReached}`;
}

function passingWords(what: string, { last }: Spell): string {
  const classification = classify(last, { judges402: true });
  const because = classification.is === 'outage' ? `: ${classification.because}` : '';
  return `not sent: the target temporarily refuses ${what}, last ${aRequestFor(last.operation)}${because}`;
}
