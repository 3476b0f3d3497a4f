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
import { forwardInterrupts, type Forwarding, type Interrupt } from './interrupts.ts';
import { followRequests, type Following } from './follow-requests.ts';
import { isOfOutput, k6Environment } from './k6-environment.ts';
import { throttledByCpu } from './throttle-by-cpu.ts';
import { liveFold, steadyClock, type Live, type LiveFold } from './live.ts';
import type { RunScenarioOptions } from './options.ts';
import { scenarioFile } from './paths.ts';
import { shortRests } from './short-rests.ts';
import { startK6, type K6Ending } from './start-k6.ts';

/** About once a second, as soon as k6 sends. `load` is what was measured so far, and costs time to ask for. */
export type LoadProgress = {
  readonly is: 'progress';
  readonly counts: LoadCounts;
  readonly header: RequestsHeader;
  readonly live: Live;
  /** What was measured so far, as far as it is soon told: in a long run its times are those of a few seconds ago. */
  readonly soFar: () => SoFar;
  readonly load: () => Load | undefined;
};

/** What was read of requests.ndjson: the load as measured, not judged yet. */
export type Measured = {
  readonly load: Load;
  readonly header: RequestsHeader;
  readonly canaries: readonly RequestRecord[];
};

export type LoadOutcome = Ended & {
  /** What became of the folder meanwhile. */
  readonly lacking?: string;
};

type Ended =
  | ({ readonly is: 'done' } & Measured)
  /** It ended before its schedule. */
  | ({ readonly is: 'stopped'; readonly by: StoppedBy; readonly because: string } & Measured)
  /** What was measured until then, if anything was. */
  | ({ readonly is: 'interrupted'; readonly by: Interrupt } & Partial<Measured>)
  /** `isDisk`: its records could not be written any more. */
  | ({ readonly is: 'failed'; readonly because: string; readonly isDisk?: true } & Partial<Measured>);

/** What ends a run before its schedule, in words: the credits or the room for its records are used up, or its watcher asked. */
const stops = {
  credits: 'credits exhausted',
  room: 'its records take more room than a run of so many requests is given',
  watcher: 'asked to',
} as const;
type StoppedBy = keyof typeof stops;

/** Whoever watches a run: `'stop'` ends it in order. */
export type Watcher = (progress: LoadProgress) => 'stop' | void;

export type RunPlan = {
  /** Intended times in milliseconds since t0, ascending, to tell what is in flight. */
  readonly dueTimes?: readonly number[] | undefined;
  /** Told each record as soon as it is read. */
  readonly record?: ((record: RequestRecord) => void) | undefined;
  /** Asked once, as soon as the run listens for signals itself: the one that the caller has got before. */
  readonly takeOver?: (() => Interrupt | undefined) | undefined;
  /** Ended where its records take more than that. */
  readonly mostRecordBytes?: number;
};

/** Of 512 MB, what is left is for what is under way then, and for the reports. A million requests of 20 events are 590 MB. */
export const mostRecordBytes = 448 * 1024 * 1024;
/** A stream of 600 events; what is asked for in so many requests is meant to be kept. */
export const recordBytes = 16 * 1024;

/** What the records of so many planned requests may take. */
export const roomForRecords = (requests: number): number => Math.max(mostRecordBytes, requests * recordBytes);

/** k6's exit codes: a threshold was missed, which assay judges itself; the script ended the test. */
const missedThreshold = 99;
const abortedTest = 108;

/** Runs one scenario to its end. `outDir` then holds requests.ndjson; load.json is the outcome's `load`, unwritten. */
export async function runScenario(
  options: RunScenarioOptions,
  watch: Watcher,
  plan: RunPlan = {},
): Promise<LoadOutcome> {
  if (!loadScenario(options.scenario)) return { is: 'failed', because: `there is no scenario ${options.scenario}` };
  const interrupts = forwardInterrupts(plan.takeOver);
  const source = scenarioFile(options.scenario);
  // Only a clone needs one: a container may have no temporary folder that it can write to.
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
  // Or the records of an earlier run would be read until k6 has begun.
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
  // What goes wrong in it is thrown where it is awaited, after k6 has ended.
  reporting.catch(() => stop.abort());
  try {
    const { k6Path, segment, output } = options;
    const env = k6Environment(options, requestsPath);
    const ending = await startK6({ k6Path, bundle, env, segment, output, stop: stop.signal, interrupts });
    ended.abort();
    await reporting;
    await following.catchUp();
    const outcome = outcomeOf(options, ending, following, stop.signal);
    // Whatever is amiss with the place, what was measured is told.
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

/** What ends a run, and what is told that it ended. */
type Ends = { readonly isFull: () => boolean; readonly ended: AbortSignal; readonly stop: AbortController };

async function report(
  following: Following,
  live: () => Live | undefined,
  watch: Watcher,
  { isFull, ended, stop }: Ends,
): Promise<void> {
  const times = throttledByCpu(following.timesSoFar);
  try {
    for await (const _ of every(1000, undefined, { signal: ended })) {
      await following.catchUp(shortRests(ended));
      // What k6 ended with meanwhile is the outcome, and nothing stops it any more.
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
    // The signal ends the iteration by an error of this name.
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
  // Whatever ended it: what was to be kept is not.
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

function measuredBy(following: Following): Measured | undefined {
  const [load, header] = [following.load(), following.header()];
  return load && header && { load, header, canaries: following.canaries };
}

/** By which k6 tells that a file took no more; the file and the system's words follow (load/k6ext/process.go). */
const noDisk = 'disk ';

function unkeptWords(told: string, { outDir }: RunScenarioOptions, isMeasured: boolean): string {
  const [file = told, because = ''] = told.split(/: (?=[^:]*$)/);
  const left = isMeasured ? `what was measured until then is in ${outDir}` : 'nothing was measured';
  return `${file} could not be written: ${because}. The run ended there; ${left}: make room, or name a folder on another disk with --out, and run it again`;
}

/** k6 prints what a script throws, and what that quotes is not assay's to know. */
function explain({ code, endedBy, errors }: K6Ending, options: RunScenarioOptions): string {
  const said = secretsOf(options).reduce((text, secret) => text.replaceAll(secret, '***'), errors);
  // Nothing that k6 does itself ends so; where memory runs out, Linux ends what uses most of it.
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

/** Shorter values of an output are words such as `true`. */
const shortestSecret = 6;
