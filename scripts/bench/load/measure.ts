import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { instrumentOf, type Instrument } from '../../../load/evidence/instrument.ts';
import { parseJson } from '../../../load/records/narrow.ts';
import { quantileOf } from '../../../load/evidence/observation.ts';
import { readRequests } from '../../../load/records/reading.ts';
import { runScenario, type LoadProgress } from '../../../load/runner/run-scenario.ts';
import { machineCpu, othersShare } from './machine.ts';
import { resultOf, type BenchServer } from './programs.ts';

/**
 * Streams of 3 s with 50 events per second; only those that begin after the first 3 s are measured. Errors are those of
 * events after the first second of a stream, since bursts of new connections are worst there, and only where the
 * arrival is known; the share of the others is a separate figure, without which a percentile of the errors would mean
 * nothing.
 */
export type BenchLoad = { readonly streams: number; readonly seconds: number };
const [events, gapMs, firstMs, streamS, settledNs] = [150, 20, 20, 3, 1e9];

type Seen = { readonly id: string; readonly begunMs: number; readonly arrivedNs: readonly number[] };
type Observed = {
  readonly cpuS: number;
  readonly streams: readonly Seen[];
  /**
   * True where the client tells uncertain arrivals: an arrival shared with the next event of the stream is only an
   * upper bound.
   */
  readonly knowsUncertain?: boolean;
  readonly lagsMs?: readonly number[];
};
export type BenchClient = (url: string, load: BenchLoad) => Promise<Observed>;

export type Figures = {
  readonly errorP99Ms: number;
  readonly cpuMsPer1000: number;
  readonly eventsPerS: number;
  readonly uncertainShare: number;
  readonly lost: number;
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly foreign: number;
  readonly steal: number;
};

/** A client program that gets its address, rate and duration, and prints what it saw. */
export function programClient(program: string, first: readonly string[] = []): BenchClient {
  return (url, { streams, seconds }) =>
    resultOf<Observed>(program, [
      ...first,
      `${url}/${events}/${gapMs}/${firstMs}/`,
      String(streams / streamS),
      String(seconds),
    ]);
}

/** The instrument itself. */
export function k6Client(
  k6Path: string,
  env: NodeJS.ProcessEnv,
  show: (progress: LoadProgress) => void = () => undefined,
): BenchClient {
  return async (url, { streams, seconds }) => {
    const outDir = mkdtempSync(join(tmpdir(), 'assay-bench-load-'));
    try {
      const target = `${url}/${events}/${gapMs}/${firstMs}`;
      const given = {
        scenario: 'stream',
        botId: 'b',
        arrivals: 'constant',
        warmupS: streamS,
        // The rule is part of what is measured: load has learned it from the server's events.
        content: 'text',
        outDir,
        k6Path,
        env,
      } as const;
      const limits = { ratePerS: streams / streamS, durationS: seconds, maxInFlight: Math.ceil(1.2 * streams) };
      const instrumentNow = (): Instrument | undefined =>
        instrumentOf(parseJson(readFileSync(join(outDir, 'instrument.json'), 'utf8')));
      let started: Instrument | undefined;
      const outcome = await runScenario({ ...given, ...limits, target }, (progress) => {
        if (progress.live.elapsedMs > 1_000) started ??= instrumentNow();
        show(progress);
      });
      if (outcome.is !== 'done') throw new Error('because' in outcome ? outcome.because : outcome.is);
      const { header, records } = readRequests(readFileSync(join(outDir, 'requests.ndjson'), 'utf8'));
      const t0 = header?.t0MonotonicNs ?? Number.NaN;
      const measured = records.filter(({ intended }) => intended >= streamS * 1000);
      return {
        cpuS: steadyCpuS(
          started,
          instrumentNow(),
          records.reduce((sum, record) => sum + record.events.length, 0),
        ),
        streams: records.map(({ id, intended, events: at }) => ({
          id,
          begunMs: intended,
          arrivedNs: at.map((ms) => t0 + ms * 1e6),
        })),
        knowsUncertain: true,
        lagsMs: measured.flatMap(({ sent, intended }) => (sent === undefined ? [] : [sent - intended])),
      };
    } finally {
      rmSync(outDir, { recursive: true, force: true });
    }
  };
}

