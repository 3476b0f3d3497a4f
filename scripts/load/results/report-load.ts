import { join, resolve } from 'node:path';
import { gatedCode } from '../../../load/evidence/gate.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { groupByRun, type SegmentedRun } from '../../../load/records/segments.ts';
import type { FormatOf } from '../../input/formats.ts';
import { writeGate } from './gate.ts';
import {
  calibrationFile,
  environmentFile,
  canaryFile,
  canaryLine,
  instrumentFile,
  instrumentIn,
  samplesFile,
  samplesIn,
  writtenIn,
} from './evidence.ts';
import { loadOf, type LoadFolder } from './load-in.ts';
import { notSimultaneousNotes, foldersWithRecords, notMergedNotes } from './parts-found.ts';
import { folderAt, openReportFolder, openResultFolder, type ResultFolder } from '../../results/result-folder.ts';
import { stillRunningNote } from '../../results/running-mark.ts';
import { print } from '../../output/print.ts';
import { printLoad } from './load-reporter.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { reportReleases, type ReleaseFolder } from './releases.ts';
import { writeLoadReports } from './write-load-reports.ts';
import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { makeFolder } from '../../input/make-folder.ts';
import { readBytes } from '../../reading/read-bytes.ts';
import { audioFolder, wrongFolder } from './wrong-answers.ts';

type LoadReportOptions = {
  readonly out: string | undefined;
  /** The folder of a conformance run of the same target. */
  readonly gate: string | undefined;
  readonly formats: readonly FormatOf<'load'>[];
};

/**
 * The reports of load runs, derived anew from their records. Folders that hold segments of one run become one, in a
 * folder of its own: `out`, or a new one. Several runs are shown side by side besides, in such a folder too. Gives the
 * exit code, which only a gate makes another than 0.
 */
export async function reportLoads(paths: readonly string[], options: LoadReportOptions): Promise<number> {
  const { out } = options;
  if (out !== undefined && paths.includes(resolve(out)))
    throw new UsageError(`--out ${resolve(out)} is one of the folders that are read; name another`);
  const { folders, words: emptyWords } = foldersWithRecords(paths);
  // Before it is read: one that ends meanwhile has more to show than that.
  const goingOn = paths.map(stillRunningNote).filter((words) => words !== undefined);
  const runs = groupByRun(folders);
  const overview = runs.length > 1 ? openReportFolder(out, 'loads', new Date()) : undefined;
  const shown: ReleaseFolder[] = [];
  for (const [place, run] of runs.entries()) {
    const { folder, load } = await reportRun(run, {
      ...options,
      out: overview ? join(overview.path, `run-${place + 1}`) : out,
      // What is left of several, as one part alone began, is not told as that part's own run.
      isCollected: paths.length > 1 && runs.length === 1,
    });
    printLoad(load, folder.path);
    folder.close();
    shown.push({ path: folder.path, load });
  }
  if (overview) await reportReleases(overview, shown);
  overview?.close();
  for (const words of [...emptyWords, ...notSimultaneousNotes(runs), ...notMergedNotes(runs), ...goingOn]) print(words);
  return options.gate === undefined ? 0 : gatedCode(0, shown[0]?.load?.gate);
}

/**
 * Reads a run once, and writes its reports: into its own folder, or where it has several, or was collected from
 * elsewhere, into one for all of them.
 */
export async function reportRun(
  { files, repeated }: SegmentedRun<LoadFolder>,
  { out, gate, formats, isCollected = false }: LoadReportOptions & { readonly isCollected?: boolean },
): Promise<{ readonly folder: ResultFolder; readonly load: Load }> {
  const [only, ...others] = [...files, ...repeated];
  const isMerged = isCollected || only === undefined || others.length > 0;
  const reads = [...files, ...repeated].map(({ path }) => path);
  let folder: ResultFolder | undefined;
  const into = (): ResultFolder => (folder ??= openResultFolder(out, 'load', new Date(), reads));
  const load = await loadOf(files, gate, { repeated, ...(isMerged && { into }) });
  folder ??= isMerged ? into() : folderAt(only.path);
  if (isMerged) keepMerged(files, load, folder);
  if (load.gate) writeGate(folder, load.gate);
  writeLoadReports(folder, load);
  if (formats.includes('csv')) {
    const csv = await import('./requests-csv.ts');
    await csv.writeRequestsCsv(folder);
    csv.writeLevelsCsv(folder, load);
  }
  return { folder, load };
}

function keepMerged(files: readonly LoadFolder[], load: Load, folder: ResultFolder): void {
  mergeKept(files, folder);
  if (load.calibration) folder.write(calibrationFile, `${JSON.stringify(load.calibration)}\n`);
  if (load.environment || load.label !== undefined)
    folder.write(environmentFile, `${JSON.stringify({ ...load.environment, label: load.label })}\n`);
}

type Segment = { readonly path: string; readonly header: RequestsHeader };

/** What the folder of a merged run keeps beside its records: one canary.ndjson, one instrument.json, and the answers that each keeps. */
function mergeKept(segments: readonly Segment[], into: ResultFolder): void {
  for (const { path, header } of segments) {
    for (const [id, writtenNs] of writtenIn(path, header)) {
      into.append(canaryFile, canaryLine(id, writtenNs, header.t0MonotonicNs));
    }
  }
  for (const { path } of segments) for (const kept of keptFolders) copyKept(join(path, kept), join(into.path, kept));
  const instrument = instrumentIn(segments.map(({ path }) => path));
  const heard = samplesIn(segments.map(({ path }) => path));
  if (heard) into.write(samplesFile, `${JSON.stringify(heard)}\n`);
  if (instrument) into.write(instrumentFile, `${JSON.stringify(instrument)}\n`);
}

const keptFolders = [wrongFolder, audioFolder];

/** A segment keeps some twenty of each, and two formats more; a folder may be anything. */
const mostKept = 200;

/** Each file is named by its request, of which no two segments have the same. What is not a plain file is left where it is. */
function copyKept(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const files = readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isFile() && keptName.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  if (files.length > 0) makeFolder(to);
  for (const name of files.slice(0, mostKept)) {
    const bytes = readBytes({ path: join(from, name) }, { most: fileBounds.sampleBytes });
    rmSync(join(to, name), { force: true });
    writeFileSync(join(to, name), bytes, { flag: 'wx' });
  }
}

const keptName = /^[\w-]{1,200}\.\w{1,10}$/;
