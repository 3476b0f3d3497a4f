import { randomInt } from 'node:crypto';
import type { Settings } from '../../conformance/settings/settings.ts';
import { userAgent } from '../../conformance/http/own-fields.ts';
import { ruleFrom } from '../../load/content/rule.ts';
import { mixFrom, type Operation } from '../../load/plan/operations.ts';
import { parseSlo } from '../../load/slo/parse-slo.ts';
import type { LoadPlan, PlanOptions } from '../../load/plan/plan.ts';
import { profileOf, type OpenShape } from '../../load/plan/profile.ts';
import { resolved, type Resolved } from '../../load/plan/resolve.ts';
import { loadScenarios, type LoadScenario } from '../../load/plan/scenarios.ts';
import { outputs, type Output } from '../../load/plan/outputs.ts';
import { traceFrom, type TraceLine } from '../../load/plan/trace.ts';
import type { RunScenarioOptions } from '../../load/runner/options.ts';
import { planRun } from '../../load/runner/plan-run.ts';
import { isOnThisMachine } from '../input/target.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';
import { unknownName, UsageError } from '../errors/usage-error.ts';
import type { KnownContent } from './asking/known.ts';
import { afterCredits as afterEach } from './asking/ask-after.ts';
import { aloneCredits as aloneEach, marksCredits } from './asking/ask-for-marks.ts';
import type { MarkedOperation } from './asking/asker.ts';
import { learningCredits as ruleCredits } from './asking/ask-for-streams.ts';
import { canBeAudited, guardAudit } from './audit.ts';
import { guardBounds, guardPeak, measuredBounds } from './guard-bounds.ts';
import { untilAsked } from './until/guard.ts';
import { guardLevels, guardLoop, usersFor } from './levels.ts';

/** What the command line asks of a run, but for the target. */
export type LoadWork = {
  readonly scenario: LoadScenario;
  readonly options: Omit<RunScenarioOptions, 'target' | 'botId' | 'outDir' | 'k6Path'>;
  readonly plan: LoadPlan & Pick<PlanOptions, 'rates'>;
  /** Whether the target has to be asked which events carry text of the reply. */
  readonly learnsRule: boolean;
  /** Of which operations it has to be asked whether replies hold the marks of their requests. */
  readonly marked: readonly MarkedOperation[];
  /** Credits of `maxCredits` that are kept for both. */
  readonly learningCredits: number;
  /** Of those that the schedule leaves: for telling how often a bot that says its marks leaves them out. */
  readonly aloneCredits: number;
  /** Of those that this leaves: for asking again after the run, where only that tells whether replies are wrong. */
  readonly afterCredits: number;
  /** The lines of `--trace`. */
  readonly trace: readonly TraceLine[] | undefined;
  /** What is said of each bound of the settings file that this scenario cannot measure. */
  readonly leftOut: readonly string[];
};

/** Throws a UsageError for every mistake that can be told before anything is sent. */
export function loadWork(name: string | undefined, settings: Settings, more: MoreOptions = {}): LoadWork {
  const scenario = scenarioCalled(name);
  const trace = readTrace(settings.load.traceFile);
  const { known, concurrency } = more;
  // In a file it is for the scenarios that can be audited.
  const audit = more.audit === true || (settings.load.audit && canBeAudited(scenario));
  guardLoop(scenario, settings, concurrency);
  const asWritten = optionsOf(scenario, settings);
  const operations = operationsOf(scenario, asWritten, trace);
  const { slo, leftOut } =
    more.isSloOfFile === true
      ? measuredBounds(scenario, asWritten.slo, operations)
      : { slo: asWritten.slo, leftOut: [] };
  const given = {
    ...asWritten,
    slo,
    concurrency: usersFor(scenario, settings, concurrency),
    audit,
    output: outputOf(more.output),
    until: untilAsked(scenario, settings, more.until),
  };
  checkTexts(scenario, given);
  guardBounds(scenario, given, operations);
  const isStreamed = operations.has('stream');
  const asked = given.content === undefined && isStreamed ? { ...given, ...known } : given;
  const learnsRule = asked.content === undefined && isStreamed;
  // What all say alike, or a trace says itself, has no marks.
  const marked = asked.sameInput === true ? [] : markable.filter((each) => operations.get(each) === 'ours');
  const learningCredits = (learnsRule ? ruleCredits : 0) + marked.length * marksCredits;
  const options = {
    ...asked,
    ...(asked.maxCredits !== undefined && {
      maxCredits: Math.max(0, asked.maxCredits - learningCredits),
      learningCredits,
    }),
  };
  if (trace === undefined && scenario.shape !== 'sweep') guardSize(scenario.shape, scenario, options);
  const plan = planRun(scenario, options, trace);
  guardCredits(settings, plan, learningCredits);
  guardWarmup(scenario, plan.rates);
  guardPeak(scenario, plan.rates);
  guardLevels(scenario, plan.rates);
  guardAudit(scenario, settings, audit ? plan.rates : undefined);
  guardCut(options, plan, learningCredits);
  const spare =
    options.maxCredits === undefined ? Infinity : Math.max(0, Math.floor(options.maxCredits - plan.credits));
  const aloneCredits = Math.min(marked.length * aloneEach, spare);
  // In a conversation a reply is to all that was said before.
  const asksAfter = plan.turns === 1 ? marked.length * afterEach : 0;
  const afterCredits = Math.min(asksAfter, spare - aloneCredits);
  return { scenario, options, plan, learnsRule, marked, learningCredits, aloneCredits, afterCredits, trace, leftOut };
}

