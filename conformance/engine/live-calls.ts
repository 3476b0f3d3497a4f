/** The third of four layers, behind `probe-runner.ts`: sends attempts in turn, within the budget, by `sender.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mayLackBalance } from '../model/calls.ts';
import { costOfCall, creditsOf, costOfExchange } from '../model/costs.ts';
import { budgetRefusalText, type Budget } from './credit-budget.ts';
import { isConnectionDropped, isAccepted, type Answer, type Exchange } from '../model/exchange.ts';
import { requestIdOf } from '../model/exchange-id.ts';
import type { HangBreaker } from './pacing/hang-breaker.ts';
import { createRetryLimits, type RetryLimits } from './retry-limits.ts';
import { createLearnedRefusals } from './learned-refusals.ts';
import { createNewTokenTracker } from './token/new-tokens.ts';
import type { Lateness } from './token/lateness.ts';
import { startOf } from '../model/moment.ts';
import type { SendQueue, QueueEntry } from './pacing/send-queue.ts';
import { pacingOperationOf } from './pacing/paced-as.ts';
import { requestedPauseMs, ownPauseMs } from './pacing/pause-before-retry.ts';
import { quotaIn } from './pacing/quota.ts';
import type { Throttle } from './pacing/throttle.ts';
import { createFutileWaits, type FutileWaits } from './pacing/futile-waits.ts';
import type { WaitNotices } from './pacing/wait-notices.ts';
import { createConnectionLossTracker } from './pacing/connection-losses.ts';
import { firstSize } from './pacing/window.ts';
import type { DurationRange } from './pacing/baselines.ts';
import type { NoServiceBreaker } from './pacing/no-service-breaker.ts';
import { bytesOfCall, maxPauseMs, type OutageBreaker } from './pacing/outage-breaker.ts';
import { isSentAlone, hasTargetToItself, isPatient, rawOf, type Call, type Probe } from '../model/probe.ts';
import type { ProbeRunnerParts, Sending } from './probe-runner-parts.ts';
import { lateTurn } from './pacing/send-order.ts';
import { abortReasonText } from './time/time-is-up.ts';
import type { ConnectionWatch } from './connection-probe.ts';
import type { Sender } from './sender.ts';
import type { Reason } from '../model/run.ts';
import { isOwnTokenRefused } from './token/token-end.ts';
import type { TokenWatch } from './token/token-watch.ts';
import { classify } from '../classification/classify.ts';
import { mayPrecedeBalance, isNewTokenRefused } from '../classification/retrying.ts';
import { isTemporarilyRefused, isRefused } from '../classification/transient.ts';
import { isBodyLate, isOutOfTime } from '../classification/unsettled-use.ts';

/** What stands between the calls of a run and its target. */
type LiveParts = {
  readonly sender: Sender;
  readonly queue: SendQueue;
  readonly throttle: Throttle;
  readonly hangBreaker: HangBreaker;
  readonly outageBreaker: OutageBreaker;
  readonly noService: NoServiceBreaker;
  readonly retryLimits: RetryLimits;
  readonly vainWaits: FutileWaits;
  readonly budget: Budget;
  readonly ownToken: TokenWatch;
  readonly lateness: Lateness;
  readonly connections: Pick<ConnectionWatch, 'during'>;
  readonly noteWait: WaitNotices;
  /** The queue of probes with workspaces: none is made long before its use, when its operation may hang already. */
  readonly metered: SendQueue;
  /** True where the user gave `--max-credits`: otherwise no message says what that flag leaves. */
  readonly isCapGiven: boolean;
  readonly signal: AbortSignal;
};

/** Pause before the first use of a fresh workspace is sent again, where its balance seems to come late. */
const balanceMs = 1_500;
/** Attempt from which on a refused request lets another go first: its answer tells whether anything is let in. */
const letsOthersFirstFrom = 2;
/** Most probes that may run out of the longer time too: each costs three time limits, while nothing else is sent. */
const mostTimedOutAgain = 2;
const tooSlow: Reason = {
  because: 'not sent again: two others got no whole answer within three times --timeout either; try a longer --timeout',
};