/**
 * Processor time for all events at the cost of those after the first second or two: starting k6 takes half a second.
 */
function steadyCpuS(from: Instrument | undefined, to: Instrument | undefined, events: number): number {
  if (!from || !to) return Number.NaN;
  return (((to.cpu.ownS ?? 0) - (from.cpu.ownS ?? 0)) * events) / (to.events - from.events);
}

/**
 * `loopsS` is the processor time of the loops that keep the cores busy on purpose; it does not count as other
 * processes' time.
 */
export async function measure(
  client: BenchClient,
  server: BenchServer,
  load: BenchLoad,
  loopsS: () => number = () => 0,
): Promise<Figures> {
  const [before, serverBefore, begun] = [machineCpu(), (await server.take()).cpuS, performance.now()];
  const loopsBefore = loopsS();
  const { user, system } = process.cpuUsage();
  const seen = await client(server.url, load);
  const taken = await server.take();
  const own = process.cpuUsage({ user, system });
  const wallS = (performance.now() - begun) / 1000;
  const written = new Map((taken.streams ?? []).map(({ id, writtenNs }) => [id, writtenNs]));
  const measured = seen.streams.filter(({ begunMs }) => begunMs >= streamS * 1000);
  const whole = measured.filter(({ id, arrivedNs }) => written.get(id)?.length === arrivedNs.length);
  const settled = whole.flatMap(({ id, arrivedNs }) =>
    settledOf(arrivedNs, written.get(id) ?? [], seen.knowsUncertain === true),
  );
  const errors = settled.flatMap(({ isUncertain, errorMs }) => (isUncertain ? [] : [errorMs]));
  const all = seen.streams.reduce((sum, { arrivedNs }) => sum + arrivedNs.length, 0);
  const ownS = seen.cpuS + taken.cpuS - serverBefore + (own.user + own.system) / 1e6 + loopsS() - loopsBefore;
  const lags = (seen.lagsMs ?? []).toSorted((a, b) => a - b);
  return {
    errorP99Ms: quantileOf(
      errors.toSorted((a, b) => a - b),
      0.99,
    ),
    cpuMsPer1000: (seen.cpuS * 1e6) / all,
    eventsPerS: throughput(seen.streams),
    uncertainShare: 1 - errors.length / Math.max(1, settled.length),
    lost: (measured.length - whole.length) * events,
    lagP50Ms: quantileOf(lags, 0.5),
    lagP99Ms: quantileOf(lags, 0.99),
    ...othersShare(before, machineCpu(), ownS, wallS, availableParallelism()),
  };
}

function settledOf(
  arrivedNs: readonly number[],
  writtenNs: readonly number[],
  knowsUncertain: boolean,
): readonly { readonly isUncertain: boolean; readonly errorMs: number }[] {
  const all = arrivedNs.map((at, place) => ({
    isUncertain: knowsUncertain && at === arrivedNs[place + 1],
    errorMs: (at - (writtenNs[place] ?? 0)) / 1e6,
  }));
  const [begunNs = 0] = writtenNs;
  return all.filter((_, place) => (writtenNs[place] ?? 0) >= begunNs + settledNs);
}

/** Events a second that arrived in the second half of the time in which streams begin: by then all streams run. */
function throughput(streams: readonly Seen[]): number {
  const arrivals = streams.flatMap(({ arrivedNs }) => arrivedNs).toSorted((a, b) => a - b);
  const [first = 0, lastMs] = [arrivals[0], Math.max(...streams.map(({ begunMs }) => begunMs))];
  const [from, to] = [first + streamS * 1e9, first + lastMs * 1e6];
  return (arrivals.filter((at) => at >= from && at < to).length * 1e9) / (to - from);
}
