import type { Check, Observation } from '../model/check.ts';
import { createJudge } from '../engine/judge-check.ts';
import { firstQuestion } from '../model/probes/first-question.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential } from '../model/probe.ts';
import type { Finding } from '../model/run.ts';
import { besideChecks } from './beside-checks.ts';
import { recordedParts, type RecordedRun } from './recorded-calls.ts';

/** The result of a record under the expectations of this build. */
type JudgedAgain = {
  /** Findings of all checks that the run says it judged, in that order, as far as this build has them. */
  readonly findings: readonly Finding[];
  /** Exchanges that this build does not send in such a run, one sentence each. */
  readonly neverSent: readonly string[];
  /** The exchanges that checks and observations ask for. */
  readonly asked: readonly Exchange[];
};

/** Judges a recorded run with the engine of live runs, where recorded exchanges replace the target. */
export async function judgeAgain(
  record: RecordedRun,
  all: readonly Check[],
  observations: readonly Observation[],
): Promise<JudgedAgain> {
  const { used, ...parts } = recordedParts(record);
  const { exchanges, header } = record;
  const { bot, unanswered, tokenFlaw, otherTokenFlaw } = header.given ?? {};
  const credentials = { ...meansOf(record), bot, unanswered, tokenFlaw, otherTokenFlaw };
  const judge = createJudge(credentials, { ...parts, recorded: () => exchanges, isRecorded: true }, all);
  const byId = new Map(all.map((check) => [check.id, check]));
  const chosen = record.header.plan.checks.flatMap((id) => byId.get(id) ?? []);
  const findings = await Promise.all(chosen.map((check) => judge.judge(check)));
  await Promise.all(observations.map((observation) => judge.observe(observation)));
  const whyNotSent = besideChecks(record);
  const besides = exchanges.filter(({ id }) => !used.has(id));
  const unsent = [
    ...[...used].flatMap(([id, other]) =>
      other === undefined ? [] : [`${id} is not what this build sends: ${other}`],
    ),
    ...besides.flatMap((exchange) => whyNotSent(exchange) ?? []),
    ...tooMany(besides, used.size),
  ];
  return { findings, neverSent: unsent, asked: exchanges.filter(({ id }) => used.has(id)) };
}

/**
 * Each of these exchanges serves something that checks ask for: a token, a workspace, an answer that was refused. The
 * number of first questions has a bound of its own.
 */
function tooMany(besides: readonly Exchange[], asked: number): readonly string[] {
  const behindFirst = besides.filter(({ probe }) => probe !== firstQuestion.name).length;
  return behindFirst > asked
    ? [
        `no check asks for ${behindFirst} of the exchanges, more than the ${asked} that checks ask for: no run sends so many`,
      ]
    : [];
}

/** A stand-in for each secret that the run had; the secrets themselves are recorded nowhere. */
function meansOf({ header }: RecordedRun): Readonly<Partial<Record<Credential, string>>> {
  return Object.fromEntries((header.given?.credentials ?? []).map((name) => [name, 'given']));
}
