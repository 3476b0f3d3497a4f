import type { Settings } from '../../conformance/settings/settings.ts';
import { ruleFrom } from '../../load/content/rule.ts';
import { mixFrom } from '../../load/plan/operations.ts';
import type { LoadPlan, PlanOptions } from '../../load/plan/plan.ts';
import { profileOf } from '../../load/plan/profile.ts';
import { mostRequests } from '../../load/plan/scheduled-times.ts';
import { mostSteps } from '../../load/records/settings.ts';
import { resolveRates } from '../../load/plan/resolve.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { parseSlo } from '../../load/slo/parse-slo.ts';
import { UsageError } from '../errors/usage-error.ts';
import { isOnThisMachine } from '../input/target.ts';
import { guardAudit } from './audit.ts';
import { maxCreditsText } from './credits.ts';
import { guardPeak } from './guard-bounds.ts';
import { guardLevels } from './levels.ts';
import type { LoadOptions } from './read-options.ts';

/** What is known of a run before anything is sent. */
type Planned = {
  readonly scenario: LoadScenario;
  readonly settings: Settings;
  readonly options: LoadOptions;
  readonly plan: LoadPlan & Pick<PlanOptions, 'rates'>;
  readonly learningCredits: number;
};

/** Throws a UsageError for the first mistake that only the plan shows. */
export function guardPlan(planned: Planned): void {
  for (const guard of guards) guard(planned);
}

/** In the order in which mistakes are reported: first whether anything would be sent at all. */
const guards: readonly ((planned: Planned) => void)[] = [
  guardCredits,
  guardWarmup,
  ({ scenario, plan }) => guardPeak(scenario, plan.rates),
  ({ scenario, plan }) => guardLevels(scenario, plan.rates),
  ({ scenario, settings, options, plan }) =>
    guardAudit(scenario, settings, options.audit === true ? plan.rates : undefined),
  guardCut,
];

/** Throws a UsageError for a text that its flag does not accept. */
export function guardTexts({ name, shape }: LoadScenario, { slo, mix, content }: LoadOptions): void {
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

/**
 * Throws a UsageError for a run that is too large. Not for a trace, whose file gives its length, nor for a closed loop,
 * whose responses do.
 */
export function guardSize(scenario: LoadScenario, options: LoadOptions, trace: unknown): void {
  const { shape } = scenario;
  if (trace !== undefined || shape === 'sweep') return;
  const { durationS, steps } = options;
  if (steps !== undefined && steps > mostSteps)
    throw new UsageError(`--steps is ${steps}, expected at most ${mostSteps}`);
  const rates = resolveRates(scenario, {
    ...options,
    durationMs: durationS === undefined ? undefined : durationS * 1_000,
  });
  const users = profileOf(shape, rates).reduce((sum, step) => sum + (step.ratePerS * step.durationMs) / 1_000, 0);
  const requests = Math.round(users * (rates.turns ?? 1));
  if (requests <= mostRequests) return;
  throw new UsageError(
    `the schedule would have up to ${requests} requests, expected at most ${mostRequests}; lower --rate, --peak or --duration`,
  );
}

/**
 * Throws a UsageError where the warm-up leaves nothing to measure. In a session, later requests still come after the
 * warm-up.
 */
function guardWarmup({ scenario: { name, shape }, plan }: Planned): void {
  const { warmupMs, durationMs, steps = 1, turns } = plan.rates;
  if (turns !== undefined || shape === 'sweep' || warmupMs < durationMs / steps) return;
  const of = steps > 1 ? `each of the ${steps} steps of ${name}` : `the whole run of ${name}`;
  throw new UsageError(
    `--warmup is ${warmupMs / 1_000}s and leaves nothing of ${of} to measure, ${durationMs / steps / 1_000}s; lower it, or raise --duration`,
  );
}

/** Throws a UsageError where the credits end the schedule before anything is measured. */
function guardCut({ options: { maxCredits }, plan, learningCredits }: Planned): void {
  const { requests, requestsAsked, starts, rates } = plan;
  const lastMs = starts.at(-1)?.atMs ?? 0;
  if (requests === requestsAsked || rates.turns !== undefined || lastMs >= rates.warmupMs) return;
  throw new UsageError(
    `${maxCreditsText(maxCredits, learningCredits)} covers ${requests} of ${requestsAsked} requests, all of them within the warm-up of ${rates.warmupMs / 1_000}s, so that nothing would be measured; raise it, or lower --warmup`,
  );
}

/**
 * Throws a UsageError for a run without a bound on credits against another party's target: load can use up an account
 * within minutes.
 */
function guardCredits({ settings, plan, learningCredits }: Planned): void {
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
