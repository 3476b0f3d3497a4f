import type { Exchange, Operation } from '../../model/exchange.ts';
import { rawOf, type Call } from '../../model/probe.ts';
import { unsupportedTransportIn } from '../../http/unsupported-transport.ts';
import { classify } from '../../classification/classify.ts';
import { isTemporarilyRefused, isThrottled, retryAfterMs } from '../../classification/transient.ts';
import { requestsFor } from '../judging/trait.ts';
import { countText } from '../../reading/count-text.ts';

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

/** Whoever is held back is let in again by an answer, and so often: one in front of what refuses the rest shows little. */
const mostReopened = 2;
/** So many that are each shorter than all before it show that it is no matter of size. */
const mostShorter = 5;

/** Knows when waiting for a target, or for one operation, has gone on for long enough. */
export type OutageBreaker = {
  /** `isCommon`: not for a workspace of its own, to which "not now" may say what it has left. */
  readonly note: (exchange: Exchange, isCommon: boolean) => void;
  /**
   * Why there is no use in another request of `bytes`, `pauseMs` from now. An operation is held back that was refused
   * itself: another is tried first, and so is a shorter request of it.
   */
  readonly reasonToStop: (operation: Operation, pauseMs?: number, bytes?: number) => string | undefined;
};

/**
 * "Not now", time after time, without one answer that is of use. `hasOthers`: another operation was answered meanwhile, and
 * since then the time of one counts that was answered before: that everything is refused says nothing of one. `bytes`: of
 * the shortest request.
 */
type Spell = {
  readonly sinceMs: number;
  readonly times: number;
  readonly long: number;
  readonly last: Exchange;
  readonly hasOthers: boolean;
  readonly operations: ReadonlySet<Operation>;
  readonly bytes: number;
};

/** What is held back, but for requests that are shorter than each that was refused; `shorter`: so many of those were too. */
type HeldBack = { readonly because: string; readonly bytes: number; readonly shorter: number };

