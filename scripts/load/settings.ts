import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import type { LoadPlan, PlanOptions } from '../../load/plan/plan.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import type { TraceLine } from '../../load/plan/trace.ts';
import { planRun } from '../../load/runner/plan-run.ts';
import type { MarkedOperation } from './asking/asker.ts';
import type { KnownContentRule } from './asking/known-content-rule.ts';
import { canBeAudited } from './audit.ts';
import { creditsToLearn, spareCredits, withoutLearningCredits } from './credits.ts';
import { guardBounds, measurableBounds } from './guard-bounds.ts';
import { guardPlan, guardSize, guardTexts } from './guards.ts';
import { guardLoop, usersFor } from './levels.ts';
import { operationsOf, optionsOf, outputOf, readTrace, scenarioCalled, type LoadOptions } from './read-options.ts';
import { refuseUnusedFlags, withoutUnusedOptions } from './unused-flags.ts';
import { requestedUntil } from './until/guard.ts';

/** The work that the command line asks of a run, without its target. */
export type LoadWork = {
  readonly scenario: LoadScenario;
  readonly options: LoadOptions;
  readonly plan: LoadPlan & Pick<PlanOptions, 'rates'>;
  /** Whether any request is for a stream. */
  readonly isStreamed: boolean;
  /** Whether the run has to learn from the target which events carry text of the reply. */
  readonly learnsRule: boolean;
  /** The operations for which the run has to learn whether replies contain the marks of their requests. */
  readonly marked: readonly MarkedOperation[];
  /** Credits of `maxCredits` that are reserved for both. */
  readonly learningCredits: number;
  /** Credits that the schedule leaves, for finding out how often a bot that says its marks leaves them out. */
  readonly beforeRunCredits: number;
  /** Credits that are left after that, for replies after the run, where only those show whether replies are wrong. */
  readonly afterRunCredits: number;
  /** The lines of `--trace`. */
  readonly trace: readonly TraceLine[] | undefined;
  /** A message for each bound of the settings file that this scenario cannot measure. */
  readonly leftOut: readonly string[];
};

const markable = ['stream', 'chat'] as const;

/** Throws a UsageError for every mistake that is visible before anything is sent. */
export function loadWork(name: string | undefined, settings: Settings, more: MoreOptions = {}): LoadWork {
  const scenario = scenarioCalled(name);
  const trace = readTrace(settings.load.traceFile);
  const { known, concurrency } = more;
  // In a settings file, `audit` applies only to the scenarios that can be audited.
  const audit = more.audit === true || (settings.load.audit && canBeAudited(scenario));
  guardLoop(scenario, settings);
  const ofAllFlags = optionsOf(scenario, settings);
  const operations = operationsOf(scenario, ofAllFlags, trace);
  const sent = { scenario, operations, trace };
  refuseUnusedFlags(sent, more.flags ?? {});
  const asWritten = withoutUnusedOptions(ofAllFlags, sent);
  const { slo, leftOut } =
    more.isSloOfFile === true
      ? measurableBounds(scenario, asWritten.slo, operations)
      : { slo: asWritten.slo, leftOut: [] };
  const given = {
    ...asWritten,
    slo,
    concurrency: usersFor(scenario, settings, concurrency),
    audit,
    output: outputOf(more.output),
    until: requestedUntil(scenario, settings, more.until),
  };
  guardTexts(scenario, given);
  guardBounds(scenario, given, operations);
  const isStreamed = operations.has('stream');
  const asked = given.content === undefined && isStreamed ? { ...given, ...known } : given;
  const learnsRule = asked.content === undefined && isStreamed;
  // Requests that all have the same message, or the message of a trace, contain no marks.
  const marked = asked.sameInput === true ? [] : markable.filter((each) => operations.get(each) === 'ours');
  const learningCredits = creditsToLearn(learnsRule, marked.length);
  const options = withoutLearningCredits(asked, learningCredits);
  guardSize(scenario, options, trace);
  const plan = planRun(scenario, options, trace);
  guardPlan({ scenario, settings, options, plan, learningCredits });
  const spare = spareCredits(options, plan, marked.length);
  return { scenario, options, plan, isStreamed, learnsRule, marked, learningCredits, ...spare, trace, leftOut };
}

/** Options that only the command line has. */
type MoreOptions = {
  /** All flags of the command line: each of them has to apply to this scenario. */
  readonly flags?: RawSettings;
  /** The content rule that an earlier command found; an explicit rule takes priority. */
  readonly known?: KnownContentRule | undefined;
  /** `--concurrency`; for `check`, and in a settings file, it means something else. */
  readonly concurrency?: unknown;
  readonly audit?: boolean;
  /** Whether the bounds come from the settings file or from the defaults. */
  readonly isSloOfFile?: boolean;
  /** `--output`: a further destination for the metrics of k6. */
  readonly output?: unknown;
  /** `--until`: the precision up to which the run goes on. */
  readonly until?: unknown;
};
