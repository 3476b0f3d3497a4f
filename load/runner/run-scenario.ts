import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import type { LoadCounts } from '../figures/figures.ts';
import type { SoFar } from '../figures/so-far.ts';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { loadScenario } from '../plan/scenarios.ts';
import { bundleScenario, type Bundled } from './bundle.ts';
import { lastLines } from './child-process.ts';
import { forwardInterrupts, type Forwarding, type InterruptSignal } from './interrupts.ts';
import { followRequests, type Following } from './follow-requests.ts';
import { isOfOutput, k6Environment } from './k6-environment.ts';
import { throttledByCpu } from './throttle-by-cpu.ts';
import { liveFold, steadyClock, type LiveState, type LiveFold } from './live.ts';
import type { RunScenarioOptions } from './options.ts';
import { scenarioFile } from './paths.ts';
import { createRests } from './short-rests.ts';
import { startK6, type K6Ending } from './start-k6.ts';

/** Sent about once a second as soon as k6 sends. `load` gives what was measured so far, and is expensive to call. */
export type LoadProgress = {
  readonly is: 'progress';
  readonly counts: LoadCounts;
  readonly header: RequestsHeader;
  readonly live: LiveState;
  /** The quick figures of what was measured so far: in a long run its times are some seconds old. */
  readonly soFar: () => SoFar;
  readonly load: () => Load | undefined;
};

/** The load read from requests.ndjson, as measured and not judged yet. */
export type MeasuredRun = {
  readonly load: Load;
  readonly header: RequestsHeader;
  readonly canaries: readonly RequestRecord[];
};

export type LoadOutcome = Ended & {
  /** What happened to the folder during the run. */
  readonly lacking?: string;
};

type Ended =
  | ({ readonly is: 'done' } & MeasuredRun)
  /** The run ended before its schedule. */
  | ({ readonly is: 'stopped'; readonly by: StoppedBy; readonly because: string } & MeasuredRun)
  /** With what was measured until then, if there is any. */
  | ({ readonly is: 'interrupted'; readonly by: InterruptSignal } & Partial<MeasuredRun>)
  /** `isDisk`: the records could no longer be written. */
  | ({ readonly is: 'failed'; readonly because: string; readonly isDisk?: true } & Partial<MeasuredRun>);

/** The reasons for ending a run before its schedule, in words. */
const stops = {
  credits: 'credits exhausted',
  room: 'its records take more room than a run of so many requests is given',
  watcher: 'asked to',
} as const;
type StoppedBy = keyof typeof stops;

/** Follows a run; returning `'stop'` ends the run in order. */
export type Watcher = (progress: LoadProgress) => 'stop' | void;

export type RunPlan = {
  /** Intended times in milliseconds since t0, ascending, to compute the requests in flight. */
  readonly dueTimes?: readonly number[] | undefined;
  /** Called with each record as soon as it is read. */
  readonly record?: ((record: RequestRecord) => void) | undefined;
  /** Called once, as soon as the run itself listens for signals: returns the signal that the caller received before. */
  readonly takeOver?: (() => InterruptSignal | undefined) | undefined;
  /** The run is ended where its records take more bytes than this. */
  readonly mostRecordBytes?: number;
};

/**
 * Room for records in bytes. Of 512 MB, the rest is for requests in flight at the end and for the reports. A million
 * requests of 20 events take 590 MB.
 */
export const mostRecordBytes = 448 * 1024 * 1024;
/**
 * Room per planned request in bytes, enough for a stream of 600 events: the records of a run with many planned requests
 * may be larger.
 */
export const recordBytes = 16 * 1024;

/** Most bytes that the records of this number of planned requests may take. */
export const roomForRecords = (requests: number): number => Math.max(mostRecordBytes, requests * recordBytes);

/** Exit codes of k6. 99: a threshold was missed, which assay judges itself. 108: the script aborted the test. */
const missedThreshold = 99;
const abortedTest = 108;

