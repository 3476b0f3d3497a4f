import { speechFormats } from '../../conformance/contract/limits.ts';
import { parseLevels } from '../plan/levels.ts';
import { mixFrom, mixText } from '../plan/operations.ts';
import { ruleFrom, type ContentRule } from '../content/rule.ts';
import { planOf, planOptions, type AskedPlan, type LoadPlan, type PlanOptions } from '../plan/plan.ts';
import { repeatsFrom, repeatsText } from '../content/repeats.ts';
import type { ScenarioEnvironment as Environment } from '../plan/scenario-variables.ts';
import type { LoadScenario } from '../plan/scenarios.ts';
import { parseJson } from '../records/narrow.ts';
import { sequentialRepliesFromJson } from '../records/sequential-replies.ts';
import { arrivalKinds, loadDefaults, withoutCredentials, type LoadSettings } from '../records/settings.ts';
import { parseSlo } from '../slo/parse-slo.ts';
import type { Slo } from '../slo/slo.ts';
import { outputs, type Output } from '../plan/outputs.ts';
import { traceFrom, type TraceLine } from '../plan/trace.ts';
import {
  flagVariable,
  requestHeaders,
  numberVariable,
  numberVariableOr,
  choiceVariable,
  textVariable,
} from './variables.ts';

/**
 * The options that a scenario reads from environment variables (README.md), so that the bundle also runs with plain `k6
 * run`.
 */
export type ScenarioOptions = {
  readonly requestsPath: string;
  readonly audioDir?: string;
  readonly output?: Output;
  readonly wrongDir?: string;
  readonly timestamps?: 'kernel' | 'user';
  readonly baseUrl: string;
  /** `settings` contains it in the form for records. */
  readonly botId: string;
  /** A server whose true times are known. Absent: there is no canary. */
  readonly canaryUrl?: string;
  readonly headers: { readonly [name: string]: string };
  readonly format: string;
  readonly slo: Slo;
  /** Absent: it is unknown which events carry text of the reply. */
  readonly content?: ContentRule;
  /** The workspace of the token has credits for the whole plan. */
  readonly ownWorkspace?: true;
  readonly settings: LoadSettings;
  readonly plan: PlanOptions;
  readonly starts: readonly TraceLine[];
};

/** The functions of k6 that the options need; a test passes its own. */
export type Host = {
  readonly read: (path: string) => string;
  /** Makes an array once per process instead of once per virtual user. */
  readonly share: <T>(name: string, make: () => T[]) => readonly T[];
};

/** Throws with the variable's name: k6 prints it and ends with its own code for a broken script. */
export function scenarioOptions(scenario: LoadScenario, env: Environment, host: Host): ScenarioOptions {
  const baseUrl = textVariable(env, 'ASSAY_TARGET').replace(/\/+$/, '');
  const sloGiven = env['ASSAY_SLO'] ?? '';
  const slo = sloGiven === '' ? { is: 'slo' as const, slo: [] } : parseSlo(sloGiven);
  if (slo.is === 'wrong') throw new Error(`ASSAY_SLO: ${slo.because}`);
  const content = env['ASSAY_CONTENT'] ? ruleFrom(env['ASSAY_CONTENT']) : undefined;
  if (content?.is === 'wrong') throw new Error(`ASSAY_CONTENT: ${content.because}`);
  const plan = planOptionsOf(scenario, env, host);
  // Without its starts: every virtual user reads a shared value as a copy.
  const [made] = host.share('plan', () => [totalsOf(planOf(plan))]);
  const starts = host.share('starts', () => [...planOf(plan).starts]);
  if (made === undefined || made.requests === 0) throw new Error(nothingToSend(plan));
  const { ASSAY_AUDIO_DIR: audioDir, ASSAY_WRONG_DIR: wrongDir, ASSAY_CANARY: canaryUrl } = env;
  return {
    requestsPath: env['ASSAY_REQUESTS'] ?? 'requests.ndjson',
    ...(audioDir && { audioDir }),
    ...(env['ASSAY_OUTPUT'] && { output: choiceVariable(env, 'ASSAY_OUTPUT', outputs, outputs[0]) }),
    ...(wrongDir && { wrongDir }),
    ...(env['ASSAY_TIMESTAMPS'] && {
      timestamps: choiceVariable(env, 'ASSAY_TIMESTAMPS', ['kernel', 'user'] as const, 'kernel'),
    }),
    baseUrl,
    botId: textVariable(env, 'ASSAY_BOT'),
    ...(canaryUrl && { canaryUrl }),
    headers: requestHeaders(env),
    format: choiceVariable(env, 'ASSAY_FORMAT', speechFormats, 'mp3'),
    slo: slo.slo,
    ...(content && { content: content.rule }),
    ...(flagVariable(env, 'ASSAY_OWN_WORKSPACE') && { ownWorkspace: true }),
    settings: settingsOf(env, baseUrl, plan, made),
    plan,
    starts,
  };
}

type Totals = Pick<LoadPlan, 'requests' | 'requestsAsked' | 'durationMs'>;

function totalsOf({ requests, requestsAsked, durationMs }: LoadPlan): Totals {
  return { requests, requestsAsked, durationMs };
}

function nothingToSend({ maxCredits }: PlanOptions): string {
  return maxCredits === undefined
    ? 'ASSAY_RATE and ASSAY_DURATION_S make no request at all: raise one of them'
    : `ASSAY_MAX_CREDITS is ${maxCredits}, and covers no request, or ASSAY_RATE and ASSAY_DURATION_S make none`;
}