/** `nowMs` is a clock that only goes forward. */
export function createOutageBreaker(nowMs: () => number = () => performance.now()): OutageBreaker {
  const spells = new Map<Operation | 'run', Spell>();
  const answered = new Set<Operation>();
  const heldBack = new Map<Operation, HeldBack>();
  const reopened = new Map<Operation, number>();
  let outOfReach: string | undefined;
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
    const { times, long, operations, bytes, ...rest } = spells.get(whose) ?? newSpell(nowMs());
    const isLong = isCommon && (retryAfterMs(last, Date.now()) ?? 0) > longestPauseMs;
    spells.set(whose, {
      ...rest,
      times: times + 1,
      long: long + (isLong ? 1 : 0),
      last,
      operations: new Set([...operations, last.operation]),
      bytes: Math.min(bytes, bytesOf(last)),
    });
  };
  const countFromNow = (): void => {
    for (const [whose, spell] of spells)
      if (whose !== 'run' && !spell.hasOthers && answered.has(whose))
        spells.set(whose, { ...spell, sinceMs: nowMs(), times: 0, hasOthers: true });
  };
  const noteShorter = (exchange: Exchange): void => {
    const { operation } = exchange;
    const held = heldBack.get(operation);
    const bytes = bytesOf(exchange);
    if (held !== undefined && bytes < held.bytes)
      heldBack.set(operation, { ...held, bytes, shorter: held.shorter + 1 });
  };
  const reopen = (operation: Operation): void => {
    const times = reopened.get(operation) ?? 0;
    if (times < mostReopened && heldBack.delete(operation)) reopened.set(operation, times + 1);
  };
  const lasts = (sinceMs: number, pauseMs: number): number => nowMs() + pauseMs - sinceMs;
  const isOutOfReach = (pauseMs: number): string | undefined => {
    const limitMs = isReached ? unreachedMs.later : unreachedMs.atFirst;
    if (unreached === undefined || lasts(unreached.sinceMs, pauseMs) <= limitMs) return undefined;
    return unreachedWords(unreached.last, isReached);
  };
  /** What says that the operation is refused for long enough: all that was tried, itself included, or it alone. */
  const tooLong = (operation: Operation, pauseMs: number): Spell | undefined => {
    const run = spells.get('run');
    const isRunOver = run !== undefined && (run.long >= longWaits.ofRun || lasts(run.sinceMs, pauseMs) > wholeRunMs);
    if (isRunOver && run.operations.has(operation)) return run;
    const own = spells.get(operation);
    if (own === undefined) return undefined;
    const wasAnswered = answered.has(operation);
    const mostMs = wasAnswered && isThrottled(own.last) ? operationMs.ofLimited : operationMs.usual;
    const isOver =
      (own.hasOthers || !wasAnswered) && own.times >= operationTimes && lasts(own.sinceMs, pauseMs) > mostMs;
    return isOver || own.long >= longWaits.ofOperation ? own : undefined;
  };
  return {
    note: (exchange, isCommon) => {
      noteReach(exchange);
      const { operation } = exchange;
      if (isTemporarilyRefused(exchange)) {
        prolong('run', exchange, isCommon);
        if (isCommon && operation !== 'other') prolong(operation, exchange, isCommon);
        noteShorter(exchange);
      } else if (classify(exchange, { status402: true }).is === 'judgeable') {
        spells.delete('run');
        spells.delete(operation);
        answered.add(operation);
        reopen(operation);
        // What is of no operation may have been answered in front of the limit.
        if (operation !== 'other') countFromNow();
      }
    },
    reasonToStop: (operation, pauseMs = 0, bytes = Number.POSITIVE_INFINITY) => {
      outOfReach ??= isOutOfReach(pauseMs);
      if (outOfReach !== undefined) return outOfReach;
      const spell = heldBack.has(operation) ? undefined : tooLong(operation, pauseMs);
      if (spell !== undefined)
        heldBack.set(operation, { because: passingWords(spell), bytes: spell.bytes, shorter: 0 });
      const held = heldBack.get(operation);
      const isTried = held !== undefined && bytes < held.bytes && held.shorter < mostShorter;
      return isTried ? undefined : held?.because;
    },
  };
}

function newSpell(sinceMs: number): Omit<Spell, 'last'> {
  return { sinceMs, times: 0, long: 0, hasOthers: false, operations: new Set(), bytes: Number.POSITIVE_INFINITY };
}

const toDo = {
  whereNeverReached: 'Check the address and the service; --wait 2m waits for a deployment to come up',
  whereGone: 'It was answered before: start the service again, and check --rerun-failed judges the rest',
};

function unreachedWords(last: Exchange, wasReached: boolean): string {
  const classification = classify(last, { status402: true });
  return `${classification.is === 'outage' ? classification.because : 'not reachable'}, at every attempt; the remaining requests were not sent. ${wasReached ? toDo.whereGone : toDo.whereNeverReached}`;
}

/** How long its body is, of one that is sent as usual. */
export function bytesOfCall(call: Pick<Call, 'body' | 'unusual'>): number {
  return rawOf(call) === undefined ? Buffer.byteLength(call.body ?? '') : Number.POSITIVE_INFINITY;
}

function bytesOf({ request: { body, raw } }: Exchange): number {
  return raw === undefined ? body.length : Number.POSITIVE_INFINITY;
}

/** What was seen, and no more: of what was not asked for in this time nothing is known. */
function passingWords({ times, last, operations }: Spell): string {
  const classification = classify(last, { status402: true });
  const because = classification.is === 'outage' ? ` with ${classification.because}` : '';
  const [only, ...others] = [...operations].map(requestsFor);
  const many = countText(times);
  const what =
    others.length === 0
      ? `${many} ${only} in a row`
      : `${many} requests in a row, for ${[only, ...others].join(', ')},`;
  return `not sent: ${what} were refused for the moment, the last one${because}`;
}
