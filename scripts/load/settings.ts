import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import type { LoadPlan, PlanOptions } from '../../load/plan/plan.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import type { TraceLine } from '../../load/plan/trace.ts';
import { planRun } from '../../load/runner/plan-run.ts';
import type { MarkedOperation } from './asking/asker.ts';
import type { KnownContent } from './asking/known.ts';
import { canBeAudited } from './audit.ts';
import { creditsToLearn, spareCredits, withoutLearning } from './credits.ts';
import { guardBounds, measuredBounds } from './guard-bounds.ts';
import { guardPlan, guardSize, guardTexts } from './guards.ts';
import { guardLoop, usersFor } from './levels.ts';
import { operationsOf, optionsOf, outputOf, readTrace, scenarioCalled, type LoadOptions } from './read-options.ts';
import { guardUnread, withoutUnread } from './unread-flags.ts';
import { untilAsked } from './until/guard.ts';

/** What the command line asks of a run, but for the target. */
export type LoadWork = {
  readonly scenario: LoadScenario;
  readonly options: LoadOptions;
  readonly plan: LoadPlan & Pick<PlanOptions, 'rates'>;
  /** Whether any of its requests is for a stream. */
  readonly isStreamed: boolean;
  /** Whether the target has to be asked which events carry text of the reply. */
  readonly learnsRule: boolean;
  /** Of which operations it has to be asked whether replies hold the marks of their requests. */
  readonly marked: readonly MarkedOperation[];
  /** Credits of `maxCredits` that are kept for both. */
  readonly learningCredits: number;
  /** Of those that the schedule leaves: for telling how often a bot that says its marks leaves them out. */
  readonly beforeRunCredits: number;
  /** Of those that this leaves: for asking again after the run, where only that tells whether replies are wrong. */
  readonly afterRunCredits: number;
  /** The lines of `--trace`. */
  readonly trace: readonly TraceLine[] | undefined;
  /** What is said of each bound of the settings file that this scenario cannot measure. */
  readonly leftOut: readonly string[];
};

const markable = ['stream', 'chat'] as const;

/** Throws a UsageError for every mistake that can be told before anything is sent. */
export function loadWork(name: string | undefined, settings: Settings, more: MoreOptions = {}): LoadWork {
  const scenario = scenarioCalled(name);
  const trace = readTrace(settings.load.traceFile);
  const { known, concurrency } = more;
  // In a file it is for the scenarios that can be audited.
  const audit = more.audit === true || (settings.load.audit && canBeAudited(scenario));
  guardLoop(scenario, settings);
  const ofAllFlags = optionsOf(scenario, settings);
  const operations = operationsOf(scenario, ofAllFlags, trace);
  const sent = { scenario, operations, trace };
  guardUnread(sent, more.flags ?? {});
  const asWritten = withoutUnread(ofAllFlags, sent);
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
  guardTexts(scenario, given);
  guardBounds(scenario, given, operations);
  const isStreamed = operations.has('stream');
  const asked = given.content === undefined && isStreamed ? { ...given, ...known } : given;
  const learnsRule = asked.content === undefined && isStreamed;
  // What all say alike, or a trace says itself, has no marks.
  const marked = asked.sameInput === true ? [] : markable.filter((each) => operations.get(each) === 'ours');
  const learningCredits = creditsToLearn(learnsRule, marked.length);
  const options = withoutLearning(asked, learningCredits);
  guardSize(scenario, options, trace);
  const plan = planRun(scenario, options, trace);
  guardPlan({ scenario, settings, options, plan, learningCredits });
  const spare = spareCredits(options, plan, marked.length);
  return { scenario, options, plan, isStreamed, learnsRule, marked, learningCredits, ...spare, trace, leftOut };
}

/** What only the command line says. */
type MoreOptions = {
  /** All that it gave: of these none may be for another load. */
  readonly flags?: RawSettings;
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