function planOptionsOf(scenario: LoadScenario, env: Environment, host: Host): PlanOptions {
  const tracePath = env['ASSAY_TRACE'];
  const trace = tracePath ? host.share('trace', () => [...traceOf(tracePath, host.read(tracePath))]) : undefined;
  const mixGiven = env['ASSAY_MIX'];
  const mix = mixGiven ? mixFrom(mixGiven) : undefined;
  if (mixGiven && !mix) throw new Error(`ASSAY_MIX is a list such as stream=6,chat=2, not ${mixGiven}`);
  const [durationS, warmupS] = [numberVariable(env, 'ASSAY_DURATION_S'), numberVariable(env, 'ASSAY_WARMUP_S')];
  const asked: AskedPlan = {
    arrivals: choiceVariable(env, 'ASSAY_ARRIVALS', arrivalKinds.slice(0, 2), loadDefaults.arrivals),
    ratePerS: numberVariable(env, 'ASSAY_RATE'),
    durationMs: durationS === undefined ? undefined : durationS * 1000,
    warmupMs: warmupS === undefined ? undefined : warmupS * 1000,
    peakRatePerS: numberVariable(env, 'ASSAY_PEAK_RATE'),
    steps: numberVariable(env, 'ASSAY_STEPS'),
    concurrency: usersIn(env),
    turns: numberVariable(env, 'ASSAY_TURNS'),
    thinkMs: numberVariable(env, 'ASSAY_THINK_MS'),
    seed: numberVariable(env, 'ASSAY_SEED'),
    mix,
    maxCredits: numberVariable(env, 'ASSAY_MAX_CREDITS'),
  };
  return planOptions(scenario, asked, trace);
}

function usersIn(env: Environment): readonly number[] | undefined {
  const given = env['ASSAY_CONCURRENCY'];
  if (!given) return undefined;
  const parsed = parseLevels(given);
  if (parsed.is === 'wrong') throw new Error(`ASSAY_CONCURRENCY: ${parsed.because}`);
  return parsed.users;
}

function saidAloneIn(env: Environment): LoadSettings['saidAlone'] {
  const given = env['ASSAY_SAID_ALONE'];
  if (!given) return undefined;
  const replies = sequentialRepliesFromJson(parseJson(given));
  if (replies === undefined) throw new Error('ASSAY_SAID_ALONE is JSON such as {"stream":{"n":12,"said":12}}');
  return replies;
}

function traceOf(path: string, content: string): readonly TraceLine[] {
  const trace = traceFrom(content);
  if (trace.is === 'trace') return trace.lines;
  throw new Error(`ASSAY_TRACE: ${path}, line ${trace.lineNumber}: ${trace.because}`);
}

function settingsOf(env: Environment, baseUrl: string, options: PlanOptions, plan: Totals): LoadSettings {
  const { rates, arrivals, mix, maxCredits } = options;
  const learningCredits = numberVariableOr(env, 'ASSAY_LEARNING_CREDITS', 0);
  const saidAlone = saidAloneIn(env);
  return {
    target: withoutCredentials(baseUrl),
    botId: env['ASSAY_BOT_KEPT'] ?? textVariable(env, 'ASSAY_BOT'),
    arrivals,
    ...rates,
    durationMs: plan.durationMs,
    maxInFlight: numberVariableOr(env, 'ASSAY_MAX_IN_FLIGHT', loadDefaults.maxInFlight),
    maxLagMs: numberVariableOr(env, 'ASSAY_MAX_LAG_MS', loadDefaults.maxLagMs),
    timeoutMs: numberVariableOr(env, 'ASSAY_TIMEOUT_MS', loadDefaults.timeoutMs),
    planned: plan.requests,
    // Every user of a closed loop has a virtual user.
    ...(arrivals === 'closed' && { planned: 0, maxInFlight: plan.requests }),
    ...(mix && { mix: mixText(mix) }),
    ...(env['ASSAY_FORMAT'] && { format: env['ASSAY_FORMAT'] }),
    ...(flagVariable(env, 'ASSAY_SAME_INPUT') && { sameInput: true }),
    ...(flagVariable(env, 'ASSAY_AUDIT') && { audit: true }),
    ...(arrivals !== 'closed' && plan.requestsAsked > plan.requests && { requestsAsked: plan.requestsAsked }),
    ...(maxCredits !== undefined && { maxCredits }),
    ...(learningCredits > 0 && { learningCredits }),
    ...(env['ASSAY_SLO'] && { slo: env['ASSAY_SLO'] }),
    ...(env['ASSAY_UNTIL'] && { until: env['ASSAY_UNTIL'] }),
    ...(env['ASSAY_CONTENT'] && { content: env['ASSAY_CONTENT_KEPT'] ?? env['ASSAY_CONTENT'] }),
    ...(env['ASSAY_CONTENT_FROM'] && { contentFrom: env['ASSAY_CONTENT_FROM'] }),
    ...(flagVariable(env, 'ASSAY_CONTENT_LEARNED') && { contentLearned: true }),
    ...(env['ASSAY_REPEATS'] && { repeats: repeatsText(repeatsFrom(env['ASSAY_REPEATS'])) }),
    ...(env['ASSAY_REPEATS_FROM'] && { repeatsFrom: env['ASSAY_REPEATS_FROM'] }),
    ...(saidAlone && { saidAlone }),
  };
}
