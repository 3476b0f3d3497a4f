import { costOfCall, creditsOf, usedBy, type Budget, type Refused } from './credit-budget.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { HangBreaker } from './hang-breaker.ts';
import { createInsistence, type Insistence } from './insistence.ts';
import { createLearnedRefusals } from './learned-refusals.ts';
import { createNewcomers } from './newcomers.ts';
import { momentOf } from './moment.ts';
import type { SendQueue, Place } from './pacing/send-queue.ts';
import { pacedAs } from './pacing/paced-as.ts';
import { quotaIn } from './pacing/quota-fields.ts';
import type { Throttle } from './pacing/throttle.ts';
import type { ToldWaits } from './pacing/told-waits.ts';
import { firstSize } from './pacing/window.ts';
import { longestPauseMs, type OutageBreaker } from './outage-breaker.ts';
import type { Call } from './probe.ts';
import type { ProbeRunnerParts, Sending } from './probe-runner-parts.ts';
import { lateTurn } from './turns.ts';
import { endedWords } from './time-is-up.ts';
import type { Sender } from './wire/sender.ts';
import type { TokenWatch } from './token-watch.ts';
import { isNotNow, isRefused, retryAfterMs, classify } from './classify.ts';

/** What stands between the calls of a run and its target. */
type LiveParts = {
  readonly sender: Sender;
  readonly queue: SendQueue;
  readonly throttle: Throttle;
  readonly hangBreaker: HangBreaker;
  readonly outageBreaker: OutageBreaker;
  readonly insistence: Insistence;
  readonly budget: Budget;
  readonly ownToken: TokenWatch;
  readonly waits: ToldWaits;
  /** For probes with workspaces: none is made long before it is used, when its operation may hang by then. */
  readonly metered: SendQueue;
  /** A cap that the caller did not ask for is not called by a flag. */
  readonly isCapGiven: boolean;
  readonly signal: AbortSignal;
};

/** The pauses before the second and the third attempt of a call without a usable answer. */
const againMs = [500, 1_000] as const;
/** The longest pause for a workspace of its own, where "not now" may mean its balance: no minute is waited out. */
const mostOfOwnMs = 4_000;
/** From this attempt on a call lets others of its limit go first: they show whether it is refused for itself. */
const yieldsFrom = 3;
/** The pauses while the target is unreachable: a service that restarts is back within seconds. */
const absenceMs = [500, 1_500] as const;

/** Calls that are sent: each in its turn, within the budget, and not to what hung before. */
export function liveCalls(
  given: Omit<LiveParts, 'insistence'>,
): Pick<
  ProbeRunnerParts,
  'reserve' | 'whenRoom' | 'reasonToSkip' | 'attempt' | 'makesRoom' | 'reasonNotToJudge' | 'learn' | 'isRefusal'
> {
  const parts = { ...given, insistence: createInsistence() };
  const { budget, queue, metered, sender, throttle } = parts;
  const newcomers = createNewcomers();
  const refusals = createLearnedRefusals();
  return {
    learn: (proof, seen) => {
      refusals.learn(proof, seen);
      throttle.forget();
    },
    isRefusal: refusals.wasOne,
    reasonNotToJudge: parts.ownToken.reasonNotToJudge,
    reserve: async ({ costs }, turn) => {
      const outcome = await budget.openInTurn(costs, turn);
      return 'needed' in outcome ? { stopped: refusalWords(creditsOf(costs), outcome, parts) } : outcome;
    },
    whenRoom: ({ needs }, turn, send) =>
      needs.includes('provisioner') ? metered.through({ turn, group: 1, alone: false }, send) : send(),
    reasonToSkip: (call) => newcomers.reasonToSkip(call) ?? reasonToSkip(call, 1, parts),
    attempt: async (sending, attempt, connection) => {
      const { call, probe } = sending;
      let load = 1;
      let isCalm = false;
      const place = { ...placeOf(sending), ...(attempt === 1 ? {} : { group: 1 }) };
      // Asked once it is this call's turn: what it waited for may have been the end of the run, or hung itself.
      const sent = await queue.through(
        {
          ...place,
          alone: probe.alone ?? false,
          operation: pacedAs(call),
          // What may be refused for its balance waits for what shows whether it is.
          again: attempt > 1 && call.judges402 !== true && call.judgesSteady !== true,
          yields: attempt >= yieldsFrom && !isOfOwnWorkspace(sending),
        },
        async (loadNow) => {
          const skipped = reasonToSkip(call, attempt, parts);
          if (skipped !== undefined) return skipped;
          isCalm = throttle.isCalm(pacedAs(call)) && loadNow() <= firstSize;
          throttle.bodies.asked(call.operation);
          const exchange = await sender.send({ ...sending, attempt, connection });
          load = loadNow();
          return exchange;
        },
      );
      if (typeof sent === 'string') return sent;
      refusals.note(sent, sending);
      noteAnswer(
        sent,
        sending,
        { load, isCalm, group: place.group, isRefusal: refusals.isLikeOne(sent, sending) },
        parts,
      );
      newcomers.note(sent);
      await parts.ownToken.settle(sent);
      return sent;
    },
    makesRoom: (exchange, sending) =>
      !newcomers.isHopeless(exchange) && !refusals.isOne(exchange, sending) && makesRoom(exchange, sending, parts),
  };
}

