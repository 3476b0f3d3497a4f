import { chargedOf, type Charged } from '../evidence/charging.ts';
import { doubtfulFailures } from './in-doubt.ts';
import { judgeSlo } from './judge-slo.ts';
import type { Capacity, StepFigures } from '../figures/figures.ts';
import type { Load } from './load.ts';
import { marksVerdict, marksAfterRun, type MarksVerdict } from './marks.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { stepSlo, withWarmupErrors } from './right-steps.ts';
import { sampleCounts, violationBySamples, type SampleCounts } from '../evidence/judged-samples.ts';
import { judgesEachStep, loadScenario } from '../plan/scenarios.ts';
import type { BoundJudgement, Slo, SloBound, SloJudgement } from '../slo/slo.ts';
import { validityOfAll } from './generators.ts';
import { validityOf, type Evidence } from './validity.ts';
import type { InvalidReason } from './invalid.ts';
import { isCausedByService, sendingReasons } from './sending.ts';
import { cutOffPerS } from './too-late.ts';
import { worstOfSteps } from './worst-step.ts';
import { withoutUndefined } from '../records/narrow.ts';
import { untilVerdict } from './until-verdict.ts';
import { levelFlaw, sweepOf } from './sweep.ts';
import { suppressedFigures } from './suppress.ts';

/**
 * The load as load.json holds it: with its evidence, the verdict about the instrument, and the SLO (of `settings.slo`)
 * judged. Percentiles that censored events make unreliable are suppressed.
 */
export function judgedLoad(load: Load, evidence: Evidence = {}): Load {
  const slo = sloFrom(load.settings.slo);
  const { operations, steps: _, ...rest } = load;
  const together = validityOf(load, evidence, slo);
  const validity = evidence.generators ? validityOfAll(together, evidence.generators, load) : together;
  const reasons = validity.is === 'valid' ? [] : validity.reasons;
  const ofSteps = judgedSteps(load, slo, reasons);
  const suppressed = suppressedFigures(rest, load.settings);
  const { charging, samplesHeard, askedAfter } = evidence;
  const charged = charging && chargedOf(load, charging);
  const heard = samplesHeard && sampleCounts(samplesHeard);
  const marks = load.marks && marksAfterRun(load.marks, askedAfter);
  const ofMarks = marks && marksVerdict(marks);
  const until = untilVerdict(suppressed);
  return {
    ...suppressed,
    ...(operations && {
      operations: Object.fromEntries(
        Object.entries(operations).map(([name, each]) => [name, suppressedFigures(each, load.settings)]),
      ),
    }),
    ...(ofSteps && { steps: ofSteps }),
    ...toldAsIs(evidence),
    ...(charged && { charging: charged }),
    ...(heard && { samplesHeard: heard }),
    ...(marks && { marks }),
    ...(ofMarks && { marksVerdict: ofMarks }),
    ...(suppressed.audit && reasons.length > 0 && { audit: { ...suppressed.audit, is: 'undecided' as const } }),
    validity,
    ...(until && { until }),
    ...outcomeOf(load.scenario, ofSteps ?? [], slo),
    ...(slo &&
      !judgesEachStep(load.scenario) && {
        slo: inconclusiveBy(
          ofMarks,
          slo,
          violatedAnyway(slo, judgedRun(slo, suppressed, ofSteps, reasons, doubtfulFailures(load, evidence)), (bound) =>
            wrongBecause(bound, charged, heard, ofMarks),
          ),
        ),
      }),
  };
}

/** The evidence that load.json holds unchanged; other evidence only affects the verdict. */
function toldAsIs({ instrument, canary, calibration, environment, label, generators }: Evidence): Partial<Load> {
  return withoutUndefined({ instrument, canary, calibration, environment, label, generators });
}

/** Each part of a spike is judged, and the worst part counts. */
function judgedRun(
  slo: Slo,
  load: Load,
  steps: readonly StepFigures[] | undefined,
  reasons: readonly InvalidReason[],
  inDoubt: ReturnType<typeof doubtfulFailures>,
): SloJudgement {
  const whole = judgeSlo(slo, load, {
    invalidBecause: invalidBecause(reasons),
    waitedForAnswers: isCausedByService(reasons, load),
    arrivals: load.settings.arrivals,
    settleMs: load.settings.warmupMs,
    isOverloaded: load.backlog !== undefined,
    inDoubt: inDoubt === 'tooMany' ? 0 : inDoubt,
  });
  const isSpike = loadScenario(load.scenario)?.shape === 'spike';
  return isSpike && steps !== undefined && steps.length > 0 ? worstOfSteps(slo, whole, steps) : whole;
}

