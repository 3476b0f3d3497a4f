import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { groupByRun, type SegmentedRun } from '../../load/records/segments.ts';
import { loadExitCode } from '../../load/verdict/judged-load.ts';
import type { Load } from '../../load/verdict/load.ts';
import { pluralize, durationText } from '../../reports/text/format.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { rememberSecret } from '../input/known-secrets.ts';
import { makeFolder } from '../input/make-folder.ts';
import { attemptsIn, foldersOf, type Attempt } from '../kubernetes/attempts.ts';
import { mustWait, progressOf } from '../kubernetes/awaiting.ts';
import { serveCollector } from '../kubernetes/collect-server.ts';
import { collectSettings, type CollectSettings } from '../kubernetes/collect-settings.ts';
import { followFolders } from '../kubernetes/follow-folders.ts';
import { environmentFile } from '../load/results/evidence.ts';
import type { LoadFolder } from '../load/results/load-in.ts';
import { printLoad } from '../load/results/load-reporter.ts';
import { readLoadHeader } from '../load/results/read-load-header.ts';
import { interruptedCodes, listenForInterruption, type Interruption } from '../output/interruption.ts';

/** Interval in milliseconds between looks at what has arrived. */
const lookEveryMs = 500;
/** Longest time in milliseconds without a line in the log. */
const sayEveryMs = 30_000;

type Source = { readonly all: () => readonly Attempt[]; readonly close: () => Promise<void> };

/**
 * `assay collect`: receives the records of all pods of a run, or reads them from a volume, and reports them as one run.
 * Then it keeps the folder until it is fetched. The exit code is that of `load`.
 */
export async function collect(_args: readonly string[], flags: RawSettings): Promise<number> {
  const settings = collectSettings(flags);
  const interruption = listenForInterruption();
  try {
    const source = await sourceOf(settings);
    const attempts = await awaited(source, settings, interruption);
    await source.close();
    const load = await reported(attempts, settings);
    if (interruption.by() !== undefined) return interruptedCodes[interruption.by() ?? 'SIGTERM'];
    if (load === undefined) return 2;
    await fetched(settings, interruption);
    return loadExitCode(load);
  } finally {
    interruption.stopListening();
  }
}

const now = (): number => performance.now();

async function sourceOf({ volume, pods, out, run, port, mostBytes }: CollectSettings): Promise<Source> {
  if (volume !== undefined && existsSync(join(out, 'load.json')))
    throw new UsageError(
      `${out} has the report of this run already; for another run, write new manifests with assay load --kubernetes`,
    );
  for (const mark of marksOf(out)) rmSync(mark, { force: true });
  if (volume !== undefined) {
    console.log(`collect: reads what ${pluralize(pods, 'pod')} write into folders of ${volume}`);
    return { all: followFolders(volume, pods, now), close: () => Promise.resolve() };
  }
  const token = process.env['ASSAY_COLLECT_TOKEN'] ?? '';
  if (token === '') throw new UsageError('collect needs ASSAY_COLLECT_TOKEN, which the pods have too');
  rememberSecret('${ASSAY_COLLECT_TOKEN}', token);
  const segments = `${out}.segments`;
  // Records of an earlier start are removed: the senders start over with this one.
  rmSync(segments, { recursive: true, force: true });
  makeFolder(segments);
  const attempts = attemptsIn(segments, { pods, mostBytes, clockMs: now });
  const server = await serveCollector({ run, token, port, attempts }).catch((error: unknown) => {
    throw new UsageError(`collect cannot listen on port ${port}: ${errorMessage(error)}; choose another --port`);
  });
  console.log(`collect: run ${run}: waits on port ${server.port} for ${pluralize(pods, 'pod')}`);
  return { all: attempts.all, close: server.close };
}

async function awaited(
  { all }: Source,
  settings: CollectSettings,
  { signal }: Interruption,
): Promise<readonly Attempt[]> {
  const sinceMs = now();
  let [said, saidAtMs] = ['', sinceMs];
  while (!signal.aborted && mustWait(all(), settings, { sinceMs, nowMs: now() })) {
    const { states, line } = progressOf(all(), settings, now());
    if (states !== said || now() - saidAtMs > sayEveryMs) {
      console.log(`collect: ${line}`);
      [said, saidAtMs] = [states, now()];
    }
    await passed(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  console.log(`collect: ${progressOf(all(), settings, now()).line}`);
  return all();
}

/** The load of all records; undefined where there is nothing to report. */
async function reported(attempts: readonly Attempt[], { out, label }: CollectSettings): Promise<Load | undefined> {
  const folders = foldersOf(attempts).map((path): LoadFolder & { readonly bytes: number } => ({
    path,
    header: readLoadHeader(path),
    bytes: statSync(join(path, 'requests.ndjson')).size,
  }));
  if (label !== undefined)
    for (const { path } of folders) writeFileSync(join(path, environmentFile), `${JSON.stringify({ label })}\n`);
  const run = largest(groupByRun(folders));
  if (run === undefined) {
    console.error('assay: no pod has sent records: kubectl describe pods shows why');
    return undefined;
  }
  for (const { path } of folders.filter((each) => ![...run.files, ...run.repeated].includes(each)))
    console.log(`collect: ${basename(path)} belongs to another run, and is in no figure`);
  // The chart library is loaded only when needed.
  const { reportRun } = await import('../load/results/report-load.ts');
  const { folder, load } = await reportRun(run, { out, gate: undefined, formats: [], isCollected: true });
  printLoad(load, folder.path);
  folder.close();
  return load;
}

/** A manifest that was applied twice leaves two runs: takes the larger one. */
function largest<Folder>(runs: readonly SegmentedRun<Folder>[]): SegmentedRun<Folder> | undefined {
  return runs.toSorted((a, b) => b.files.length - a.files.length)[0];
}

/** Two marker files: the report exists, and the folder has been fetched. */
function marksOf(out: string): readonly [reported: string, fetched: string] {
  return [join(dirname(out), 'reported'), join(dirname(out), 'fetched')];
}

/** Waits until the folder was fetched: nothing can be fetched from a pod that has ended. */
async function fetched({ out, keepMs }: CollectSettings, { signal }: Interruption): Promise<void> {
  const [reportedMark, fetchedMark] = marksOf(out);
  writeFileSync(reportedMark, '');
  console.log(
    `collect: ${out} is ready to be copied; create the file ${fetchedMark} once you have it, and the pod ends (at the latest after ${durationText(keepMs)})`,
  );
  const untilMs = now() + keepMs;
  while (!signal.aborted && now() < untilMs && !existsSync(fetchedMark))
    await passed(lookEveryMs, undefined, { signal }).catch(() => undefined);
}