/** A late call is sent with no other beside it. */
function placeOf({ call, own, group }: Sending): Pick<Place, 'turn' | 'group'> {
  return call.late === true ? { turn: lateTurn, group: 1 } : { turn: own.turn, group };
}

/** What was sent beside a call, and whether its answer looks like a refusal for another reason than the rate. */
type JournalEntries = Pick<Place, 'group'> & {
  readonly load: number;
  readonly isCalm: boolean;
  readonly isRefusal: boolean;
};

function noteAnswer(
  exchange: Exchange,
  sending: Sending,
  { load, isCalm, group, isRefusal }: JournalEntries,
  { throttle, metered, hangBreaker, outageBreaker, insistence }: LiveParts,
): void {
  const { call, id } = sending;
  const isOwn = isOfOwnWorkspace(sending);
  const operation = pacedAs(call);
  const classification = classify(exchange, call.judges402 ?? false);
  hangBreaker.note(id, call, exchange);
  // The rate was not too high, and the target is not out of order.
  throttle.bodies.came(call.operation, exchange.response.is === 'answer' ? exchange.response.body.length : 0);
  if (isRefusal) return;
  const sentAtMs = momentOf(exchange.startedAt).ms;
  const told = exchange.response.is === 'answer' ? quotaIn(exchange.response.headers, Date.now()) : undefined;
  if (told !== undefined) throttle.told(told, sentAtMs, isNotNow(exchange));
  if (classification.is === 'judgeable') {
    throttle.wentWell({ operation, sentAtMs, load });
    const { response } = exchange;
    if (call.raw === undefined && response.is === 'answer')
      throttle.took(`${call.operation} ${response.status}`, ownMs(response), sentAtMs, load);
  }
  metered.look();
  if (isNotNow(exchange)) {
    // The next request on the same connection may be of another operation, whose pace stays as it is.
    if (isRefused(exchange)) throttle.slowDown({ operation, sentAtMs, load, group }, isCalm);
    insistence.refused(sending, { isCalm: isCalm || !isRefused(exchange), isOwn, ...throttle.tally(operation) });
  }
  outageBreaker.note(exchange, !isOwn);
}

/** Time until the answer began, without the time for which assay itself was busy. */
function ownMs({ headersAtMs, stalledMs }: Answer): number {
  return Math.max(0, headersAtMs - stalledMs);
}

function refusalWords(credits: number, { left, needed }: Refused, { isCapGiven }: LiveParts): string {
  const cost = `it can cost ${credits} credits and`;
  return isCapGiven
    ? `${cost} --max-credits leaves ${left}; --max-credits ${needed} would do`
    : `${cost} ${left} are left of what this run planned with; --max-credits ${needed} would do`;
}

function reasonToSkip(call: Call, attempt: number, parts: LiveParts): string | undefined {
  const { hangBreaker, ownToken, outageBreaker, signal, sender } = parts;
  if (signal.aborted) return endedWords(signal);
  const inconclusive = ownToken.reasonToSkip(call);
  if (inconclusive !== undefined) return inconclusive;
  if (attempt > 1) return undefined;
  return hangBreaker.reasonToSkip(call) ?? outageBreaker.reasonToStop(call.operation) ?? sender.reasonToSkip(call);
}

/**
 * Room for one more attempt: credits of its own, and a pause, for everybody where nobody is there, and for what is limited
 * together where the target says "not now".
 */
function makesRoom(
  exchange: Exchange,
  sending: Sending,
  { throttle, outageBreaker, insistence, waits }: LiveParts,
): boolean {
  const { call, reservation } = sending;
  if (insistence.isEnough(exchange, sending)) return false;
  const isLate = ['noResponse', 'unfinished', 'slow'].includes(classify(exchange, false).is);
  const askedMs = askedMsOf(exchange, call);
  const pauseMs = isLate ? 0 : (askedMs ?? ownPauseMs(exchange));
  if (pauseMs > longestPauseMs) return false;
  if (!isLate && outageBreaker.reasonToStop(call.operation, pauseMs) !== undefined) return false;
  if (creditsOf(usedBy(exchange)) > 0 && !reservation.extend(costOfCall(call))) return false;
  const operation = pacedAs(call);
  const mostMs = isOfOwnWorkspace(sending) ? mostOfOwnMs : undefined;
  if (isNotNow(exchange)) waits(exchange, operation, throttle.backOff(operation, askedMs, mostMs));
  else throttle.pause(pauseMs);
  return true;
}

function isOfOwnWorkspace({ own }: Sending): boolean {
  return Object.keys(own.tokens).length > 0;
}

/**
 * How long it asks to wait. A request that may be refused for its balance is retried even if it asks for too long a wait:
 * repeated refusal is what proves that reason.
 */
function askedMsOf(exchange: Exchange, { judgesSteady }: Call): number | undefined {
  const askedMs = retryAfterMs(exchange, Date.now());
  return judgesSteady === true && (askedMs ?? 0) > longestPauseMs ? undefined : askedMs;
}

function ownPauseMs(exchange: Exchange): number {
  const steps = exchange.response.is === 'answer' ? againMs : absenceMs;
  return steps[exchange.attempt - 1] ?? steps[1];
}