/** Sends calls: each in its turn, within the budget, and none of a kind that hung before. */
export function liveCalls(
  given: Omit<LiveParts, 'retryLimits' | 'vainWaits'>,
): Pick<
  ProbeRunnerParts,
  'reserve' | 'whenSlotFree' | 'reasonToSkip' | 'attempt' | 'mayRetry' | 'reasonNotToJudge' | 'learn' | 'isRefusal'
> {
  const parts = { ...given, retryLimits: createRetryLimits(), vainWaits: createFutileWaits() };
  const { budget, queue, metered, sender, throttle } = parts;
  const { lateness } = parts;
  const newTokens = createNewTokenTracker(lateness);
  const refusals = createLearnedRefusals();
  const isPaused = (ms: number | undefined): boolean => {
    if (ms !== undefined) throttle.pause(ms);
    return ms !== undefined;
  };
  /** Requests that got no answer while the target served other requests of this run: they are sent again alone. */
  const waited = new WeakSet<Sending>();
  const lostTogether = createConnectionLossTracker();
  /**
   * Requests whose connection was dropped: another request of this run may have ended the service, and would do so
   * again at the same time. So they are sent again alone.
   */
  const dropped = new WeakSet<Sending>();
  /** Steps of probes that ran out of the longer time too. Unlike its name, they stay when a probe is begun anew. */
  const timedOutAgain = new Set<Probe['steps']>();
  return {
    learn: (proof, seen) => {
      refusals.learn(proof, seen);
      throttle.forget();
    },
    isRefusal: refusals.wasBalanceRefusal,
    reasonNotToJudge: parts.ownToken.reasonNotToJudge,
    reserve: async (probe, turn) => {
      const { costs } = probe;
      if (isPatient(probe) && timedOutAgain.size >= mostTimedOutAgain) return { stopped: tooSlow };
      const outcome = await budget.reserveInTurn(costs, turn);
      if (!('needed' in outcome)) return outcome;
      const about = { is: 'credits', needed: outcome.needed } as const;
      return { stopped: { because: budgetRefusalText(creditsOf(costs), outcome, parts.isCapGiven), about } };
    },
    // A probe that is sent alone needs no slot: probes that hold the slots may be waiting for what it shows.
    whenSlotFree: (probe, turn, send) =>
      probe.needs.includes('provisioner') && !isSentAlone(probe)
        ? metered.through({ turn, group: 1, alone: false }, send)
        : send(),
    reasonToSkip: (call) => inWords(newTokens.reasonToSkip(call)) ?? reasonToSkip(call, 1, parts),
    attempt: async (sending, attempt, connection) => {
      const { call, probe } = sending;
      const hasTime = waited.has(sending) || isPatient(probe);
      let load = 1;
      let isCalm = false;
      // The end of the run ends the pause.
      if (call.pauseMs !== undefined && attempt === 1)
        await sleep(call.pauseMs, undefined, { signal: parts.signal }).catch(() => undefined);
      // Looked up when the turn comes: by then the run may have ended, or the call before it may have hung.
      const sent = await queue.through(
        {
          ...placeOf(sending),
          alone: isSentAlone(probe) || hasTime || dropped.has(sending),
          ...(hasTargetToItself(probe) ? { unbroken: true } : {}),
          operation: pacingOperationOf(call),
          // Where the balance may be the reason, the request waits for the probe that shows whether it is.
          ...(attempt === 1 ? {} : { group: 1, again: !mayLackBalance(call) }),
          letsOthersFirst: attempt >= letsOthersFirstFrom && !isSentAlone(probe) && !isOfOwnWorkspace(sending),
        },
        async (loadNow) => {
          const skipped = reasonToSkip(call, waited.has(sending) ? 1 : attempt, parts);
          if (skipped !== undefined) return skipped;
          if (isPatient(probe) && timedOutAgain.size >= mostTimedOutAgain) return tooSlow;
          isCalm = throttle.isCalm(pacingOperationOf(call)) && loadNow() <= firstSize;
          throttle.bodies.begun(call.operation);
          const exchange = await parts.connections.during(() =>
            sender.send({ ...sending, attempt, waited: hasTime, connection }),
          );
          load = loadNow();
          return isBodyLate(exchange) && load > 1 ? { ...exchange, inFlight: load } : exchange;
        },
      );
      if ('because' in sent) return sent;
      lostTogether.note(sent);
      const isLate =
        !hasTime && (isBodyLate(sent) ? noteLate(sent, { call, load }, parts) : sent.response.othersWaited === true);
      // An answer that is cut again when its request is sent alone is cut because of that request.
      const isOutage = attempt === 1 && isCut(sent) && (await lostTogether.isOneOfMany(sent, parts.signal));
      const exchange = {
        ...sent,
        ...(isLate && { waited: true as const }),
        ...(isOutage && { othersLost: true as const }),
      };
      if (isConnectionDropped(exchange) || isOutage) dropped.add(sending);
      if (exchange.waited === true) waited.add(sending);
      else if (isBodyLate(sent) && load === 1) throttle.noteHung(pacingOperationOf(call));
      if (isPatient(probe) && isOutOfTime(sent)) timedOutAgain.add(probe.steps);
      refusals.note(exchange, sending);
      parts.vainWaits.noteAnswer(sending, isTemporarilyRefused(exchange));
      noteAnswer(exchange, sending, { load, isCalm, isRefusal: refusals.resembles(exchange, sending) }, parts);
      newTokens.note(exchange);
      lateness.note(exchange);
      await parts.ownToken.settle(exchange);
      return exchange;
    },
    mayRetry: (exchange, sending) => {
      if (newTokens.isHopeless(exchange) || refusals.isBalanceRefusal(exchange, sending)) return false;
      if (isOwnTokenRefused(exchange)) return parts.ownToken.wasTemporary(exchange);
      if (isNewTokenRefused(exchange))
        return isPaused(lateness.mayTokenCome(exchange) ? newTokens.againMs(exchange) : undefined);
      if (mayPrecedeBalance(exchange, sending.call))
        return isPaused(lateness.mayBalanceCome(exchange) ? balanceMs : undefined);
      return mayRetry(exchange, sending, parts, lostTogether.isAmongOthers(exchange));
    },
  };
}

