import { breakDown } from './breakdown.ts';
import { driftOf } from './drift.ts';
import { foldAudit } from './audit-fold.ts';
import { stepBlocks } from '../plan/time-blocks.ts';
import { foldLevels } from './level-fold.ts';
import type { Counted } from './counting.ts';
import type { FigureCounts, Figures, LoadCounts, MeasuredLoad } from './figures.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { phaseOf, stepAt, steadyMs, steadyMsOf, steadyWindows } from '../plan/phases.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { foldMarks } from './marks-fold.ts';
import { foldGapsOverTime } from './gaps-over-time.ts';
import { foldRequests } from './requests-fold.ts';
import { firstWrong } from './rightness.ts';
import { seriesOf, windowMsFor } from './series.ts';
import { stepsOf, type LoadStep } from '../plan/steps.ts';
import { lagOfAll, partsSoFar, type CountsSoFar, type TimesSoFar } from './so-far.ts';
import type { Span } from './tally.ts';
import { tallyCells } from './tally-cells.ts';

/** A fold over the records of a run: it keeps numbers, never records, so that a run of any length fits. */
export type Summary = {
  /** @param generator which of several load generators sent it */
  readonly add: (record: RequestRecord, generator?: number) => void;
  /** Cheap at any time. */
  readonly counts: () => LoadCounts;
  /** Of what was added so far, each figure as `load` tells it: cheap enough for once a second. */
  readonly countsSoFar: () => CountsSoFar;
  readonly timesSoFar: () => TimesSoFar;
  /** The figures of what was added so far: sorts all samples. */
  readonly load: () => MeasuredLoad;
  /** The same of some of several load generators. */
  readonly ofGenerators: (places: readonly number[]) => GeneratorFigures;
};

export type GeneratorFigures = Figures & Pick<Counted, 'clientErrors' | 'fellBack'>;

