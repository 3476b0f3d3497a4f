/** The third of five, behind `probe-runner.ts`: tries one call until it has an outcome, each time through `live-calls.ts`. */
import type { Exchange } from '../model/exchange.ts';
import type { Outcome, ProbeRunnerParts, Sending, Stopped } from './probe-runner-parts.ts';
import { classify, type Classification } from '../classification/classify.ts';
import { isPerhapsEarly, isStillUnknown, isUnrecoverable, isWorthRetrying } from '../classification/retrying.ts';
import { isThrottled } from '../classification/transient.ts';
import { unsettledUseOf, type UnsettledUse } from '../classification/unsettled-use.ts';
import type { Evidence } from './judging/judge.ts';
import { aRequestFor } from './judging/trait.ts';
import type { Connection } from '../http/transport.ts';

/** Of what is refused for now, as too much, whoever sends it knows when there is no use in more. */
const maxAttempts = 3;
/** A second silence, or slowness, is enough to know it, and each costs the whole time limit. */
const maxLateAttempts = 2;

/** Why a call has no outcome, and what was seen of it that counts all the same. */
type GivenUp = Stopped & Pick<Evidence, 'isPutOff'> & { readonly unrecoverable?: readonly Exchange[] };

/** The last attempt's exchange with those that it does not excuse, or why the call was not sent at all. */
export async function sendCall(sending: Sending, parts: ProbeRunnerParts): Promise<Outcome | GivenUp> {
  const { call, probe, reservation } = sending;
  const judges402 = call.judges402 ?? false;
  const unrecoverable: Exchange[] = [];
  const outcomeOf = (exchange: Exchange): Outcome => ({
    exchange,
    unrecoverable: unrecoverable.filter((earlier) => earlier !== exchange),
    judges402,
    judgesSteady: call.judgesSteady ?? false,
  });
  let firstStartedAt: string | undefined;
  // What may be charged is sent once, so that it must not meet a connection that is given up meanwhile.
  let connection: Connection = call.onNewConnection === true ? 'new' : call.once === true ? 'awake' : 'kept';
  for (let attempt = 1; ; attempt += 1) {
    const sent = await parts.attempt(sending, attempt, connection);
    if ('because' in sent) {
      parts.note({ is: 'unsent', what: sending.id, ...sent });
      return { stopped: sent, unrecoverable };
    }
    const exchange = firstStartedAt === undefined ? sent : { ...sent, firstStartedAt };
    firstStartedAt ??= exchange.startedAt;
    reservation.note(exchange);
    parts.record(exchange);
    const reason = parts.reasonNotToJudge(exchange);
    if (reason !== undefined) return { stopped: { because: reason }, unrecoverable };
    if (isUnrecoverable(exchange)) unrecoverable.push(exchange);
    const { is } = classify(exchange, { judges402 });
    const usual = is === 'outage' || is === 'judgeable' ? maxAttempts : maxLateAttempts;
    const most = isThrottled(exchange) || isStillUnknown(exchange) ? Infinity : usual;
    const unsettled =
      call.once === true ? unsettledUseOf(exchange, { judges402, isPatient: probe.isPatient }) : undefined;
    if (unsettled !== undefined) return { ...withoutKnowing(exchange, unsettled), unrecoverable };
    if (attempt >= most || !(isPerhapsEarly(exchange, call) || isWorthRetrying(exchange, { judges402 })))
      return outcomeOf(exchange);
    if (!parts.mayRetry(exchange, sending)) return withoutRoom(outcomeOf(exchange), is);
    connection = is === 'unfinished' ? 'last' : 'new';
  }
}

/** One silence proves nothing yet. */
function withoutRoom(outcome: Outcome, classification: Classification['is']): Outcome | GivenUp {
  if (classification !== 'noResponse') return outcome;
  const asked = aRequestFor(outcome.exchange.operation);
  return {
    stopped: { because: `${asked} got no answer, and no credits are left for a second try: --max-credits allows more` },
  };
}

function withoutKnowing({ operation }: Exchange, { got, remedy, isPutOff }: UnsettledUse): GivenUp {
  const what = `${aRequestFor(operation)} got ${got}, and it is unknown whether it was charged`;
  const stopped = { because: remedy === undefined ? what : `${what}; ${remedy}` };
  return isPutOff === undefined ? { stopped } : { stopped, isPutOff };
}