/** What only the command line says. */
type MoreOptions = {
  /** The rule by which events carry text of the reply, where an earlier command saw it: unless one is given. */
  readonly known?: KnownContent | undefined;
  /** `--concurrency`; of `check`, and in a file, it is something else. */
  readonly concurrency?: unknown;
  readonly audit?: boolean;
  /** Whether the bounds are those of the settings file, or of nobody. */
  readonly isSloOfFile?: boolean;
  /** `--output`: where k6 sends metrics too. */
  readonly output?: unknown;
  /** `--until`: the precision that the run goes on for. */
  readonly until?: unknown;
};

function outputOf(given: unknown): Output | undefined {
  const found = outputs.find((name) => name === given);
  if (found !== undefined || given === undefined) return found;
  throw new UsageError(`--output is ${JSON.stringify(given)}, expected ${outputs.join(' or ')}`);
}

const markable = ['stream', 'chat'] as const;

/** The operations of its requests, and whether any of them says what is made for it. */
function operationsOf(
  scenario: LoadScenario,
  { mix }: LoadWork['options'],
  trace: readonly TraceLine[] | undefined,
): ReadonlyMap<Operation, 'ours' | 'given'> {
  const weights = (mix === undefined ? undefined : mixFrom(mix)) ?? scenario.mix;
  const mixed = (Object.keys(weights) as Operation[]).filter((name) => (weights[name] ?? 0) > 0);
  // A session opens with a whole chat.
  const found = new Map<Operation, 'ours' | 'given'>(scenario.defaults?.turns === undefined ? [] : [['chat', 'ours']]);
  for (const { operation, body } of trace ?? [{ operation: undefined, body: undefined }]) {
    for (const name of operation === undefined ? mixed : [operation]) {
      if (found.get(name) !== 'ours') found.set(name, body === undefined ? 'ours' : 'given');
    }
  }
  return found;
}

/** `--max-credits N`, and what of it is kept. */
export function maxCreditsText(maxCredits: number | undefined, learningCredits: number): string {
  const kept = learningCredits === 0 ? '' : `, less ${learningCredits} to learn how the bot replies,`;
  return `--max-credits ${(maxCredits ?? 0) + learningCredits}${kept}`;
}

export function scenarioCalled(name: string | undefined): LoadScenario {
  const names = loadScenarios.map((scenario) => scenario.name);
  if (name === undefined) throw new UsageError(`load needs a scenario: ${names.join(', ')}`);
  const scenario = loadScenarios.find((each) => each.name === name);
  if (scenario === undefined) throw unknownName('scenario', name, names);
  return scenario;
}

function optionsOf(
  scenario: LoadScenario,
  { load: asked, seed, maxCredits, headers, caFile, http2 }: Settings,
): LoadWork['options'] {
  const { durationMs, warmupMs, traceFile, canary: _, audit: __, sweepConcurrency: ___, ...same } = asked;
  return {
    ...same,
    scenario: scenario.name,
    durationS: durationMs === undefined ? undefined : durationMs / 1_000,
    warmupS: warmupMs === undefined ? undefined : warmupMs / 1_000,
    trace: traceFile,
    seed: seed ?? randomInt(2 ** 31),
    maxCredits,
    ...(same.content !== undefined && { contentFrom: 'given by --content' }),
    headers: Object.fromEntries(headers),
    userAgent,
    caFile,
    http2,
    // Requests share a connection there, and its kernel timestamps; the canary's own would vouch for what nobody uses.
    timestamps: http2 ? 'user' : same.timestamps,
    env: process.env,
  };
}

