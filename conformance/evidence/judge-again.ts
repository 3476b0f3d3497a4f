import type { Check, Observation } from '../model/check.ts';
import { createJudge } from '../engine/judge-check.ts';
import { firstQuestion } from '../model/probes/first-question.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential } from '../model/probe.ts';
import type { Finding } from '../model/run.ts';
import { besideChecks } from './beside-checks.ts';
import { recordedParts, type RecordedRun } from './recorded-calls.ts';

/** What the record comes to under this build's expectations. */
type JudgedAgain = {
  /** Of every check that the run says it judged, in that order, as far as this build knows it. */
  readonly findings: readonly Finding[];
  /** What of the exchanges this build does not send in such a run, each in a sentence. */
  readonly unsent: readonly string[];
  /** The exchanges that checks and observations ask for. */
  readonly asked: readonly Exchange[];
};

/** Judges a recorded run by the engine that judges a live one, with the recorded exchanges in the place of the target. */
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
  return { findings, unsent, asked: exchanges.filter(({ id }) => used.has(id)) };
}

/**
 * Each of them is for something that checks ask for: a token that some needed, a workspace, an answer that was refused. How
 * often anybody is asked first is bounded by itself.
 */
function tooMany(besides: readonly Exchange[], asked: number): readonly string[] {
  const behindFirst = besides.filter(({ probe }) => probe !== firstQuestion.name).length;
  return behindFirst > asked
    ? [
        `no check asks for ${behindFirst} of the exchanges, more than the ${asked} that checks ask for: no run sends so many`,
      ]
    : [];
}

/** Something stands for each secret that the run had; what it was is nowhere recorded. */
function meansOf({ header }: RecordedRun): Readonly<Partial<Record<Credential, string>>> {
  return Object.fromEntries((header.given?.credentials ?? []).map((name) => [name, 'given']));
}
