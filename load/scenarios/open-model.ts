import { SharedArray } from 'k6/data';
import type { Options, Scenario } from 'k6/options';
import {
  begin,
  endUnpaid,
  iterationInTest,
  messageOf,
  plainMessageOf,
  prepare,
  speechTextOf,
  type OneRequest,
  type Reply,
  type RunOptions,
  type Send,
} from 'k6/x/stream';
import type { AuditKind } from '../plan/audit.ts';
import type { Step } from '../content/path.ts';
import type { ContentRule } from '../content/rule.ts';
import type { Operation } from '../plan/operations.ts';
import { longestRunMs } from '../plan/longest-run.ts';
import { plannedOperation } from '../plan/plan.ts';
import { markedBy, repeatsFrom } from '../content/repeats.ts';
import { loadScenario } from '../plan/scenarios.ts';
import type { TraceLine } from '../plan/trace.ts';
import { canaryKind, canaryRequest, canaryStreams } from './canary.ts';
import { scenarioOptions, type Host, type ScenarioOptions } from './options.ts';
import { auditedAs, kindOf, saidIn, type Content, type Texts } from './requests.ts';
import { thresholdsOf } from './thresholds.ts';
import type { ScenarioEnvironment as Environment } from '../plan/scenario-variables.ts';

/** How far t0 lies ahead: 1,000 virtual users were at their first wait after about 100 ms. */
const leadMs = 250;

const inK6: Host = { read: (path) => open(path), share: (name, make) => new SharedArray(name, make) };

const texts: Texts = { messageOf, plainMessageOf, speechTextOf };

/** The user whom this iteration plays: its place in the schedule decides when it comes and what it says. */
type User = { readonly place: number; readonly start: TraceLine };

type OpenModel = {
  readonly given: ScenarioOptions;
  readonly options: Options;
  /** Whose turn it is; `undefined` past the schedule's end. */
  readonly nextUser: () => User | undefined;
  /** Sends a user's request in its turn, from 0, at its intended time. `null` when the run ended before that. */
  readonly request: (user: User, turn: number, intendedMs: number, more?: TurnOptions) => Reply | null;
  /** A scenario's default function where each user has one request. */
  readonly oneRequest: () => void;
  readonly canary: () => void;
};

type TurnOptions = Pick<Content, 'sessionId'> & Pick<OneRequest, 'session' | 'wantsText' | 'continues'>;

/**
 * An open model: each iteration claims the next place of the schedule and sends its request at its intended time, whatever
 * the answers before it do. k6's own arrival-rate executors drop late iterations unseen, and have no intended time.
 */
export function openModel(name: string, env: Environment): OpenModel {
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  const given = scenarioOptions(scenario, env, inK6);
  const run = runOf(name, given);
  let hasBegun = false;
  // Once for each virtual user, which has this module for itself.
  const beginOnce = (): void => {
    if (!hasBegun) begin(run);
    hasBegun = true;
  };
  const nextUser = (): User | undefined => {
    beginOnce();
    const place = iterationInTest();
    const start = given.starts[place];
    return start && { place, start };
  };
  const sends = new Map<string, Send>();
  const sendOf = (operation: Operation, audit?: AuditKind): Send => {
    const name = audit === 'plain' ? `${operation}, plain` : operation;
    const known = sends.get(name) ?? prepare(kindOf(given, operation, audit));
    sends.set(name, known);
    return known;
  };
  const request: OpenModel['request'] = (user, turn, intendedMs, { sessionId, ...more } = {}) => {
    const content = contentOf(given, user, turn, sessionId);
    const { operation, index } = content;
    const { kind, says } = auditedAs(given, operation, index);
    const send = sendOf(operation, kind);
    const said = saidIn(given, texts, says === undefined ? content : { ...content, index: says });
    return stopWhereUnpaid(send({ ...said, ...more, index, intendedMs, ...(says !== undefined && { says }) }), given);
  };
  let sendCanary: Send | undefined;
  return {
    given,
    options: optionsOf(name, given),
    nextUser,
    request,
    oneRequest: () => {
      const user = nextUser();
      if (user) request(user, 0, user.start.atMs);
    },
    canary: () => {
      beginOnce();
      sendCanary ??= prepare(canaryKind(given.canaryUrl ?? '', given.settings.timeoutMs));
      sendCanary(canaryRequest(iterationInTest()));
    },
  };
}

function contentOf(
  { plan }: ScenarioOptions,
  { place, start }: User,
  turn: number,
  sessionId: Content['sessionId'],
): Content {
  const index = place * (plan.rates.turns ?? 1) + turn;
  return {
    operation: plannedOperation(plan, start, index),
    index,
    body: turn === 0 ? start.body : undefined,
    sessionId,
  };
}

/** In a workspace that was made for the run there are credits for all of it: each refusal is a failure. */
function stopWhereUnpaid(reply: Reply | null, { ownWorkspace }: ScenarioOptions): Reply | null {
  if (reply?.unpaid === true && ownWorkspace !== true) endUnpaid();
  return reply;
}

function optionsOf(name: string, given: ScenarioOptions): Options {
  const { settings, starts, slo, canaryUrl } = given;
  const { durationMs } = settings;
  const longestMs = leadMs + longestRunMs(settings);
  const common = { executor: 'shared-iterations', gracefulStop: '1s' } as const;
  const scenarios: Record<string, Scenario> = {
    [name]: {
      ...common,
      iterations: starts.length,
      // k6 refuses more virtual users than iterations.
      vus: Math.max(1, Math.min(settings.maxInFlight, starts.length)),
      maxDuration: `${Math.ceil(longestMs / 1000) + 5}s`,
    },
  };
  if (canaryUrl !== undefined) {
    const iterations = canaryStreams(durationMs);
    const maxDuration = `${Math.ceil(durationMs / 1000) + 5}s`;
    scenarios['canary'] = { ...common, exec: 'canary', vus: 1, iterations, maxDuration };
  }
  return { scenarios, thresholds: thresholdsOf(name, slo) };
}

/** A rule as the extension takes it: each step of a path as a text. */
function asTold({ event, where, path }: ContentRule): NonNullable<RunOptions['content']> {
  return {
    ...(event !== undefined && { event }),
    ...(where && { where: { path: where.path.map(stepText), is: where.is } }),
    ...(path && { path: path.map(stepText) }),
  };
}

function stepText(step: Step): string {
  if (typeof step === 'string') return `.${step}`;
  return typeof step === 'number' ? `[${step}]` : '[]';
}

function markingOf({ turns = 1, repeats }: ScenarioOptions['settings']): NonNullable<RunOptions['marking']> {
  return { turns, ...markedBy(repeats === undefined ? [] : repeatsFrom(repeats)) };
}

/** The run as the extension wants to know it. */
function runOf(scenario: string, given: ScenarioOptions): RunOptions {
  const { requestsPath, plan, settings, timestamps, audioDir, wrongDir, content, output } = given;
  return {
    requestsPath,
    scenario,
    seed: plan.seed,
    warmupMs: settings.warmupMs,
    leadMs,
    settings,
    ...(settings.maxCredits !== undefined && { maxCredits: settings.maxCredits }),
    ...(timestamps && { timestamps }),
    ...(audioDir !== undefined && { audioDir }),
    ...(wrongDir !== undefined && { wrongDir }),
    ...(output && { output }),
    ...(settings.sameInput !== true && { marking: markingOf(settings) }),
    ...(content && { content: asTold(content) }),
  };
}
