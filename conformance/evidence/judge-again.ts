import type { Check, Observation } from '../model/check.ts';
import { createJudge } from '../engine/judge-check.ts';
import { firstQuestion, questions } from '../model/probes/first-question.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential } from '../model/probe.ts';
import type { Finding } from '../model/run.ts';
import { isConnectionLook } from '../engine/connection-probe.ts';
import { isTokenLook } from '../engine/token-probe.ts';
import { isBotListing } from '../engine/workspaces-and-bots.ts';
import { ownToken } from '../checks/sessions/own-token.ts';
import { secondToken } from '../checks/sessions/second-token.ts';
import { otherThan, recordedParts, requestOf, type RecordedRun } from './recorded-calls.ts';

/** What the record comes to under this build's expectations. */
type JudgedAgain = {
  /** Of every check that the run says it judged, in that order, as far as this build knows it. */
  readonly findings: readonly Finding[];
  /** Exchanges that no check and no observation of the run asks for. */
  readonly unasked: readonly string[];
  /** The exchanges that were judged: each request is, byte by byte, the one that this build makes. */
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
  const unasked = exchanges.filter((exchange) => !used.has(exchange.id) && !isOfNoCheck(exchange, record));
  return { findings, unasked: unasked.map(({ id }) => id), asked: exchanges.filter(({ id }) => used.has(id)) };
}

/**
 * What a list of bots was asked for is among the journal entries, and what was asked first is judged with all answers: that
 * has to be what this build asks first, and the rest to be of the target.
 */
function isOfNoCheck(exchange: Exchange, record: RecordedRun): boolean {
  if (exchange.probe === firstQuestion.name) return isFirstQuestion(exchange, record);
  if (!exchange.request.url.startsWith(`${record.header.target}/v1/`)) return false;
  const before = [ownToken.name, secondToken.name];
  return before.includes(exchange.probe) || [isBotListing, isTokenLook, isConnectionLook].some((is) => is(exchange));
}

function isFirstQuestion(exchange: Exchange, record: RecordedRun): boolean {
  const { place, attempt } = exchange;
  const hasToken = record.header.given?.credentials.includes('token') === true;
  const call = questions(hasToken, attempt)[place - 1];
  if (call === undefined) return false;
  const sending = { probe: firstQuestion, call, asRecorded: call, place };
  return otherThan(exchange, sending, attempt, requestOf(sending, exchange, record.header)) === undefined;
}

/** Something stands for each secret that the run had; what it was is nowhere recorded. */
function meansOf({ header }: RecordedRun): Readonly<Partial<Record<Credential, string>>> {
  return Object.fromEntries((header.given?.credentials ?? []).map((name) => [name, 'given']));
}
