/**
 * The second of four layers, behind `probe-scheduler.ts`: makes the calls of a probe step by step, and sends each
 * through `live-calls.ts` until it has an outcome.
 */
import type { Reservation } from './credit-budget.ts';
import { classify, type Classification } from '../classification/classify.ts';
import {
  mayPrecedeBalance,
  isNewTokenRefused,
  isUnrecoverable,
  isWorthRetrying,
  showsThatItWasSlow,
} from '../classification/retrying.ts';
import { isThrottled } from '../classification/transient.ts';
import { unsettledUseOf, type UnsettledUse } from '../classification/unsettled-use.ts';
import type { Connection } from '../http/transport.ts';
import { maskedExchange, type Exchange } from '../model/exchange.ts';
import {
  sendsIndependently,
  hasTargetToItself,
  isPatient,
  rawOf,
  type Call,
  type Probe,
  type Step,
} from '../model/probe.ts';
import type { Reason } from '../model/run.ts';
import type { ProbeResult } from './judging/judge.ts';
import { aRequestFor } from './judging/trait.ts';
import { isOwnTokenRefused } from './token/token-end.ts';
import {
  requestIdOfSending,
  stepInputsFor,
  type Basis,
  type CallOutcome,
  type ProbeContext,
  type ProbeRunnerParts,
  type Sending,
  type Stopped,
} from './probe-runner-parts.ts';
import { maskedBot, withWorkspaces } from './workspaces-and-bots.ts';

/** Sends a probe step by step, after reserving its credits; returns what was seen, and why it stopped if it did. */
export async function sendProbe(
  probe: Probe,
  turn: number,
  prepare: () => Promise<ProbeContext | Stopped>,
  parts: ProbeRunnerParts,
): Promise<ProbeResult> {
  return parts.whenSlotFree(probe, turn, async () => {
    const futile = reasonBeforehand(probe, turn, parts);
    const reservation = futile ?? (await parts.reserve(probe, turn));
    if ('stopped' in reservation) {
      parts.note({ is: 'unsent', what: probe.name, ...reservation.stopped });
      return { seen: [], ...reservation };
    }
    try {
      // A bot or a workspace is prepared only once the credits of the probe are reserved.
      const own = await prepare();
      return 'stopped' in own ? { seen: [], ...own } : await takeSteps(probe, own, reservation, parts);
    } finally {
      reservation.close();
    }
  });
}

/** The context of a probe that needs neither a bot nor a workspace. */
export function emptyProbeContext(turn: number): ProbeContext {
  return { turn, bot: { bot: '' }, tokens: {}, bots: {} };
}

/** Why the first calls of a probe would not be sent, known without its workspace: then no workspace is made for it. */
function reasonBeforehand(probe: Probe, turn: number, parts: ProbeRunnerParts): Stopped | undefined {
  if (!probe.needs.includes('provisioner')) return undefined;
  const known = stepInputsFor(probe, emptyProbeContext(turn), [], parts);
  for (const step of probe.steps) {
    const calls = step(known);
    if ('make' in calls) continue;
    if ('stop' in calls) return undefined;
    const reason = calls.map((call) => parts.reasonToSkip(call)).find((each) => each !== undefined);
    return reason === undefined ? undefined : { stopped: reason };
  }
  return undefined;
}

