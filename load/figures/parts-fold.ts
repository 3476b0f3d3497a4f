import type { AuditKind } from '../plan/audit.ts';
import { commonestShare, mixFrom } from '../plan/operations.ts';
import { loadScenario } from '../plan/scenarios.ts';
import { stepsOf } from '../plan/steps.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { foldAudit } from './audit-fold.ts';
import { breakDown } from './breakdown.ts';
import { foldBacklog } from './backlog.ts';
import { driftOf, settlingOf } from './drift.ts';
import type { MeasuredLoad } from './figures.ts';
import { foldGapsOverTime } from './gaps-over-time.ts';
import { foldHeldBack } from './held-back.ts';
import { foldMarks } from './marks-fold.ts';
import { foldRequests } from './requests-fold.ts';
import { firstWrong } from './rightness.ts';
import { foldUncovered } from './uncovered.ts';
import { seriesOf, windowMsFor } from './series.ts';

type Parts = Pick<
  MeasuredLoad,
  | 'wrongAnswers'
  | 'marks'
  | 'audit'
  | 'series'
  | 'gapsOverTime'
  | 'requests'
  | 'drift'
  | 'settling'
  | 'breakdown'
  | 'heldBack'
  | 'backlog'
  | 'uncovered'
  | 'uncoveredRequests'
>;

/** What is reported of all requests of a run beside its figures, as a fold over the records in any order. */
type PartsFold = {
  /** The kind of an audit request. Undefined for the other requests, with which it is compared. */
  readonly kindOf: (record: RequestRecord) => AuditKind | undefined;
  readonly add: (record: RequestRecord, isMeasured: boolean, kind: AuditKind | undefined) => void;
  /**
   * Adds a request that was in flight after the end of the run: a wrong response counts all the same, its times do not.
   */
  readonly addLeftOver: (record: RequestRecord, isMeasured: boolean) => void;
  readonly outcomes: ReturnType<typeof foldRequests>['outcomes'];
  /** Sorts all samples. */
  readonly result: (untilMs: number) => Parts;
};

/**
 * Rate of the most frequent operation. Each operation has times of its own: windows for the rate of all together would
 * leave gaps in its p95.
 */
function perSOf({ scenario, settings: { ratePerS, mix = '' } }: RequestsHeader): number {
  const weights = mixFrom(mix) ?? loadScenario(scenario)?.mix;
  return ratePerS * (weights === undefined ? 1 : commonestShare(weights));
}

export function foldParts(header: RequestsHeader): PartsFold {
  const { scenario, settings } = header;
  const hasSteps = stepsOf(scenario, settings).length > 0;
  const wrong = firstWrong();
  // Where the bot repeats marks, every reply without its marks is already wrong.
  const marks = settings.repeats?.includes('-said') === true ? foldMarks(settings) : undefined;
  const audit = settings.audit === true ? foldAudit(header) : undefined;
  // Steps use windows that are far shorter than a step.
  const series = seriesOf(windowMsFor(settings.durationMs, hasSteps ? 0 : perSOf(header)), scenario);
  const gaps = foldGapsOverTime(windowMsFor(settings.durationMs));
  const shown = foldRequests();
  const uncovered = foldUncovered();
  const heldBack = foldHeldBack();
  const backlog = foldBacklog([settings.warmupMs, settings.durationMs]);
  const split = breakDown(settings.content);
  // The load differs between steps, a trace has any load, and later turns have a longer history.
  const isSteady = !hasSteps && settings.arrivals !== 'trace' && (settings.turns ?? 1) === 1;
  const addLeftOver: PartsFold['addLeftOver'] = (record, isMeasured) => {
    wrong.add(record, isMeasured);
    marks?.add(record);
  };
  return {
    kindOf: (record) => audit?.kindOf(record),
    add: (record, isMeasured, kind) => {
      audit?.add(record, kind);
      addLeftOver(record, isMeasured);
      if (isMeasured) {
        split.add(record);
        heldBack.add(record);
      }
      series.add(record);
      gaps.add(record);
      shown.add(record, isMeasured);
      uncovered.add(record);
      backlog.add(record);
    },
    addLeftOver,
    outcomes: shown.outcomes,
    result: (untilMs) => {
      const wrongAnswers = wrong.result();
      const ofCredits = uncovered.result();
      const ofMarks = marks?.result();
      const gapsOverTime = gaps.result();
      const requests = shown.result();
      const steady = isSteady ? requests : undefined;
      const span = [settings.warmupMs, untilMs] as const;
      const drift = steady && driftOf(steady.points, steady.by, span);
      const settling = steady && settlingOf(steady.points, steady.by, span);
      const breakdown = split.breakdown();
      const held = heldBack.result();
      const waiting = isSteady && untilMs >= settings.durationMs ? backlog.result() : undefined;
      return {
        ...(wrongAnswers.length > 0 && { wrongAnswers }),
        ...(ofMarks && { marks: ofMarks }),
        ...(audit && { audit: audit.result() }),
        series: series.series(),
        ...(gapsOverTime && { gapsOverTime }),
        ...(requests && { requests }),
        ...(drift && { drift }),
        ...(settling && { settling }),
        ...(held && { heldBack: held }),
        ...(waiting && { backlog: waiting }),
        ...(breakdown && { breakdown }),
        ...(ofCredits > 0 && { uncovered: true as const, uncoveredRequests: ofCredits }),
      };
    },
  };
}