function checkTexts({ name, shape }: LoadScenario, { slo, mix, content }: LoadWork['options']): void {
  if (slo === undefined && shape === 'stepLoad') {
    throw new UsageError(`load ${name} needs --slo, the bounds to keep, such as --slo 'ttft.p95<800ms, failures<1%'`);
  }
  const parsed = slo === undefined ? undefined : parseSlo(slo);
  if (parsed?.is === 'wrong') throw new UsageError(`--slo: ${parsed.because}`);
  const rule = content === undefined ? undefined : ruleFrom(content);
  if (rule?.is === 'wrong') throw new UsageError(`--content: ${rule.because}`);
  if (mix !== undefined && mixFrom(mix) === undefined) {
    throw new UsageError(`--mix is ${JSON.stringify(mix)}, expected weights such as stream=6,chat=2,voices=1,speech=1`);
  }
}

function readTrace(path: string | undefined): readonly TraceLine[] | undefined {
  if (path === undefined) return undefined;
  const trace = traceFrom(readText({ path, as: '--trace' }, fileBounds.traceBytes));
  if (trace.is === 'bad') throw new UsageError(`--trace ${path}, line ${trace.lineNumber}: ${trace.because}`);
  return trace.lines;
}

/** What fits in the memory of k6, which holds the schedule, and takes minutes to analyse. */
const mostRequests = 5_000_000;

function guardSize(shape: OpenShape, scenario: LoadScenario, options: LoadWork['options']): void {
  const { durationS } = options;
  const rates = resolved(scenario, { ...options, durationMs: durationS === undefined ? undefined : durationS * 1_000 });
  const users = profileOf(shape, rates).reduce((sum, step) => sum + (step.ratePerS * step.durationMs) / 1_000, 0);
  const requests = Math.round(users * (rates.turns ?? 1));
  if (requests <= mostRequests) return;
  throw new UsageError(
    `the schedule would have up to ${requests} requests, expected at most ${mostRequests}; lower --rate, --peak or --duration`,
  );
}

/** A session's later requests come after its warm-up; of other scenarios nothing would be left to measure. */
function guardWarmup({ name, shape }: LoadScenario, { warmupMs, durationMs, steps = 1, turns }: Resolved): void {
  if (turns !== undefined || shape === 'sweep' || warmupMs < durationMs / steps) return;
  const of = steps > 1 ? `each of the ${steps} steps of ${name}` : `the whole run of ${name}`;
  throw new UsageError(
    `--warmup is ${warmupMs / 1_000}s and leaves nothing of ${of} to measure, ${durationMs / steps / 1_000}s; lower it, or raise --duration`,
  );
}

/** A schedule that ends with the credits may end before anything is measured. */
function guardCut(
  { maxCredits }: LoadWork['options'],
  { requests, requestsAsked, starts, rates }: LoadPlan & Pick<PlanOptions, 'rates'>,
  learningCredits: number,
): void {
  const lastMs = starts.at(-1)?.atMs ?? 0;
  if (requests === requestsAsked || rates.turns !== undefined || lastMs >= rates.warmupMs) return;
  throw new UsageError(
    `${maxCreditsText(maxCredits, learningCredits)} covers ${requests} of ${requestsAsked} requests, all of them within the warm-up of ${rates.warmupMs / 1_000}s, so that nothing would be measured; raise it, or lower --warmup`,
  );
}

/** Load can use up an account within minutes, so that a target of somebody else's needs a bound. */
function guardCredits(settings: Settings, plan: LoadPlan, learningCredits: number): void {
  const { maxCredits } = settings;
  if (maxCredits === undefined && !isOnThisMachine(settings)) {
    throw new UsageError(
      'load on a target that is not on this machine needs --max-credits N; --dry-run shows what the schedule costs',
    );
  }
  if (plan.requests > 0) return;
  if (plan.requestsAsked > 0) {
    const kept = Math.min(learningCredits, maxCredits ?? 0);
    throw new UsageError(`${maxCreditsText((maxCredits ?? 0) - kept, kept)} covers no request; raise it`);
  }
  throw new UsageError('the schedule has no request; raise --rate or --duration');
}