async function takeSteps(
  probe: Probe,
  given: ProbeContext,
  reservation: Reservation,
  parts: ProbeRunnerParts,
): Promise<ProbeResult> {
  const outcomes: CallOutcome[] = [];
  let own = given;
  for (const step of probe.steps) {
    const calls = step(stepInputsFor(probe, own, seenIn(outcomes), parts));
    if ('stop' in calls) return evidenceOf(outcomes, { because: parts.mask(calls.stop) });
    if ('make' in calls) {
      const richer = await withWorkspaces(probe, own, calls, parts);
      if (!('stopped' in richer)) own = richer;
      else if (calls.isOptional !== true) return evidenceOf(outcomes, richer.stopped);
      continue;
    }
    const owned = own;
    const recorded = callsAsRecorded(probe, step, calls, { own, outcomes, parts });
    const first = outcomes.length + 1;
    const group = sendsIndependently(probe) ? 1 : calls.length;
    const results = await Promise.all(
      calls.map((call, at) =>
        sendCall(
          {
            call,
            asRecorded: recorded[at] ?? call,
            probe,
            place: first + at,
            own: owned,
            reservation,
            group,
          },
          parts,
        ),
      ),
    );
    outcomes.push(...results.filter((result) => 'exchange' in result));
    const ended = results.filter((result) => 'stopped' in result);
    const lost = ended.flatMap(({ unrecoverable = [] }) => unrecoverable);
    if (ended[0] === undefined) continue;
    const evidence = evidenceOf(outcomes, ended[0].stopped, lost);
    const putOff = ended.flatMap(({ isPutOff: each }) => each ?? []);
    // `late` comes first: more time does no harm to a refused request. `dropped` comes last: it is begun anew the
    // fewest times.
    const isPutOff = (['late', 'refused', 'dropped'] as const).find((each) => putOff.includes(each));
    const dropped = ended.flatMap(({ dropped: each }) => each ?? []);
    return isPutOff === undefined ? evidence : { ...evidence, isPutOff, dropped };
  }
  return evidenceOf(outcomes);
}

const seenIn = (outcomes: readonly CallOutcome[]): readonly Exchange[] => outcomes.map(({ exchange }) => exchange);

type SoFar = {
  readonly own: ProbeContext;
  readonly outcomes: readonly CallOutcome[];
  readonly parts: Basis & Pick<ProbeRunnerParts, 'mask'>;
};

/**
 * The calls as they are recorded: built by the step from the masked answers, as they are when the run is judged again.
 * So no secret of an answer is in them.
 */
function callsAsRecorded(probe: Probe, step: Step, calls: readonly Call[], soFar: SoFar): readonly Call[] {
  const { own, outcomes, parts } = soFar;
  const keptBots = Object.entries(own.bots).map(([name, known]) => [name, maskedBot(known)] as const);
  const bots = [own.bot, ...Object.values(own.bots)];
  const isWhole = outcomes.every(({ exchange }) => exchange.kept === undefined);
  if (isWhole && bots.every(({ keptAs }) => keptAs === undefined)) return calls;
  const keptOwn = { ...own, bot: maskedBot(own.bot), bots: Object.fromEntries(keptBots) };
  const kept = step(stepInputsFor(probe, keptOwn, seenIn(outcomes).map(maskedExchange), parts));
  if (!('make' in kept) && !('stop' in kept) && kept.length === calls.length) return kept;
  // The step builds other calls from the masked answers, so that a run that is judged again never comes to these: they
  // are only masked.
  return calls.map((call) => maskedCall(call, parts.mask));
}

function maskedCall(call: Call, mask: (text: string) => string): Call {
  const { path, headers, body } = call;
  const raw = rawOf(call);
  return {
    ...call,
    path: mask(path),
    headers: headers.map(([name, value]) => [name, mask(value)] as const),
    ...(typeof body === 'string' ? { body: mask(body) } : {}),
    ...(raw === undefined ? {} : { unusual: { is: 'raw', bytes: { ...raw, sends: raw.sends.map(mask) } } }),
  };
}

