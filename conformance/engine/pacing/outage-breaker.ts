import type { Exchange, Operation } from '../../model/exchange.ts';
import { rawOf, type Call } from '../../model/probe.ts';
import { unsupportedTransportIn } from '../../http/unsupported-transport.ts';
import { classify } from '../../classification/classify.ts';
import { isTemporarilyRefused, isThrottled, retryAfterMs } from '../../classification/transient.ts';
import { requestsFor } from '../judging/trait.ts';
import { countText } from '../../reading/count-text.ts';

/**
 * Longest pause that a target may ask for; a longer one is not waited for. It is longer than the minute for which most
 * limits count.
 */
export const maxPauseMs = 90_000;

/** How long a target may say "not now" to everything, the pauses that it asks for included. */
const wholeRunMs = 100_000;
/**
 * How long, and how many times, a target may say "not now" to one operation while others answer. Where a limit refuses
 * an operation that was answered before, the time is longer than a window of a minute. The number keeps a single pause
 * of a minute from ending it.
 */
const operationMs = { usual: 30_000, ofLimited: 75_000 } as const;
const operationTimes = 6;
/** How many times a target has to ask for too long a pause: a single time may be meant for one input. */
const longWaits = { ofOperation: 2, ofRun: 8 };
/**
 * How long a target may be out of reach. At first the time is short, so that a mistyped address is reported at once;
 * later a restart is waited for.
 */
const unreachedMs = { atFirst: 3_000, later: 15_000 };

/**
 * How many times an answer opens an operation again: one from something in front of the service, which refuses the
 * rest, shows little.
 */
const mostReopened = 2;
/** Requests that are refused, each shorter than all before it, after which size is not the reason. */
const mostShorter = 5;

/** Knows when waiting for a target, or for one operation, has gone on for long enough. */
export type OutageBreaker = {
  /** `isCommon`: the request is not of a workspace of its own, where "not now" may be about its balance. */
  readonly note: (exchange: Exchange, isCommon: boolean) => void;
  /**
   * Why another request of `bytes`, `pauseMs` from now, is of no use; undefined where it is. Only an operation that was
   * refused itself is held back: other operations, and a shorter request of the same one, are tried first.
   */
  readonly reasonToStop: (operation: Operation, pauseMs?: number, bytes?: number) => string | undefined;
};

/**
 * A series of "not now" without a useful answer in between. `long`: how many asked for too long a pause. `hasOthers`:
 * another operation was answered meanwhile. The time of an operation that was answered before counts only from then on:
 * while everything is refused, nothing is known of one operation. `bytes`: length of the shortest request.
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

/**
 * An operation that is held back, except for requests shorter than each refused one (`bytes`); `shorter`: how many of
 * those were refused too.
 */
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
    const isLong = isCommon && (retryAfterMs(last, Date.now()) ?? 0) > maxPauseMs;
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
  /**
   * The series that shows that an operation is refused for long enough: that of all requests, where this operation is
   * among them, or its own.
   */
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
        // A request of no operation may have been answered in front of the limit.
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

/** The length of a call's body; infinite for raw bytes. */
export function bytesOfCall(call: Pick<Call, 'body' | 'unusual'>): number {
  return rawOf(call) === undefined ? Buffer.byteLength(call.body ?? '') : Number.POSITIVE_INFINITY;
}

function bytesOf({ request: { body, raw } }: Exchange): number {
  return raw === undefined ? body.length : Number.POSITIVE_INFINITY;
}

/** Only what was seen: nothing is known of operations that were not asked for in this time. */
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
