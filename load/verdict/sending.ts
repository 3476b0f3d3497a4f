import { busyShare, ownShare, type Instrument } from '../evidence/instrument.ts';
import type { Figures, MeasuredLoad } from '../figures/figures.ts';
import { reachedMaxInFlight } from './from-sending.ts';
import { validityBounds, type InvalidReason } from './invalid.ts';
import { shareText } from '../statistics/share-text.ts';
import { judgesEachStep } from '../plan/scenarios.ts';
import type { LoadStep } from '../plan/steps.ts';

/**
 * Why the load differs from what was asked for, in a whole run or in a step of it.
 *
 * @param load the run; undefined for a closed loop
 * @param cpu processor use during a whole run
 */
export function sendingReasons(
  figures: Figures,
  load: Pick<MeasuredLoad, 'series' | 'settings'> | undefined,
  step?: LoadStep,
  cpu?: Instrument['cpu'],
): readonly InvalidReason[] {
  const isClosed = step?.users !== undefined;
  const inFlight = isClosed || load === undefined ? undefined : fewInFlight(load, step);
  const waiting =
    !isClosed && load !== undefined && reachedMaxInFlight(load, step) ? load.settings.maxInFlight : undefined;
  return [...dispatchLag(figures, { isClosed, waiting, inFlight, cpu }), ...notSent(figures, inFlight)];
}

/** Whether the service is the cause of all these reasons against the instrument. */
export function isCausedByService(
  reasons: readonly InvalidReason[],
  load: Pick<MeasuredLoad, 'series' | 'settings'>,
  step?: LoadStep,
): boolean {
  return reasons.every(({ code }) => code === 'dispatchLag' || code === 'notSent') && reachedMaxInFlight(load, step);
}

/**
 * The reason against a generator that has too few requests for its own p99, and late ones among them: the lag of all
 * generators together. Where another generator is late by itself, the lag of all may come from that one. Then the lag
 * of the other generators with too few requests counts, and only where it is beyond chance, because their figures
 * exclude the late generator.
 *
 * @param load the load of all generators together
 * @param others the figures of all generators with too few requests, where another generator is late by itself
 */
export function pooledLagReasons(load: MeasuredLoad, { lagMs }: Figures, others?: Figures): readonly InvalidReason[] {
  const { lagP99Ms } = validityBounds;
  if (lagMs.p99 !== undefined || (lagMs.max ?? 0) <= lagP99Ms || judgesEachStep(load.scenario)) return [];
  if (others !== undefined && (others.lagMs.intervals?.p99?.[0] ?? 0) <= lagP99Ms) return [];
  const whose = others === undefined ? 'all generators' : 'all generators with so few requests';
  return sendingReasons(others ?? load, load)
    .filter(({ code }) => code === 'dispatchLag')
    .map(({ code, because }) => ({
      code,
      because: `${because}; this is the lag of ${whose} together, as its own ${lagMs.n} requests are too few to be judged alone`,
    }));
}

type Meanwhile = {
  readonly isClosed: boolean;
  /** Number of requests that may be in flight, where all of them waited for responses. */
  readonly waiting: number | undefined;
  /** Words for the most requests in flight, where more were allowed. */
  readonly inFlight: string | undefined;
  readonly cpu: Instrument['cpu'] | undefined;
};