function evidenceOf(outcomes: readonly CallOutcome[], stopped?: Reason, more: readonly Exchange[] = []): ProbeResult {
  return {
    seen: seenIn(outcomes),
    unrecoverable: [...outcomes.flatMap(({ unrecoverable }) => unrecoverable), ...more],
    judges: new Map(outcomes.flatMap(({ exchange, judges }) => (judges === undefined ? [] : [[exchange, judges]]))),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/**
 * Most attempts of a call. Where a call is refused for now as too much, or its token is not known yet, `mayRetry` sets
 * the limit.
 */
const maxAttempts = 3;
/**
 * Most attempts of a call without a whole answer in time: a second silence, or slowness, proves it, and each costs the
 * whole time limit.
 */
const maxLateAttempts = 2;

/** Why a call has no outcome, and which of its exchanges count all the same. */
type GivenUp = Stopped & Pick<ProbeResult, 'isPutOff' | 'dropped'> & { readonly unrecoverable?: readonly Exchange[] };

/** The exchange of the last attempt with the earlier ones that it does not excuse, or why the call has no outcome. */
async function sendCall(sending: Sending, parts: ProbeRunnerParts): Promise<CallOutcome | GivenUp> {
  const { call, probe, reservation } = sending;
  const { judges } = call;
  const unrecoverable: Exchange[] = [];
  const outcomeOf = (exchange: Exchange): CallOutcome => ({
    exchange,
    unrecoverable: unrecoverable.filter((earlier) => earlier !== exchange && !showsThatItWasSlow(exchange, earlier)),
    ...(judges === undefined ? {} : { judges }),
  });
  let first: Exchange | undefined;
  let connection = firstConnection(sending);
  for (let attempt = 1; ; attempt += 1) {
    const sent = await parts.attempt(sending, attempt, connection);
    if ('because' in sent) {
      parts.note({ is: 'unsent', what: requestIdOfSending(sending), ...sent });
      return { stopped: sent, unrecoverable };
    }
    const exchange = first === undefined ? sent : { ...sent, ...behind(first) };
    first ??= exchange;
    reservation.note(exchange);
    parts.record(exchange);
    const reason = parts.reasonNotToJudge(exchange);
    if (reason !== undefined) return { stopped: reason, unrecoverable };
    if (isUnrecoverable(exchange)) unrecoverable.push(exchange);
    const { is } = classify(exchange, judges);
    const usual = is === 'outage' || is === 'judgeable' ? maxAttempts : maxLateAttempts;
    const most = isThrottled(exchange) || isNewTokenRefused(exchange) ? Infinity : usual;
    const unsettled =
      call.charge === undefined ? undefined : unsettledUseOf(exchange, { ...judges, isPatient: isPatient(probe) });
    if (unsettled !== undefined) return { ...withoutKnowing(exchange, unsettled), unrecoverable };
    const mayBeOtherwise = isWorthRetrying(exchange, judges) || isOwnTokenRefused(exchange);
    if (attempt >= most || !(mayPrecedeBalance(exchange, call) || mayBeOtherwise)) return outcomeOf(exchange);
    if (!parts.mayRetry(exchange, sending)) return withoutRoom(outcomeOf(exchange), is);
    connection = is === 'unfinished' ? 'last' : 'new';
  }
}

/** What a later attempt records of the first one. */
function behind({ startedAt, response }: Exchange): Pick<Exchange, 'firstStartedAt' | 'firstLost'> {
  const lost = response.is === 'noAnswer' ? response.because : undefined;
  const isLost = lost === 'refused' || lost === 'dropped';
  return { firstStartedAt: startedAt, ...(isLost ? { firstLost: lost } : {}) };
}

/**
 * The connection of a first attempt. A call that may be charged is sent only once, so that its connection must not be
 * one that the server may be closing. A probe with nothing else in between would get the same connection each time, and
 * behind a balancer always the same server.
 */
function firstConnection({ call, probe }: Sending): Connection {
  const isNew = hasTargetToItself(probe) && call.goes !== 'rightBehind';
  if (call.goes === 'onNewConnection' || isNew) return 'new';
  return call.charge === undefined ? 'kept' : 'awake';
}

/** A single missing response does not prove that the service hangs. */
function withoutRoom(outcome: CallOutcome, classification: Classification['is']): CallOutcome | GivenUp {
  if (classification !== 'noResponse' && classification !== 'unfinished') return outcome;
  const asked = aRequestFor(outcome.exchange.operation);
  return {
    stopped: {
      because: `${asked} got no ${classification === 'unfinished' ? 'end of its answer' : 'answer'} in time, and no credits are left for a second try: --max-credits allows more`,
    },
  };
}

function withoutKnowing(exchange: Exchange, { got, remedy, isPutOff }: UnsettledUse): GivenUp {
  const what = `${aRequestFor(exchange.operation)} got ${got}, and it is unknown whether it was charged`;
  const stopped = { because: remedy === undefined ? what : `${what}; ${remedy}` };
  if (isPutOff === undefined) return { stopped };
  return { stopped, isPutOff, ...(isPutOff === 'dropped' && { dropped: [exchange] }) };
}
