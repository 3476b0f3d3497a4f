import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import { bucketQuantile, busyShare, type Calibration, type Canary, type Instrument } from '../evidence/instrument.ts';
import type { SequentialReplies } from '../records/sequential-replies.ts';
import type { Charging } from '../evidence/charging.ts';
import type { Environment } from '../evidence/environment.ts';
import { validityBounds, type InvalidCode, type InvalidReason } from './invalid.ts';
import { doubtfulFailuresText, doubtfulFailures } from './in-doubt.ts';
import { missingFiles, type NeededFile } from './missing-files.ts';
import { quantileAt } from './quantile-at.ts';
import type { MeasuredLoad } from '../figures/figures.ts';
import { ownShareNotes } from './own-share.ts';
import { fewestForMoment, samplesNeeded } from '../statistics/ranks.ts';
import type { JudgedSamples } from '../evidence/judged-samples.ts';
import { judgesEachStep } from '../plan/scenarios.ts';
import type { LoadSettings } from '../records/settings.ts';
import { sendingReasons } from './sending.ts';
import { fewestForInterval } from '../statistics/needed.ts';
import { shareText, threeDigits } from '../statistics/share-text.ts';
import { boundText, type Slo } from '../slo/slo.ts';
import { distributionFor } from './judge-slo.ts';
import { unreadText } from './suppress.ts';
import { requestsFor } from './undecided.ts';

/** Whether the instrument is valid. `notes` qualify the figures and do not change the verdict. */
export type Validity = NonNullable<LoadForm['validity']>;

type Generators = NonNullable<LoadForm['generators']>;

/** What is known of the instrument beside the records. */
export type Evidence = {
  readonly instrument?: Instrument;
  readonly canary?: Canary;
  readonly calibration?: Calibration;
  readonly environment?: Environment;
  readonly charging?: Charging;
  readonly samplesHeard?: JudgedSamples;
  /** Replies that were requested sequentially after the run. */
  readonly askedAfter?: SequentialReplies;
  /** The run writes the replies after it to a file wherever they are needed. */
  readonly tellsAskedAfter?: boolean;
  /** The label of the run. */
  readonly label?: string;
  /** Number of records that were intended at other times than the schedule says. */
  readonly offSchedule?: number;
  /** Files that every such run writes and that are missing. */
  readonly missing?: readonly NeededFile[];
  /** The load generators of a run of several segments, judged one by one. */
  readonly generators?: Generators;
};

/** The verdict about a run's instrument: every reason against it, from the figures and the other evidence. */
export function validityOf(load: MeasuredLoad, evidence: Evidence, slo: Slo = []): Validity {
  const reasons = [
    ...incomplete(load),
    ...uncovered(load, evidence),
    ...otherSchedule(load, evidence),
    ...missingFiles(load, evidence),
    // How the last step of a step load, or level of a sweep, was sent says nothing about the steps before it.
    ...(judgesEachStep(load.scenario)
      ? []
      : [...sendingReasons(load, load, undefined, evidence.instrument?.cpu), ...tooFewSamples(load, slo)]),
    ...userTimestamps(load, evidence),
    ...clockSteps(evidence),
    ...clientErrors(load, evidence),
  ];
  const notes = notesOn(load, evidence);
  return reasons.length === 0 ? { is: 'valid', notes } : { is: 'invalid', reasons, notes };
}

/**
 * Whether the run was cut short. A step load ends by itself at the first step that violates its SLO, and each level of
 * a sweep says whether it is complete.
 */
function incomplete(load: MeasuredLoad): readonly InvalidReason[] {
  const { recorded, planned, aborted, measured } = load.counts;
  if (measured === 0)
    return [
      {
        code: 'nothingMeasured',
        because: 'no request was recorded after the warm-up; raise --duration or lower --warmup',
      },
    ];
  const cut = aborted === 0 ? '' : `, ${aborted} of them cut off`;
  const advice = load.uncovered === true ? `the credits are used up: ${moreCredits}` : 'run it again';
  const because = `the run ended early: ${recorded} of ${planned} planned requests were recorded${cut}; ${advice}`;
  return load.complete || judgesEachStep(load.scenario) ? [] : [{ code: 'incomplete', because }];
}

const moreCredits = 'give the workspace more credits, or lower --duration or --rate';

/**
 * Refusals for lack of credits at the end of a run are not failures of the service if they were the last of the
 * credits.
 */
function uncovered(load: MeasuredLoad, evidence: Evidence): readonly InvalidReason[] {
  return reason(
    doubtfulFailures(load, evidence) === 'tooMany',
    'incomplete',
    () =>
      `the last requests were refused with 402, and none that was sent after that was answered: the credits may be used up; ${moreCredits}`,
  );
}