/** With fewer samples than a p99 needs, the highest available percentile is used. */
function dispatchLag({ lagMs }: Figures, { isClosed, waiting, inFlight, cpu }: Meanwhile): readonly InvalidReason[] {
  const { lagP99Ms } = validityBounds;
  const observed = lagMs.p99 ?? lagMs.p95 ?? lagMs.p50;
  const named = lagMs.p99 === undefined ? (lagMs.p95 === undefined ? 'p50' : 'p95') : 'p99';
  if (observed === undefined || observed <= lagP99Ms) return [];
  const machine = 'use a machine with less other work';
  const busy = cpu && busyWithOthers(cpu);
  const alone = inFlight === undefined ? undefined : `${standsStill(inFlight)}; ${machine}, or lower --rate`;
  const less = isClosed ? 'ask for fewer users' : 'lower --rate, raise --max-in-flight';
  const others = busy && `${busy}: ${machine}, or else ${less.replace(',', ', or')}`;
  const advice = alone === undefined ? (others ?? `${less}, or ${machine}`) : [busy, alone].filter(Boolean).join('; ');
  const lag = `dispatch lag ${named} expected at most ${lagP99Ms} ms, observed ${Number(observed.toPrecision(3))} ms`;
  if (waiting !== undefined)
    return [
      {
        code: 'dispatchLag',
        because: `all ${waiting} requests that may be in flight waited for answers, so that others were sent late: ${lag}; the service answers more slowly than it is asked: lower --rate, or raise --max-in-flight`,
      },
    ];
  const because = `requests were sent late: ${lag}; ${advice}`;
  return [{ code: 'dispatchLag', because }];
}

/**
 * A reason for requests that were not sent. Where requests that were sent fail too, the service is the cause of those
 * not sent: it keeps the virtual users waiting.
 */
function notSent({ counts, failures, lagMs }: Figures, inFlight: string | undefined): readonly InvalidReason[] {
  const most = validityBounds.notSentShare;
  const unsent = failures['notSent'] ?? 0;
  const failedShare = lagMs.n === 0 ? 0 : (counts.failed - unsent) / lagMs.n;
  if (unsent <= most * counts.measured || failedShare > most) return [];
  const why =
    inFlight === undefined
      ? 'no virtual user was free in time; raise --max-in-flight, or lower --rate'
      : `${standsStill(inFlight)}; use a machine with less other work`;
  const because = `${unsent} of ${counts.measured} requests (${shareText(unsent / counts.measured)}) were not sent, expected at most ${shareText(most)}: ${why}`;
  return [{ code: 'notSent', because }];
}

/** Share of the allowed requests in flight below which no request had to wait for another to end. */
const fewShare = 0.5;

/**
 * Words for the number of requests in flight and the number allowed, where few were in flight: then only the generator
 * itself kept requests from being sent. Undefined otherwise.
 */
function fewInFlight(
  { series, settings }: Pick<MeasuredLoad, 'series' | 'settings'>,
  step?: LoadStep,
): string | undefined {
  const { fromMs, toMs } = step ?? { fromMs: settings.warmupMs, toMs: settings.durationMs };
  const within = series.windows.filter(({ fromMs: at }) => at + series.windowMs > fromMs && at < toMs);
  // Older runs do not record the most requests in flight between the beginnings of two windows. In a session, the
  // virtual user waits between turns without a request in flight.
  if (
    settings.turns !== undefined ||
    within.length === 0 ||
    within.some(({ inFlightMost }) => inFlightMost === undefined)
  )
    return undefined;
  const most = Math.max(...within.map(({ inFlightMost = 0 }) => inFlightMost));
  return most < fewShare * settings.maxInFlight ? `${most} of ${settings.maxInFlight}` : undefined;
}

function standsStill(inFlight: string): string {
  return `the load generator itself stood still or was too slow (only ${inFlight} requests that may be in flight were): its process or the machine was paused, or had too little of a processor`;
}

/**
 * Words for other programs that kept the processors busy, where the load generator did not: a smaller load would change
 * nothing.
 */
function busyWithOthers(cpu: Instrument['cpu']): string | undefined {
  const [all, own] = [busyShare(cpu), ownShare(cpu)];
  if (all === undefined || own === undefined || all <= validityBounds.busyShare || own > all / 2) return undefined;
  const others = shareText(Math.min(1, all) - own);
  return `other programs (with the target, if it runs here) used ${others} of this machine's processors, and the load generator ${shareText(own)}`;
}