/**
 * Why wrong responses violate a bound: a wrong total is certain, however few responses there are and however bad the
 * instrument is.
 */
function wrongBecause(
  bound: SloBound,
  charged: Charged | undefined,
  heard: SampleCounts | undefined,
  ofMarks: MarksVerdict | undefined,
): string | undefined {
  if (bound.quantity === 'wrong' && charged !== undefined && charged.is !== 'right') return charged.says;
  if (bound.quantity === 'wrong' && ofMarks?.is === 'wrong') return ofMarks.says;
  return violationBySamples(bound, heard);
}

/** A bound on wrong replies that is met becomes inconclusive where the replies could not be judged. */
function inconclusiveBy(ofMarks: MarksVerdict | undefined, slo: Slo, judged: SloJudgement): SloJudgement {
  if (ofMarks?.is !== 'inconclusive') return judged;
  const bounds = judged.bounds.map((bound, place): BoundJudgement => {
    if (slo[place]?.quantity !== 'wrong' || bound.is !== 'met') return bound;
    return { ...bound, is: 'inconclusive', because: ofMarks.says };
  });
  const isInconclusive = judged.is === 'met' && bounds.some(({ is }) => is === 'inconclusive');
  return { ...judged, ...(isInconclusive && { is: 'inconclusive' as const }), bounds };
}

function violatedAnyway(
  slo: Slo,
  judged: SloJudgement,
  becauseOf: (bound: SloBound) => string | undefined,
): SloJudgement {
  const reasons = slo.map(becauseOf);
  if (reasons.every((reason) => reason === undefined)) return judged;
  const bounds = judged.bounds.map((bound, place): BoundJudgement => {
    const because = reasons[place];
    if (because === undefined) return bound;
    const { text, of, value, interval } = bound;
    const observed = { ...(value !== undefined && { value }), ...(interval && { interval }) };
    return { text, of, is: 'violated', ...observed, because };
  });
  return { ...judged, is: 'violated', bounds };
}

/**
 * A step load climbs until the SLO is violated, and so may a sweep: such a violation is not a verdict about the
 * service.
 */
function outcomeOf(
  scenario: string,
  steps: readonly StepFigures[],
  slo: Slo | undefined,
): Pick<Load, 'capacity' | 'sweep'> {
  const shape = loadScenario(scenario)?.shape;
  if (shape === 'sweep') return { sweep: sweepOf(steps) };
  return shape === 'stepLoad' && slo ? { capacity: capacityOf(steps, stepSlo(slo)) } : {};
}

/**
 * The steps of the schedule, each with its SLO judged. The steps of a step load are judged only where their requests
 * were sent as intended; the parts of a spike are judged up to the first part that was not.
 *
 * @param reasons why nothing of the run is judged, except what the service violates for certain
 */
export function judgedSteps(
  load: Load,
  slo: Slo | undefined,
  reasons: readonly InvalidReason[] = [],
): readonly StepFigures[] | undefined {
  const ofRun = invalidBecause(reasons);
  const { scenario, settings, steps, wrongAnswers } = load;
  const shape = loadScenario(scenario)?.shape;
  const stepBounds = slo && (judgesEachStep(scenario) ? stepSlo(slo) : ofAnyRate(slo));
  const sentAsIntended = shape === 'spike' ? beforeUnsent(load, reasons) : 0;
  return steps?.map((each, place) => {
    const because = place < sentAsIntended ? undefined : ofRun;
    const { inconclusive: _, ...step } = suppressedFigures(each, settings);
    const unsent = sendingReasons(step, load, each.step)[0]?.because;
    const flaw = shape === 'sweep' ? levelFlaw(each, because) : undefined;
    const unfit = shape === 'stepLoad' ? unsent : flaw;
    return {
      ...step,
      ...(flaw !== undefined && { inconclusive: flaw }),
      ...(unsent !== undefined && { unsent }),
      ...(stepBounds &&
        stepBounds.length > 0 && {
          slo: withWarmupErrors(
            judgeSlo(stepBounds, step, {
              invalidBecause: because ?? unfit,
              waitedForAnswers: isCausedByService(reasons, load, each.step),
              isClosed: each.step.users !== undefined,
              arrivals: settings.arrivals,
              settleMs: each.step.settleMs,
            }),
            stepBounds,
            each.step,
            wrongAnswers,
          ),
        }),
    };
  });
}