/** Latency counts from the intended time, so a time that differs from that of the seed gives another latency. */
function otherSchedule({ seed, settings }: MeasuredLoad, { offSchedule = 0 }: Evidence): readonly InvalidReason[] {
  const { arrivals, ratePerS } = settings;
  return reason(
    offSchedule > 0,
    'otherSchedule',
    () =>
      `requests.ndjson has ${offSchedule} request${offSchedule === 1 ? '' : 's'} with another intended time than the schedule of the run (${arrivals}, ${ratePerS} per second, seed ${seed}): it was changed, or another version of assay made it`,
  );
}

/**
 * Kernel timestamps measure their own read delay. User timestamps do not, so the processor use and the canary must
 * confirm them.
 */
function userTimestamps({ timestamps }: MeasuredLoad, { instrument, canary }: Evidence): readonly InvalidReason[] {
  if (timestamps === 'kernel') return [];
  const share = instrument && busyShare(instrument.cpu);
  const { busyShare: mostBusy, canaryP99Ms } = validityBounds;
  const isBusy = share !== undefined && share > mostBusy;
  const isLate = canary !== undefined && canary.errorMs.p99 > canaryP99Ms;
  return [
    ...reason(
      share === undefined && canary === undefined,
      'unvouched',
      () =>
        'how late events were read is unknown: this process took the timestamps (user), and no reference stream was timed; add --canary',
    ),
    ...reason(
      isBusy,
      'cpu',
      () =>
        `how late events were read is unknown with user timestamps, and processors were busy for ${shareText(share ?? 0)} of the time; expected at most ${shareText(mostBusy)}`,
    ),
    ...reason(
      isLate,
      'canary',
      () =>
        `the events of the reference stream, whose true times are known, were stamped late: error p99 expected at most ${canaryP99Ms} ms, observed ${canary?.errorMs.p99} ms`,
    ),
  ];
}

function clockSteps({ instrument }: Evidence): readonly InvalidReason[] {
  const steps = instrument?.clockSteps ?? 0;
  return reason(
    steps > 0,
    'clockSteps',
    () => `the system clock was set ${steps} time${steps === 1 ? '' : 's'} during the run`,
  );
}

/**
 * A reason where the run is too short for a bound. Samples that are missing because requests failed are caused by the
 * service: such a bound is inconclusive by itself.
 */
function tooFewSamples(load: MeasuredLoad, slo: Slo): readonly InvalidReason[] {
  const requests = load.counts.ok + load.counts.failed;
  const lacking = slo.flatMap((bound) => {
    const { quantity, statistic } = bound;
    // A single value that is too large decides a maximum, and without a value the bound is inconclusive by itself.
    if (statistic === undefined || statistic === 'max') return [];
    const isQuantile = typeof statistic === 'object';
    const needed = isQuantile ? samplesNeeded(statistic.percent / 100) : fewestForMoment;
    const samples = quantity === 'gap' ? gapSamples(load, isQuantile ? statistic.percent : undefined) : requests;
    if (samples >= needed) return [];
    if (!isQuantile || quantity === 'gap')
      return [`${boundText(bound)} needs ${needed}, ${needed - samples} more than there are`];
    // The same number that is reported with the bound: with fewer requests the run is valid, but the bound stays
    // undecided.
    const least = Math.max(needed, fewestForInterval(statistic.percent / 100));
    const asked = distributionFor(quantity, load);
    const many = requestsFor(least, { samples: asked?.ofAll?.[0]?.failed.n ?? (asked?.n || requests), requests });
    return [
      `${boundText(bound)} needs about ${many.toLocaleString('en-US')} requests for an interval, and there are ${samples}`,
    ];
  });
  return reason(lacking.length > 0, 'tooFewSamples', () => `too few samples: ${lacking.join('; ')}`);
}

/** A stream may have many gaps or none, so requests do not tell the number of samples. */
function gapSamples({ gapMs, counts }: MeasuredLoad, percent: number | undefined): number {
  if (counts.ok === 0) return Infinity;
  if (percent === undefined) return gapMs.n;
  return quantileAt(gapMs, percent).missing === undefined ? Infinity : gapMs.n;
}

