import { stepBlocks } from '../plan/time-blocks.ts';
import { foldLevels } from './throughput.ts';
import type { Counted } from './counting.ts';
import type { FigureCounts, Figures, LoadCounts, MeasuredLoad } from './figures.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { phaseOf, steadyMs, steadyMsOf, stepAt, steadyWindows } from '../plan/phases.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { stepsOf, type LoadStep } from '../plan/steps.ts';
import { foldParts } from './parts-fold.ts';
import { combinedLag, partsSoFar, type CountsSoFar, type TimesSoFar } from './so-far.ts';
import { type MeasuredSpan, tallyCells } from './tally.ts';

/**
 * A fold over the records of a run. It keeps numbers, never records, so that memory suffices for a run of any length.
 */
export type Summary = {
  /** @param generator the index of the load generator that sent the request */
  readonly add: (record: RequestRecord, generator?: number) => void;
  /** Cheap enough to be called at any time. */
  readonly counts: () => LoadCounts;
  /** Figures of what was added so far, each equal to that of `load`: cheap enough for once a second. */
  readonly countsSoFar: () => CountsSoFar;
  readonly timesSoFar: () => TimesSoFar;
  /** The figures of what was added so far: sorts all samples. */
  readonly load: () => MeasuredLoad;
  /** The figures of the load generators at these places only. */
  readonly ofGenerators: (places: readonly number[]) => GeneratorFigures;
};

export type GeneratorFigures = Figures & Pick<Counted, 'clientErrors' | 'fellBack'>;

/** @param header the header of the run; with several segments, their `mergedHeader` */
export function summaryOf(header: RequestsHeader): Summary {
  const { settings, scenario } = header;
  const slo = sloFrom(settings.slo);
  const phase = phaseOf(scenario, settings);
  const windows = steadyWindows(scenario, settings);
  const steps = stepsOf(scenario, settings);
  const cells = tallyCells(slo, stepBlocks(scenario, settings), settings.content);
  const levels = settings.arrivals === 'closed' ? foldLevels(steps) : undefined;
  const parts = foldParts(header);
  const timesOfParts = partsSoFar(steps, cells.merged);
  // Requests in flight after the end that `--until` set for a run. The slow ones among them are cut off.
  const isLeftOver = ({ intended }: RequestRecord): boolean =>
    settings.askedMs !== undefined && intended >= settings.durationMs;
  const leftOver = { recorded: 0, aborted: 0 };
  const spanUntil = (untilMs: number, lastSent: number, step?: LoadStep): MeasuredSpan =>
    step ? spanOfStep(step, untilMs) : spanOfRun(header, untilMs, lastSent);
  const withPlanned = (counts: FigureCounts): LoadCounts => ({
    // A closed loop has no schedule: every request that was recorded counts as planned.
    planned: levels ? counts.recorded : settings.planned,
    ...counts,
  });
  return {
    add: (record, generator = 0) => {
      // Requests of the canary show the instrument, not the service.
      if (record.index < 0) return;
      const place = steps.length === 0 ? 0 : stepAt(steps, record.intended);
      const kind = parts.kindOf(record);
      const inPhase = phase(record);
      const operation = record.operation ?? scenario;
      cells.at(place, operation, generator).add(record, inPhase, kind !== undefined);
      for (let at = 0; at < windows.length; at += 1) {
        const window = windows[at];
        if (window !== undefined && record.end >= window.fromMs && record.intended < window.toMs)
          cells.at(at, operation, generator).addOutput(record, window);
      }
      const isMeasured = inPhase === 'steady' && kind === undefined;
      // The cost and a wrong response of a left-over request count all the same.
      if (isLeftOver(record)) {
        leftOver.recorded += 1;
        if (record.outcome === 'aborted') leftOver.aborted += 1;
        parts.addLeftOver(record, isMeasured);
        return;
      }
      levels?.add(record);
      parts.add(record, isMeasured, kind);
    },
    countsSoFar: () => {
      const { counts, failures, credits, creditsForAnswers, clientErrors } = cells.counted();
      return { counts, failures, credits, creditsForAnswers, clientErrors, outcomes: parts.outcomes() };
    },
    timesSoFar: () => {
      const { lastIntended, lastSent } = cells.counted();
      const untilMs = Math.min(lastIntended, settings.durationMs);
      const cellsNow = cells.list();
      return {
        lagMs: combinedLag(cellsNow),
        parts: timesOfParts(cellsNow, (step) => spanUntil(untilMs, lastSent, step)),
      };
    },
    counts: () => withPlanned(cells.counted().counts),
    ofGenerators: (places) => {
      const tally = cells.generators(places);
      const { clientErrors, fellBack, lastSent } = tally.counted();
      return { ...tally.figures(spanUntil(settings.durationMs, lastSent)), clientErrors, fellBack };
    },
    load: () => {
      const all = cells.all();
      const { connections, protocols, clientErrors, lastSent, lastIntended, fellBack, ...counted } = all.counted();
      const counts = withPlanned(counted.counts);
      const isWhole = levels?.isWhole() ?? counts.recorded - leftOver.recorded === settings.planned;
      const complete = isWhole && counts.aborted === leftOver.aborted;
      const ofLevels = levels?.ofEach();
      const until = complete ? settings.durationMs : Math.min(lastIntended, settings.durationMs);
      const span = spanUntil(until, lastSent);
      const operations = cells.operations();
      return {
        ...identityOf(header),
        timestamps: fellBack > 0 ? 'user' : header.stamps,
        complete,
        ...all.figures(span, { curve: true }),
        counts,
        clientErrors,
        connections: { ...connections, ...(protocols.length > 0 && { protocols }) },
        ...(operations.length > 1 && {
          operations: Object.fromEntries(
            operations.map(([name, tally]) => [name, tally.figures(span, { wholeCurve: true })]),
          ),
        }),
        ...(steps.length > 0 && {
          steps: steps.map((step, place) => ({
            step,
            ...cells.step(place).figures(spanUntil(until, lastSent, step)),
            ...ofLevels?.[place],
          })),
        }),
        ...parts.result(until),
      };
    },
  };
}

type Identity = Pick<MeasuredLoad, 'schema' | 'scenario' | 'target' | 'seed' | 'run' | 'startedAt' | 'settings'>;

function identityOf({ scenario, seed, run, settings, t0UnixNs }: RequestsHeader): Identity {
  const startedAt = new Date(t0UnixNs / 1e6).toISOString();
  return { schema: 'assay.load/1', scenario, target: settings.target, seed, run, startedAt, settings };
}

/** The time that the schedule has given to measured requests so far, and the time spent on sending them. */
function spanOfRun(
  { scenario, settings }: Pick<RequestsHeader, 'scenario' | 'settings'>,
  untilMs: number,
  lastSentMs: number,
): MeasuredSpan {
  const plannedMs = steadyMs(scenario, settings, untilMs);
  return { plannedMs, sendingMs: plannedMs + Math.max(0, lastSentMs - untilMs) };
}

/** The same for a step: its sending time equals its planned time, since later requests were sent in the next step. */
function spanOfStep(step: LoadStep, untilMs: number): MeasuredSpan {
  const plannedMs = steadyMsOf(step, untilMs);
  return { plannedMs, sendingMs: plannedMs, isStep: true };
}
