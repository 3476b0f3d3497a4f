import type { Exchange, Operation } from './exchange.ts';
import { unsupportedTransportIn } from './wire/unsupported-transport.ts';
import { isNotNow, isTooMuch, retryAfterMs, classify } from './classify.ts';

/** The longest pause that a target is granted: longer than the minute that most rate limits count. */
export const longestPauseMs = 90_000;

/** How long a target may say "not now" to everything, including the pauses that it asks for. */
const wholeRunMs = 100_000;
/**
 * The same for one operation, while others answer: longer than a window of a minute, where it is limited and was answered
 * before. And so often: one pause of a minute is not the end of it.
 */
const operationMs = { usual: 30_000, ofLimited: 75_000 } as const;
const operationTimes = 6;
/** How often the target has to ask for too long a wait: a single one may concern one input only. */
const longWaits = { ofOperation: 2, ofRun: 8 };
/** How long a target may be unreachable: a mistyped address is reported at once, a restart is waited for. */
const unreachedMs = { atFirst: 3_000, later: 15_000 };

/** Decides when to stop waiting for a target, or for one of its operations. */
export type OutageBreaker = {
  /** `isCommon`: not of a workspace made for one probe, where "not now" may mean that its balance is used up. */
  readonly note: (exchange: Exchange, isCommon: boolean) => void;
  /** Why no other request is sent `pauseMs` from now; once given, the reason holds for the rest of the run. */
  readonly reasonToStop: (operation: Operation, pauseMs?: number) => string | undefined;
};

/**
 * Repeated "not now" without any judgeable answer. `hasOthers`: another operation was answered meanwhile; for an operation
 * that was answered before, its time counts from then on, since a refusal of everything is not about one operation.
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
    if (unreached !== undefined && lasts(unreached.sinceMs) > limitMs) return ['run', unreachedWords(unreached.last)];
    const run = spells.get('run');
    if (run !== undefined && (run.long >= longWaits.ofRun || lasts(run.sinceMs) > wholeRunMs))
      return ['run', passingWords('nothing is answered', run)];
    const own = spells.get(operation);
    if (own === undefined) return undefined;
    const wasAnswered = answered.has(operation);
    const mostMs = wasAnswered && isTooMuch(own.last) ? operationMs.ofLimited : operationMs.usual;
    const isOver = (own.hasOthers || !wasAnswered) && own.times >= operationTimes && lasts(own.sinceMs) > mostMs;
    const isLong = own.long >= longWaits.ofOperation;
    return isOver || isLong ? [operation, passingWords(`${operation} is not answered`, own)] : undefined;
  };
  return {
    note: (exchange, isCommon) => {
      noteReach(exchange);
      if (isNotNow(exchange)) {
        prolong('run', exchange, isCommon);
        if (isCommon && exchange.operation !== 'other') prolong(exchange.operation, exchange, isCommon);
      } else if (classify(exchange, true).is === 'judgeable') {
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

function unreachedWords(last: Exchange): string {
  const classification = classify(last, true);
  return `${classification.is === 'outage' ? classification.because : 'not reachable'}, repeatedly: no more was sent`;
}

function passingWords(what: string, { last }: Spell): string {
  const classification = classify(last, true);
  return `not sent: ${what} except with "not now", last at ${last.id} (${classification.is === 'outage' ? classification.because : ''})`;
}