/**
 * Runs a scenario to its end. `outDir` then contains requests.ndjson. The outcome's `load` is what load.json will hold;
 * it is not written here.
 */
export async function runScenario(
  options: RunScenarioOptions,
  watch: Watcher,
  plan: RunPlan = {},
): Promise<LoadOutcome> {
  if (!loadScenario(options.scenario)) return { is: 'failed', because: `there is no scenario ${options.scenario}` };
  const interrupts = forwardInterrupts(plan.takeOver);
  const source = scenarioFile(options.scenario);
  // Only a clone needs a temporary folder; a container may have none that is writable.
  const folder = source.is === 'source' ? await mkdtemp(join(tmpdir(), 'assay-load-')) : undefined;
  try {
    const path = folder === undefined ? source.path : join(folder, `${options.scenario}.js`);
    const bundled: Bundled = folder === undefined ? { is: 'bundled' } : await bundleScenario(source.path, path);
    if (bundled.is === 'failed') return bundled;
    const by = interrupts.by();
    if (by !== undefined) return { is: 'interrupted', by };
    return await runBundle(options, { path, interrupts }, watch, plan);
  } finally {
    interrupts.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

type Bundle = { readonly path: string; readonly interrupts: Forwarding };

async function runBundle(
  options: RunScenarioOptions,
  { path: bundle, interrupts }: Bundle,
  watch: Watcher,
  { dueTimes, record: tell, mostRecordBytes: most = mostRecordBytes }: RunPlan,
): Promise<LoadOutcome> {
  const requestsPath = resolve(options.outDir, 'requests.ndjson');
  // Otherwise the records of an earlier run would be read until k6 has begun.
  await rm(requestsPath, { force: true });
  const unixMs = steadyClock();
  let live: LiveFold | undefined;
  const following = followRequests(requestsPath, {
    header: (header) => (live = liveFold(header, dueTimes)),
    record: (record) => {
      live?.add(record);
      tell?.(record);
    },
  });
  const ended = new AbortController();
  const stop = new AbortController();
  const isFull = (): boolean => following.takenBytes() > most;
  const reporting = report(following, () => live?.now(unixMs()), watch, { isFull, ended: ended.signal, stop });
  // An error in it is thrown where it is awaited, after k6 has ended.
  reporting.catch(() => stop.abort());
  try {
    const { k6Path, segment, output } = options;
    const env = k6Environment(options, requestsPath);
    const ending = await startK6({ k6Path, bundle, env, segment, output, stop: stop.signal, interrupts });
    ended.abort();
    await reporting;
    await following.catchUp();
    const outcome = outcomeOf(options, ending, following, stop.signal);
    // Whatever is wrong with the folder, the measured load is returned.
    const lacking = await following.restore().then(
      (wasRemoved) =>
        wasRemoved ? `${options.outDir} was removed meanwhile, and its requests are written again` : undefined,
      (error: unknown) => `${requestsPath} was removed meanwhile, and cannot be written again: ${String(error)}`,
    );
    return lacking === undefined ? outcome : { ...outcome, lacking };
  } catch (error) {
    return { is: 'failed', because: `the run broke off: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    ended.abort();
    await following.close();
  }
}

/** What ends a run, and the signal that it has ended. */
type Ends = { readonly isFull: () => boolean; readonly ended: AbortSignal; readonly stop: AbortController };

async function report(
  following: Following,
  live: () => LiveState | undefined,
  watch: Watcher,
  { isFull, ended, stop }: Ends,
): Promise<void> {
  const times = throttledByCpu(following.timesSoFar);
  try {
    for await (const _ of every(1000, undefined, { signal: ended })) {
      await following.catchUp(createRests(ended));
      // The way in which k6 ended in the meantime is the outcome; nothing stops the run any more.
      if (ended.aborted) return;
      if (isFull()) stop.abort('room' satisfies StoppedBy);
      const [counts, header, now] = [following.counts(), following.header(), live()];
      const countsSoFar = following.countsSoFar();
      if (!counts || !header || !now || !countsSoFar || stop.signal.aborted) continue;
      const soFar = (): SoFar => ({ ...countsSoFar, ...times() });
      const progress = { is: 'progress', counts, header, live: now, soFar, load: following.load } as const;
      if (watch(progress) === 'stop') stop.abort('watcher' satisfies StoppedBy);
    }
  } catch (error) {
    // The signal ends the iteration with an error of this name.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
}

function outcomeOf(
  options: RunScenarioOptions,
  ending: K6Ending,
  following: Following,
  stopped: AbortSignal,
): LoadOutcome {
  const measured = measuredBy(following);
  if (ending.interruptedBy) return { is: 'interrupted', by: ending.interruptedBy, ...measured };
  const failed = (because: string): Extract<LoadOutcome, { is: 'failed' }> => ({ is: 'failed', because, ...measured });
  // Whatever ended the run: results that had to be kept could not be written.
  const unkept = ending.told.find((told) => told.startsWith(noDisk));
  if (unkept !== undefined)
    return { ...failed(unkeptWords(unkept.slice(noDisk.length), options, measured !== undefined)), isDisk: true };
  const exhausted = ending.code === abortedTest && ending.told.includes('credits');
  const endedInOrder = [0, missedThreshold].includes(ending.code ?? -1);
  if (!endedInOrder && !exhausted && !stopped.aborted) return failed(explain(ending, options));
  const [broken] = following.unreadable;
  if (broken !== undefined) return failed(`requests.ndjson, line ${broken}, is not a record`);
  if (!measured) return failed('k6 wrote no requests.ndjson');
  if (!exhausted && !stopped.aborted) return { is: 'done', ...measured };
  const by: StoppedBy = exhausted ? 'credits' : stopped.reason;
  return { is: 'stopped', by, because: stops[by], ...measured };
}

function measuredBy(following: Following): MeasuredRun | undefined {
  const [load, header] = [following.load(), following.header()];
  return load && header && { load, header, canaries: following.canaries };
}

/**
 * Prefix by which k6 reports that a file could not be written. The file and the system's message follow
 * (load/k6ext/process.go).
 */
const noDisk = 'disk ';

function unkeptWords(told: string, { outDir }: RunScenarioOptions, isMeasured: boolean): string {
  const [file = told, because = ''] = told.split(/: (?=[^:]*$)/);
  const left = isMeasured ? `what was measured until then is in ${outDir}` : 'nothing was measured';
  return `${file} could not be written: ${because}. The run ended there; ${left}: make room, or name a folder on another disk with --out, and run it again`;
}

/** Explains how k6 failed. k6 prints what a script throws, which may quote secrets: they are replaced. */
function explain({ code, endedBy, errors }: K6Ending, options: RunScenarioOptions): string {
  const said = secretsOf(options).reduce((text, secret) => text.replaceAll(secret, '***'), errors);
  // k6 never ends itself with SIGKILL; where memory runs out, Linux kills the process that uses most of it.
  const hint = endedBy === 'SIGKILL' ? ' (somebody ended it, or the machine ran out of memory)' : '';
  const ending = endedBy === undefined ? `k6 ended with code ${code}` : `k6 was ended by ${endedBy}${hint}`;
  return said.trim() === '' ? ending : `${ending}:\n${lastLines(said, 15)}`;
}

function secretsOf(options: RunScenarioOptions): readonly string[] {
  const { token, headers, target, env } = options;
  const credentials = /^[a-z]+:\/\/([^/?#]*)@/i.exec(target)?.[1] ?? '';
  const ofOutput = Object.entries(env).flatMap(([name, value = '']) =>
    isOfOutput(name, options) && value.length >= shortestSecret ? [value] : [],
  );
  return [token ?? '', credentials, ...Object.values(headers ?? {}), ...ofOutput].filter((secret) => secret !== '');
}

/** Shortest value of an output variable that counts as a secret: shorter values are words such as `true`. */
const shortestSecret = 6;