/** True for an ordinary request whose answer broke off after its head. */
function isCut({ request, response }: Exchange): boolean {
  return request.raw === undefined && response.is === 'answer' && response.ending === 'cut';
}

/** True where the request waited for other requests of this run: fewer are sent at once from now on. */
function noteLate(
  exchange: Exchange,
  { call, load }: { readonly call: Call; readonly load: number },
  { throttle }: LiveParts,
): boolean {
  const sent = { operation: pacingOperationOf(call), sentAtMs: startOf(exchange), load };
  return throttle.noteLate(sent, exchange.response.endedAtMs);
}

/** Late calls are queued last, each as a group of its own. */
function placeOf({ call, own, group }: Sending): Pick<QueueEntry, 'turn' | 'group'> {
  return call.goes === 'late' ? { turn: lateTurn, group: 1 } : { turn: own.turn, group };
}

function noteAnswer(
  exchange: Exchange,
  sending: Sending,
  { load, isCalm, isRefusal }: { readonly load: number; readonly isCalm: boolean; readonly isRefusal: boolean },
  { throttle, metered, hangBreaker, outageBreaker, noService, retryLimits }: LiveParts,
): void {
  const { call } = sending;
  const isOwn = isOfOwnWorkspace(sending);
  const operation = pacingOperationOf(call);
  const classification = classify(exchange, call.judges);
  hangBreaker.note(requestIdOf(exchange), call, exchange);
  throttle.bodies.ended(call.operation, exchange.response.is === 'answer' ? exchange.response.body.length : 0);
  // A refusal for an empty balance shows neither that too much was sent, nor that the service is out of order.
  if (isRefusal) return;
  const sentAtMs = startOf(exchange);
  const quota = exchange.response.is === 'answer' ? quotaIn(exchange.response.headers, Date.now()) : undefined;
  if (quota !== undefined) throttle.noteQuota(quota, sentAtMs, isTemporarilyRefused(exchange));
  if (classification.is === 'judgeable') {
    throttle.noteSuccess({ operation, sentAtMs, load });
    const { response } = exchange;
    if (response.is === 'answer') {
      const tookMs = response.chunks[0]?.atMs ?? response.headersAtMs;
      throttle.noteAnswer(operation, { isSuccess: isAccepted(exchange), sentAtMs, tookMs });
    }
    if (rawOf(call) === undefined && response.is === 'answer')
      throttle.took(`${call.operation} ${response.status}`, tookOf(response), sentAtMs, load);
  }
  metered.look();
  if (isTemporarilyRefused(exchange)) {
    // The "not now" may be the next answer on the connection, to another operation: the pace stays as it is.
    if (isRefused(exchange))
      throttle.slowDown({ operation, sentAtMs, load }, isCalm, mayLackBalance(call) ? undefined : sending);
    retryLimits.refused(sending, { isCalm: isCalm || !isRefused(exchange), isOwn, ...throttle.tally(operation) });
  }
  outageBreaker.note(exchange, !isOwn);
  noService.note(exchange);
}