/** @param header of several segments, their `mergedHeader` */
export function summaryOf(header: RequestsHeader): Summary {
  const { settings, scenario } = header;
  const slo = sloFrom(settings.slo);
  const phase = phaseOf(scenario, settings);
  const windows = steadyWindows(scenario, settings);
  const steps = stepsOf(scenario, settings);
  const cells = tallyCells(slo, stepBlocks(scenario, settings), settings.content);
  const audit = settings.audit === true ? foldAudit(header) : undefined;
  const levels = settings.arrivals === 'closed' ? foldLevels(steps) : undefined;
  const wrong = firstWrong();
  const shown = foldRequests();
  const gaps = foldGapsOverTime(windowMsFor(settings.durationMs));
  // Of a bot that repeats, every reply without its marks is wrong.
  const marks = settings.repeats?.includes('-said') === true ? foldMarks(settings) : undefined;
  const split = breakDown(settings.content);
  // Steps are told by windows that are far shorter than they are.
  const series = seriesOf(windowMsFor(settings.durationMs, steps.length > 0 ? 0 : settings.ratePerS));
  const parts = partsSoFar(steps, cells.merged);
  // Behind the end that --until put to a run: requests that were under way then, of which the slow ones are cut off.
  const isLeftOver = ({ intended }: RequestRecord): boolean =>
    settings.askedMs !== undefined && intended >= settings.durationMs;
  const leftOver = { recorded: 0, aborted: 0 };
  /** The time that the schedule has given to measured requests until this one, and to sending them. */
  const spanUntil = (untilMs: number, lastSent: number, step?: LoadStep): Span => {
    const plannedMs = step ? steadyMsOf(step, untilMs) : steadyMs(scenario, settings, untilMs);
    if (step) return { plannedMs, sendingMs: plannedMs, isStep: true };
    return { plannedMs, sendingMs: plannedMs + Math.max(0, lastSent - untilMs) };
  };
  const withPlanned = (counts: FigureCounts): LoadCounts => ({
    // A closed loop has no schedule: whatever was sent was asked for.
    planned: levels ? counts.recorded : settings.planned,
    ...counts,
  });
  return {
    add: (record, generator = 0) => {
      // The canary's: they show the instrument, not the service.
      if (record.index < 0) return;
      const place = steps.length === 0 ? 0 : stepAt(steps, record.intended);
      const kind = audit?.kindOf(record);
      const inPhase = phase(record);
      const operation = record.operation ?? scenario;
      cells.at(place, operation, generator).add(record, inPhase, kind !== undefined);
      for (let at = 0; at < windows.length; at += 1) {
        const window = windows[at];
        if (window !== undefined && record.end >= window.fromMs && record.intended < window.toMs)
          cells.at(at, operation, generator).addOutput(record, window);
      }
      const isMeasured = inPhase === 'steady' && kind === undefined;
      wrong.add(record, isMeasured);
      // What they cost, and that an answer is wrong, counts all the same.
      if (isLeftOver(record)) {
        leftOver.recorded += 1;
        if (record.outcome === 'aborted') leftOver.aborted += 1;
        marks?.add(record);
        return;
      }
      audit?.add(record, kind);
      if (isMeasured) split.add(record);
      series.add(record);
      gaps.add(record);
      shown.add(record, isMeasured);
      levels?.add(record);
      marks?.add(record);
    },
    countsSoFar: () => {
      const { counts, failures, credits, creditsForAnswers, clientErrors } = cells.counted();
      return { counts, failures, credits, creditsForAnswers, clientErrors, outcomes: shown.outcomes() };
    },
    timesSoFar: () => {
      const { lastIntended, lastSent } = cells.counted();
      const untilMs = Math.min(lastIntended, settings.durationMs);
      const cellsNow = cells.list();
      return { lagMs: lagOfAll(cellsNow), parts: parts(cellsNow, (step) => spanUntil(untilMs, lastSent, step)) };
    },
    counts: () => withPlanned(cells.counted().counts),
    ofGenerators: (places) => {
      const tally = cells.generators(places);
      const { clientErrors, fellBack, lastSent } = tally.counted();
      const plannedMs = steadyMs(scenario, settings, settings.durationMs);
      const sendingMs = plannedMs + Math.max(0, lastSent - settings.durationMs);
      return { ...tally.figures({ plannedMs, sendingMs }), clientErrors, fellBack };
    },
    load: () => {
      const all = cells.all();
      const { connections, clientErrors, lastSent, lastIntended, fellBack, ...counted } = all.counted();
      const counts = withPlanned(counted.counts);
      const isWhole = levels?.isWhole() ?? counts.recorded - leftOver.recorded === settings.planned;
      const complete = isWhole && counts.aborted === leftOver.aborted;
      const ofLevels = levels?.ofEach();
      const until = complete ? settings.durationMs : Math.min(lastIntended, settings.durationMs);
      const span = spanUntil(until, lastSent);
      const operations = cells.operations();
      const wrongAnswers = wrong.result();
      const ofMarks = marks?.result();
      const breakdown = split.breakdown();
      const requests = shown.result();
      const gapsOverTime = gaps.result();
      // Of steps each has a load of its own, a trace has any, and later turns have a longer history.
      const isSteady = steps.length === 0 && settings.arrivals !== 'trace' && (settings.turns ?? 1) === 1;
      const drift =
        requests && isSteady ? driftOf(requests.points, requests.by, [settings.warmupMs, until]) : undefined;
      return {
        ...identityOf(header),
        timestamps: fellBack > 0 ? 'user' : header.stamps,
        complete,
        ...all.figures(span, { curve: true }),
        counts,
        clientErrors,
        connections,
        ...(operations.length > 1 && {
          operations: Object.fromEntries(operations.map(([name, tally]) => [name, tally.figures(span)])),
        }),
        ...(steps.length > 0 && {
          steps: steps.map((step, place) => ({
            step,
            ...cells.step(place).figures(spanUntil(until, lastSent, step)),
            ...ofLevels?.[place],
          })),
        }),
        ...(wrongAnswers.length > 0 && { wrongAnswers }),
        ...(ofMarks && { marks: ofMarks }),
        ...(audit && { audit: audit.result() }),
        series: series.series(),
        ...(gapsOverTime && { gapsOverTime }),
        ...(requests && { requests }),
        ...(drift && { drift }),
        ...(breakdown && { breakdown }),
      };
    },
  };
}

type Identity = Pick<MeasuredLoad, 'schema' | 'scenario' | 'target' | 'seed' | 'run' | 'startedAt' | 'settings'>;

function identityOf({ scenario, seed, run, settings, t0UnixNs }: RequestsHeader): Identity {
  const startedAt = new Date(t0UnixNs / 1e6).toISOString();
  return { schema: 'assay.load/1', scenario, target: settings.target, seed, run, startedAt, settings };
}
