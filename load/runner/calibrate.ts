import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorsMs, quantileOf } from '../evidence/observation.ts';
import { validityBounds } from '../verdict/invalid.ts';
import type { RequestRecord } from '../records/record.ts';
import { readRequests } from '../records/reading.ts';
import { shareText } from '../statistics/share-text.ts';
import type { RunScenarioOptions } from './options.ts';
import { runScenario } from './run-scenario.ts';
import type { InterruptSignal } from './interrupts.ts';

/** A server that records, by request, when it wrote each event. */
type TrueServer = {
  readonly url: string;
  readonly take: () => Promise<readonly { readonly id: string; readonly writtenNs: readonly number[] }[]>;
};

/** A load that was tried. */
export type CalibrationStep = {
  /** Number of concurrent streams; in a step of rates the streams are short. */
  readonly streams: number;
  readonly ratePerS: number;
  readonly eventsPerS: number;
  readonly events: number;
  /** Measured arrival minus true time, over all events of the measured requests. */
  readonly errorMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly uncertainShare: number;
  readonly lagP99Ms: number;
  /** Number of measured requests, and of those that were not answered completely. */
  readonly requests: number;
  readonly failed: number;
};

export type StepLoad = {
  readonly streams: number;
  readonly ratePerS: number;
  readonly durationS: number;
  readonly warmupS: number;
  readonly maxInFlight: number;
  /** How the server is asked to stream; becomes part of the address. */
  readonly pace: { readonly events: number; readonly gapMs: number; readonly firstMs: number };
};

/** Events per second of each stream: the pace of a fast bot. */
export const streamEventsPerS = 50;
const gapMs = 1000 / streamEventsPerS;

/** Length of each stream in seconds. */
const streamS = 3;

/** A load of this number of concurrent streams: as many begin as end, and all have begun when measuring starts. */
export function loadOfStreams(streams: number): StepLoad {
  return {
    streams,
    ratePerS: streams / streamS,
    durationS: 2 * streamS,
    warmupS: streamS,
    maxInFlight: 2 * streams,
    pace: { events: streamS * streamEventsPerS, gapMs, firstMs: gapMs },
  };
}

/** A load of this number of requests per second, each with a short reply. */
export function loadOfRate(ratePerS: number): StepLoad {
  const pace = { events: 2, gapMs: 10, firstMs: 20 };
  return { streams: Math.ceil(ratePerS * 0.03), ratePerS, durationS: 4, warmupS: 1, maxInFlight: ratePerS, pace };
}

type Stepping = Pick<RunScenarioOptions, 'k6Path' | 'env' | 'timestamps'> & {
  readonly server: TrueServer;
  /** The signal that the caller has received. */
  readonly interruptedBy?: () => InterruptSignal | undefined;
};

type NotMeasured = { readonly because: string; readonly by?: InterruptSignal };

/** Runs a load against the server that knows the true times. `because` says why nothing was measured. */
export async function measureStep(
  { server, k6Path, env, timestamps, interruptedBy }: Stepping,
  step: StepLoad,
): Promise<CalibrationStep | NotMeasured> {
  const outDir = await mkdtemp(join(tmpdir(), 'assay-calibrate-'));
  try {
    const { ratePerS, durationS, warmupS, maxInFlight, pace } = step;
    const options = {
      scenario: 'stream',
      botId: 'emitter',
      outDir,
      k6Path,
      env,
      timestamps,
      arrivals: 'constant',
      // No request is given up: with fewer streams than stated, a step would be too easy.
      maxLagMs: 60_000,
    } as const;
    await server.take();
    const target = `${server.url}/${pace.events}/${pace.gapMs}/${pace.firstMs}`;
    const load = { ...options, target, ratePerS, durationS, warmupS, maxInFlight };
    const outcome = await runScenario(load, () => {}, { takeOver: interruptedBy });
    if (outcome.is === 'interrupted') return { because: 'interrupted', by: outcome.by };
    if (outcome.is !== 'done') return { because: outcome.because };
    const written = new Map((await server.take()).map(({ id, writtenNs }) => [id, writtenNs]));
    const { header, records } = readRequests(await readFile(join(outDir, 'requests.ndjson'), 'utf8'));
    const measured = records.filter(({ intended }) => intended >= warmupS * 1000);
    if (!outcome.load.complete) return { because: 'not every request was recorded' };
    const errors = header ? measured.flatMap((record) => errorsMs(header, record, written)) : [];
    if (errors.length === 0) return { because: 'no event was observed of which the true time is known' };
    return stepOf(step, errors, measured);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

function stepOf(
  { streams, ratePerS, pace }: StepLoad,
  errors: readonly number[],
  measured: readonly RequestRecord[],
): CalibrationStep {
  const sorted = errors.toSorted((a, b) => a - b);
  const lags = measured.flatMap(({ intended, sent }) => (sent === undefined ? [] : [sent - intended]));
  const censored = measured.reduce((sum, record) => sum + (record.early ?? 0), 0);
  const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
  const at = (q: number): number => rounded(quantileOf(sorted, q));
  return {
    streams,
    ratePerS,
    eventsPerS: Math.round(ratePerS * pace.events),
    events: errors.length,
    errorMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
    uncertainShare: censored / errors.length,
    lagP99Ms: rounded(
      quantileOf(
        lags.toSorted((a, b) => a - b),
        0.99,
      ),
    ),
    requests: measured.length,
    failed: measured.filter(({ outcome }) => outcome !== 'ok').length,
  };
}

/** Largest share of early events: from it on they make a p99 unreliable. */
const mostCensored = 0.01;

/** Why a step does not show that this machine bears its load. Undefined where it does. */
export function whyStepFailed(step: CalibrationStep, boundMs: number): string | undefined {
  const { errorMs, uncertainShare, lagP99Ms, requests, failed } = step;
  if (failed > 0) return `${failed} of ${requests} requests were not sent, or not answered in full`;
  if (errorMs.p99 > boundMs) return `error p99 expected at most ${boundMs} ms, observed ${errorMs.p99} ms`;
  if (lagP99Ms > validityBounds.lagP99Ms)
    return `requests were sent late: lag p99 expected at most ${validityBounds.lagP99Ms} ms, observed ${lagP99Ms} ms`;
  if (uncertainShare <= mostCensored) return undefined;
  return `${shareText(uncertainShare)} of the events are known only to have arrived before their timestamp, expected at most ${shareText(mostCensored)}`;
}

export type CalibrationSteps = {
  readonly steps: readonly CalibrationStep[];
  /** The last step that held, with all steps before it. */
  readonly held: CalibrationStep | undefined;
  readonly notMeasured?: NotMeasured;
};

/** Increases the load until a step does not hold. */
export async function raiseLoad(
  loads: readonly StepLoad[],
  measure: (load: StepLoad) => ReturnType<typeof measureStep>,
  boundMs: number,
  on: (step: CalibrationStep) => void,
): Promise<CalibrationSteps> {
  const steps: CalibrationStep[] = [];
  let held: CalibrationStep | undefined;
  for (const load of loads) {
    const step = await measure(load);
    if ('because' in step) return { steps, held, notMeasured: step };
    steps.push(step);
    on(step);
    if (whyStepFailed(step, boundMs) !== undefined) break;
    held = step;
  }
  return { steps, held };
}