/**
 * Number of parts of a spike before the first part that was not sent as intended, where nothing else speaks against the
 * run: later parts do not affect the earlier ones.
 */
function beforeUnsent(load: Load, reasons: readonly InvalidReason[]): number {
  const { steps = [] } = load;
  if (!reasons.every(({ code }) => code === 'dispatchLag' || code === 'notSent' || code === 'tooFewSamples')) return 0;
  return Math.max(
    0,
    steps.findIndex((each) => sendingReasons(each, load, each.step).length > 0),
  );
}

/** A part of a spike has its own rate: bounds on what the run sends or answers per second do not apply to it. */
function ofAnyRate(slo: Slo): Slo {
  return slo.filter(({ unit }) => unit !== '/s');
}

/**
 * Why the run is not judged. Too few samples do not speak against the instrument: the bound for which they are too few
 * says so itself.
 */
function invalidBecause(reasons: readonly InvalidReason[]): string | undefined {
  const codes = new Set(reasons.map(({ code }) => code).filter((code) => code !== 'tooFewSamples'));
  if (codes.size === 0) return undefined;
  const isOnlyCut = [...codes].every((code) => code === 'interrupted' || code === 'incomplete');
  return isOnlyCut ? 'the run ended early' : 'the measurement is invalid';
}

function capacityOf(steps: readonly StepFigures[], slo: Slo): Capacity {
  const first = steps.findIndex(({ slo }) => slo?.is !== 'met');
  const held = steps[first < 0 ? steps.length - 1 : first - 1];
  const next = steps[first];
  const unsent = next?.slo?.is === 'inconclusive' ? next.unsent : undefined;
  const cutOff = cutOffPerS(steps, slo);
  return {
    ...(held?.step.ratePerS !== undefined && { heldPerS: held.step.ratePerS }),
    ...(next?.step.ratePerS !== undefined && {
      [next.slo?.is === 'violated' ? 'violatedPerS' : 'inconclusivePerS']: next.step.ratePerS,
    }),
    ...(unsent !== undefined && { unsentBecause: unsent }),
    ...(cutOff !== undefined && { cutOffPerS: cutOff }),
  };
}

/**
 * The exit code of a run. 0: good. 1: a valid measurement violates an SLO, or replies are wrong under load. 2: no
 * verdict, because the measurement is invalid, the SLO or the replies could not be judged completely, or nothing was
 * answered. A capacity run has to hold at least its first step, and a sweep its first level; no other level of a sweep
 * may be inconclusive.
 */
export function loadExitCode(load: Load): 0 | 1 | 2 {
  const { marksVerdict: ofMarks } = load;
  if (ofMarks?.is === 'wrong') return 1;
  const code = timedExitCode(load);
  return ofMarks !== undefined && code === 0 ? 2 : code;
}

function timedExitCode({ validity, slo, counts, capacity, sweep, steps }: Load): 0 | 1 | 2 {
  // In an invalid measurement the SLO can be violated only by what is certain, such as wrong responses.
  if (validity?.is === 'invalid') return slo?.is === 'violated' ? 1 : 2;
  if (capacity && capacity.heldPerS === undefined) return capacity.violatedPerS === undefined ? 2 : 1;
  if (sweep && sweep.violated !== undefined && sweep.held === undefined) return 1;
  if (sweep && steps?.some(({ inconclusive }) => inconclusive !== undefined)) return 2;
  if (sweep && sweep.inconclusive !== undefined && sweep.held === undefined) return 2;
  if (slo?.is === 'violated') return 1;
  return slo?.is === 'inconclusive' || counts.ok === 0 ? 2 : 0;
}