function clientErrors(
  { clientErrors: counted, failures }: MeasuredLoad,
  { instrument }: Evidence,
): readonly InvalidReason[] {
  const [ports, handles] = [instrument?.ephemeralPortFailures ?? 0, instrument?.fileHandleFailures ?? 0];
  const unread = failures['unread'] ?? 0;
  const advice = [
    ...(ports > 0 ? [`${ports} had no port left (widen net.ipv4.ip_local_port_range)`] : []),
    ...(handles > 0 ? [`${handles} had no file handle left (raise ulimit -n)`] : []),
    ...(unread > 0
      ? [
          `${unread} answer${unread === 1 ? '' : 's'} did not fit into memory beside the other answers in flight (lower --rate or --max-in-flight)`,
        ]
      : []),
  ];
  const count = Math.max(counted, ports + handles);
  return reason(
    count > 0,
    'clientErrors',
    () =>
      `this machine made ${count} request${count === 1 ? '' : 's'} fail${advice.length === 0 ? '' : `: ${advice.join(', ')}`}`,
  );
}

function reason(holds: boolean, code: InvalidCode, because: () => string): readonly InvalidReason[] {
  return holds ? [{ code, because: because() }] : [];
}

function notesOn(load: MeasuredLoad, evidence: Evidence): readonly string[] {
  const { instrument, canary, calibration } = evidence;
  const { timestamps, events } = load;
  const inDoubt = doubtfulFailures(load, evidence);
  const readDelayMs =
    timestamps === 'kernel' && instrument ? bucketQuantile(instrument.histograms.readDelayMs, 0.99) : undefined;
  return [
    ...(readDelayMs === undefined
      ? []
      : [
          `k6 read events up to ${threeDigits(readDelayMs)} ms (p99) after they arrived; kernel timestamps exclude this delay`,
        ]),
    ...(events.uncertain > 0
      ? [
          `${shareText(events.uncertainShare)} of the events may have arrived before their timestamps, so that TTFT and gaps are ranges`,
        ]
      : []),
    ...(inDoubt === 0 || inDoubt === 'tooMany'
      ? []
      : [`${doubtfulFailuresText(inDoubt)}: whether ${inDoubt === 1 ? 'it' : 'they'} failed is open; ${moreCredits}`]),
    ...asAsked(load.settings),
    ...[unreadText(load, load.settings)].filter((text) => text !== undefined),
    ...ownShareNotes(load),
    ...(canary
      ? [
          `reference stream of ${canary.events} events: error p99 ${canary.errorMs.p99 === undefined ? 'unknown' : `${threeDigits(canary.errorMs.p99)} ms`}`,
        ]
      : []),
    ...beyondCalibration(load, calibration),
    ...firstUnfitStep(load),
  ];
}

/** Notes on how the flags of a run affect its figures, for later readers. */
function asAsked(settings: LoadSettings): readonly string[] {
  const { requestsAsked, planned, askedMs, maxCredits = 0, learningCredits = 0, sameInput } = settings;
  const { repeats, repeatsFrom } = settings;
  return [
    // A run that ended because it was precise enough was not ended by the credits.
    ...(requestsAsked === undefined || askedMs !== undefined
      ? []
      : [
          `--max-credits ${maxCredits + learningCredits} covers ${planned} of ${requestsAsked} requests; the schedule ended there`,
        ]),
    ...(sameInput === true
      ? ['every request had the same input (--same-input), so that a cache may have answered']
      : []),
    ...(repeats === undefined && repeatsFrom !== undefined
      ? [`replies were not checked for the marks of their own requests: ${repeatsFrom}`]
      : []),
  ];
}

/** Notes where the highest requested rate, or the most requests in flight at once, exceed the calibration. */
function beyondCalibration(
  { settings, series }: MeasuredLoad,
  calibration: Calibration | undefined,
): readonly string[] {
  if (calibration === undefined) return [];
  const { maxRatePerS, maxStreams } = calibration;
  const ratePerS = Math.max(settings.ratePerS, settings.peakRatePerS ?? 0);
  const inFlight = series.windows.reduce((most, window) => Math.max(most, window.inFlightMost ?? window.inFlight), 0);
  return [
    ...(ratePerS > maxRatePerS
      ? [`${ratePerS} per second asked for; this machine is calibrated up to ${maxRatePerS}`]
      : []),
    ...(inFlight > maxStreams
      ? [`${inFlight} requests under way at once; this machine is calibrated up to ${maxStreams} streams`]
      : []),
  ];
}

function firstUnfitStep(load: MeasuredLoad): readonly string[] {
  if (!judgesEachStep(load.scenario)) return [];
  for (const { step, ...figures } of load.steps ?? []) {
    const [first] = sendingReasons(figures, load, step);
    if (first && step.users === undefined)
      return [`from ${step.ratePerS} per second on the load was not the one that was asked for: ${first.because}`];
  }
  return [];
}