/** Time to the head, from least to most: a stall of assay was part of it, or only delayed the reading. */
function tookOf({ headersAtMs, stalledMs }: Answer): DurationRange {
  return { leastMs: Math.max(0, headersAtMs - stalledMs), mostMs: headersAtMs };
}

function reasonToSkip(call: Call, attempt: number, parts: LiveParts): Reason | undefined {
  const { hangBreaker, ownToken, outageBreaker, noService, signal, sender } = parts;
  if (signal.aborted) return { because: abortReasonText(signal) };
  const reason = ownToken.reasonToSkip(call);
  if (reason !== undefined) return reason;
  if (attempt > 1) return undefined;
  return (
    inWords(
      hangBreaker.reasonToSkip(call) ??
        outageBreaker.reasonToStop(call.operation, 0, bytesOfCall(call)) ??
        noService.reasonToSkip(call),
    ) ?? sender.reasonToSkip(call)
  );
}

function inWords(because: string | undefined): Reason | undefined {
  return because === undefined ? undefined : { because };
}

/**
 * Whether there is room for one more attempt: reserves its credits and sets a pause. Where the target does not answer,
 * all requests pause; where it says "not now", only those under the same limit.
 */
function mayRetry(
  exchange: Exchange,
  sending: Sending,
  { throttle, outageBreaker, retryLimits, vainWaits, noteWait }: LiveParts,
  isAmongOthers: boolean,
): boolean {
  const { call, reservation } = sending;
  if (retryLimits.isEnough(exchange, sending)) return false;
  const isLate = !isAmongOthers && ['noResponse', 'unfinished', 'slow'].includes(classify(exchange).is);
  const askedMs = mayLackBalance(call) && vainWaits.areFutile() ? undefined : requestedPauseMs(exchange, call);
  const pauseMs = isLate ? 0 : (askedMs ?? ownPauseMs(exchange));
  if (pauseMs > maxPauseMs) return false;
  if (!isLate && outageBreaker.reasonToStop(call.operation, pauseMs, bytesOfCall(call)) !== undefined) return false;
  if (creditsOf(costOfExchange(exchange)) > 0 && !reservation.extend(costOfCall(call))) return false;
  const operation = pacingOperationOf(call);
  if (isTemporarilyRefused(exchange))
    noteWait(exchange, operation, throttle.backOff(operation, askedMs), throttle.tally(operation).stoodMs);
  else throttle.pause(pauseMs);
  if (mayLackBalance(call)) vainWaits.noteWait(sending, pauseMs);
  return true;
}

function isOfOwnWorkspace({ own }: Sending): boolean {
  return Object.keys(own.tokens).length > 0;
}
