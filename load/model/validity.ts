import { bucketQuantile, busyShare, type Calibration, type Canary, type Instrument } from './instrument.ts';
import type { Environment } from './environment.ts';
import { quantileAt } from './judge-slo.ts';
import type { Load } from './load.ts';
import { samplesNeeded } from './ranks.ts';
import { loadScenario } from './scenarios.ts';
import { boundText, type Slo, type SloQuantity } from './slo.ts';
import { shareText } from './withhold.ts';

export type InvalidCode =
  | 'incomplete'
  | 'nothingMeasured'
  | 'dispatchLag'
  | 'earlyEvents'
  | 'cpu'
  | 'canary'
  | 'clockSteps'
  | 'tooFewSamples'
  | 'clientErrors';

export type InvalidReason = { readonly code: InvalidCode; readonly because: string };

/** Whether the instrument can be believed. `notes` qualify the figures and change no verdict. */
export type Validity =
  | { readonly is: 'valid'; readonly notes: readonly string[] }
  | { readonly is: 'invalid'; readonly reasons: readonly InvalidReason[]; readonly notes: readonly string[] };

/** What is known of the instrument besides the records. */
export type Evidence = {
  readonly instrument?: Instrument;
  readonly canary?: Canary;
  readonly calibration?: Calibration;
  readonly environment?: Environment;
};

/** Above these, the instrument is part of what it measures. */
export const validityBounds = {
  /** Latency counts from the intended time, so that lag is added to it. */
  lagP99Ms: 10,
  /** Of what all processors could have done, with user stamps: a reading program that waits for one stamps late. */
  busyShare: 0.85,
  canaryP99Ms: 10,
} as const;

/** The verdict about a run's instrument: every reason against it, from its figures and what is known of it besides. */
export function validityOf(load: Load, evidence: Evidence, slo: Slo = []): Validity {
  const reasons = [
    ...incomplete(load),
    ...dispatchLag(load),
    ...earlyEvents(load, slo),
    ...userStamps(load, evidence),
    ...clockSteps(evidence),
    ...tooFewSamples(load, slo),
    ...clientErrors(load, evidence),
  ];
  const notes = notesOn(load, evidence);
  return reasons.length === 0 ? { is: 'valid', notes } : { is: 'invalid', reasons, notes };
}

/** A staircase ends by itself at the first step that misses its SLO. */
function incomplete({ complete, counts, scenario }: Load): readonly InvalidReason[] {
  const { recorded, planned, aborted } = counts;
  const because = `${recorded} of ${planned} planned requests were recorded, ${aborted} of them cut off`;
  if (counts.measured - aborted <= 0 && counts.measured === 0) {
    return [{ code: 'nothingMeasured', because: 'no request was intended after the warm-up' }];
  }
  return complete || loadScenario(scenario)?.shape === 'staircase' ? [] : [{ code: 'incomplete', because }];
}

/** With fewer samples than a p99 needs, the highest percentile that they show. */
function dispatchLag({ lagMs }: Load): readonly InvalidReason[] {
  const { lagP99Ms } = validityBounds;
  const observed = lagMs.p99 ?? lagMs.p95 ?? lagMs.p50;
  const named = lagMs.p99 === undefined ? (lagMs.p95 === undefined ? 'p50' : 'p95') : 'p99';
  if (observed === undefined || observed <= lagP99Ms) return [];
  const because = `requests were sent late: dispatch lag ${named} expected at most ${lagP99Ms} ms, observed ${milliseconds(observed)} ms; lower --rate, raise --max-in-flight, or use a machine with less other work`;
  return [{ code: 'dispatchLag', because }];
}

/** Percentiles up to p99 stand in every report; further ones matter where the SLO names them. */
function earlyEvents({ events, gapMs, ttftMs }: Load, slo: Slo): readonly InvalidReason[] {
  if (gapMs.n + ttftMs.n === 0) return [];
  const named = slo.flatMap(({ quantity, statistic }) =>
    isOfEvents(quantity) && typeof statistic === 'object' ? [statistic.percent] : [],
  );
  const spoilt = [...new Set([50, 90, 95, 99, ...named])].filter(
    (percent) => events.earlyShare > 1 - percent / 100 + 1e-12,
  );
  if (spoilt.length === 0) return [];
  const percentiles = spoilt.toSorted((a, b) => a - b).map((percent) => `p${percent}`);
  const because = `the arrival of ${shareText(events.earlyShare)} of the events is known only to lie before their stamp, more than ${percentiles.join(', ')} can bear`;
  return [{ code: 'earlyEvents', because }];
}

