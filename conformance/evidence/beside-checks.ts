import { ownToken } from '../checks/sessions/own-token.ts';
import { secondToken } from '../checks/sessions/second-token.ts';
import { connectionProbes } from '../engine/connection-probe.ts';
import { mostRounds } from '../engine/first-contact/first-rounds.ts';
import { emptyProbeContext } from '../engine/probe-runner.ts';
import { stepInputsFor } from '../engine/probe-runner-parts.ts';
import { mostAttempts, tokenProbes } from '../engine/token-probe.ts';
import { workspaceBotsProbe } from '../engine/workspaces-and-bots.ts';
import type { Exchange } from '../model/exchange.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import { firstQuestion, questions } from '../model/probes/first-question.ts';
import type { Call, Credential, Probe } from '../model/probe.ts';
import { otherThan, requestOf, type RecordedRun } from './recorded-calls.ts';

/** A probe that a run sends though no check asks for it: its calls by place, for an attempt, and the most attempts. */
type Beside = {
  readonly probe: Probe;
  readonly calls: (attempt: number) => readonly Call[];
  readonly mostAttempts?: number;
};

/**
 * Why an exchange that no check asks for is not one that this build sends anyway; undefined where it is. The rules for
 * every answer judge these exchanges too, so that each must be exactly the request that it stands for.
 */
export function besideChecks(record: RecordedRun): (exchange: Exchange) => string | undefined {
  const known = new Map(besides(record).map((beside) => [beside.probe.name, beside]));
  return (exchange) => {
    const { id, place, attempt } = exchange;
    const beside = known.get(exchange.probe);
    const call = beside?.calls(attempt)[place - 1];
    const isOne = id === attemptIdOf(exchange) && attempt <= (beside?.mostAttempts ?? Infinity);
    if (beside === undefined || call === undefined || !isOne)
      return `${id} is among the exchanges, and no check asks for it`;
    const sending = { probe: beside.probe, call, asRecorded: call, place };
    const other = otherThan(exchange, sending, attempt, requestOf(sending, exchange, record.header));
    return other === undefined ? undefined : `${id} is not what this build sends: ${other}`;
  };
}

function besides(record: RecordedRun): readonly Beside[] {
  const { exchanges, journalEntries } = record;
  const given = record.header.given?.credentials ?? [];
  const hasToken = given.includes('token');
  const looks = exchanges.filter(({ role }) => role === 'tokenLook').length;
  const nextLook = tokenProbes();
  // The first is asked for its list twice: whether bots are shared, and for a bot of its own.
  const listings = 1 + journalEntries.filter((each) => each.is === 'workspace').length;
  return [
    { probe: firstQuestion, calls: (attempt) => questions(hasToken, attempt), mostAttempts: mostRounds },
    ...(hasToken ? [tried(ownToken, record, given)] : []),
    ...(given.includes('otherToken') ? [tried(secondToken, record, given)] : []),
    ...numbered(listings, (number) => alwaysSame(workspaceBotsProbe(number))),
    ...(hasToken ? numbered(looks, () => ({ ...alwaysSame(nextLook().probe), mostAttempts })) : []),
    ...connectionProbes.map((probe) => ({ ...alwaysSame(probe), mostAttempts: 1 })),
  ];
}

function numbered(count: number, make: (number: number) => Beside): readonly Beside[] {
  return Array.from({ length: count }, (_, at) => make(at + 1));
}

function alwaysSame(probe: Probe): Beside {
  const calls = callsOf(probe, [], []);
  return { probe, calls: () => calls };
}

/** The calls that try a token depend on the answers before them, of which the last attempt counts. */
function tried(probe: Probe, { header, exchanges }: RecordedRun, credentials: readonly Credential[]): Beside {
  const last = new Map<number, Exchange>();
  for (const exchange of exchanges)
    if (exchange.probe === probe.name && exchange.attempt >= (last.get(exchange.place)?.attempt ?? 0))
      last.set(exchange.place, exchange);
  const calls = callsOf(probe, [...last.values()], credentials, header.given?.otherBot);
  return { probe, calls: () => calls };
}

function callsOf(
  probe: Probe,
  answers: readonly Exchange[],
  credentials: readonly Credential[],
  otherBot?: string,
): readonly Call[] {
  const basis = { seed: 0, given: { credentials, ...(otherBot === undefined ? {} : { otherBot }) } };
  return probe.steps.reduce<readonly Call[]>((before, step) => {
    const seen = answers.filter(({ place }) => place <= before.length).toSorted((a, b) => a.place - b.place);
    const next = step(stepInputsFor(probe, emptyProbeContext(0), seen, basis));
    return 'make' in next || 'stop' in next ? before : [...before, ...next];
  }, []);
}