function isOfEvents(quantity: SloQuantity): boolean {
  return quantity === 'ttft' || quantity === 'serviceTtft' || quantity === 'gap';
}

/** Kernel stamps measure their own delay; user stamps cannot, so that the processors and the canary must vouch for them. */
function userStamps({ stamps }: Load, { instrument, canary }: Evidence): readonly InvalidReason[] {
  if (stamps === 'kernel') return [];
  const share = instrument && busyShare(instrument.cpu);
  const { busyShare: mostBusy, canaryP99Ms } = validityBounds;
  const isBusy = share !== undefined && share > mostBusy;
  const isLate = canary !== undefined && canary.errorMs.p99 > canaryP99Ms;
  return [
    ...reason(
      isBusy,
      'cpu',
      () =>
        `own delay unknown with user stamps, and processors busy for ${shareText(share ?? 0)} of the time; expected at most ${shareText(mostBusy)}`,
    ),
    ...reason(
      isLate,
      'canary',
      () =>
        `the canary's events were stamped late: error p99 expected at most ${canaryP99Ms} ms, observed ${canary?.errorMs.p99} ms`,
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

/** Samples that lack because requests failed are the service's doing: such a bound is unjudged by itself. */
function tooFewSamples(load: Load, slo: Slo): readonly InvalidReason[] {
  const requests = load.counts.ok + load.counts.failed;
  const lacking = slo.flatMap((bound) => {
    const { quantity, statistic } = bound;
    if (typeof statistic !== 'object') return [];
    const needed = samplesNeeded(statistic.percent / 100);
    const samples = quantity === 'gap' ? gapSamples(load, statistic.percent) : requests;
    return samples >= needed ? [] : [`${boundText(bound)} needs ${needed}, ${needed - samples} more than there are`];
  });
  return reason(lacking.length > 0, 'tooFewSamples', () => `too few samples: ${lacking.join('; ')}`);
}

/** One stream has many gaps, or none. */
function gapSamples({ gapMs, counts }: Load, percent: number): number {
  return counts.ok === 0 ? Infinity : quantileAt(gapMs, percent).missing === undefined ? Infinity : gapMs.n;
}

function clientErrors({ clientErrors: counted }: Load, { instrument }: Evidence): readonly InvalidReason[] {
  const [ports, handles] = [instrument?.ephemeralPortFailures ?? 0, instrument?.fileHandleFailures ?? 0];
  const advice = [
    ...(ports > 0 ? [`${ports} had no port left (widen net.ipv4.ip_local_port_range)`] : []),
    ...(handles > 0 ? [`${handles} had no file handle left (raise ulimit -n)`] : []),
  ];
  const count = Math.max(counted, ports + handles);
  return reason(
    count > 0,
    'clientErrors',
    () => `this machine made ${count} requests fail${advice.length === 0 ? '' : `: ${advice.join(', ')}`}`,
  );
}

function reason(holds: boolean, code: InvalidCode, because: () => string): readonly InvalidReason[] {
  return holds ? [{ code, because: because() }] : [];
}

function notesOn({ stamps, settings, events }: Load, { instrument, canary, calibration }: Evidence): readonly string[] {
  const ownDelayMs = instrument && bucketQuantile(instrument.histograms.ownDelayMs, 0.99);
  const beyond = calibration !== undefined && settings.ratePerS > calibration.maxRatePerS;
  return [
    ...(ownDelayMs === undefined
      ? []
      : [`own delay p99 ${milliseconds(ownDelayMs)} ms, which kernel stamps keep out of the figures`]),
    ...(stamps === 'user' && !instrument && !canary
      ? ['own delay unknown: user stamps, and nothing that vouches for them']
      : []),
    ...(events.early > 0
      ? [`${shareText(events.earlyShare)} of the events arrived at an unknown time before their stamp`]
      : []),
    ...(canary
      ? [
          `canary of ${canary.events} events: error p99 ${canary.errorMs.p99 === undefined ? 'unknown' : `${milliseconds(canary.errorMs.p99)} ms`}`,
        ]
      : []),
    ...(beyond
      ? [`${settings.ratePerS} a second asked for; this machine is calibrated up to ${calibration.maxRatePerS}`]
      : []),
  ];
}

/** Three digits: what stands behind them is noise. */
function milliseconds(value: number): string {
  return String(Number(value.toPrecision(3)));
}
