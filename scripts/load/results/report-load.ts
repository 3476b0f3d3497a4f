import { basename, join, resolve } from 'node:path';
import { gatedCode } from '../../../load/evidence/gate.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { runsOf } from '../../../load/records/segments.ts';
import type { FormatOf } from '../../input/formats.ts';
import { keepGate } from './gate.ts';
import { calibrationFile, environmentFile } from './evidence.ts';
import { loadOf, type LoadFolder } from './load-in.ts';
import { mergeSegments } from './merge-segments.ts';
import { readLoadHeader } from './read-load-header.ts';
import { folderAt, openReportFolder, openResultFolder, type ResultFolder } from '../../results/result-folder.ts';
import { goingOnWords } from '../../results/running-mark.ts';
import { print } from '../../output/print.ts';
import { tellLoad } from './load-reporter.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { writeLoadReports, writeLoadsReports } from './write-load-reports.ts';

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
  const folders = paths.map((path) => ({ path, header: readLoadHeader(path) }));
  // Before it is read: one that ends meanwhile has more to show than that.
  const goingOn = paths.map(goingOnWords).filter((words) => words !== undefined);
  const runs: { folders: readonly LoadFolder[]; load: Load }[] = [];
  for (const run of runsOf(folders)) runs.push({ folders: run, load: await loadOf(run, options.gate) });
  const overview = runs.length > 1 ? openReportFolder(out, 'loads', new Date()) : undefined;
  const shown: { name: string; load: Load }[] = [];
  for (const [place, { folders: run, load }] of runs.entries()) {
    const folder = folderOf(run, load, overview ? join(overview.path, `run-${place + 1}`) : out);
    if (load.gate) keepGate(folder, load.gate);
    writeLoadReports(folder, load);
    if (options.formats.includes('csv')) {
      const csv = await import('./requests-csv.ts');
      await csv.writeRequestsCsv(folder);
      csv.writeLevelsCsv(folder, load);
    }
    tellLoad(load, folder.path);
    folder.close();
    shown.push({ name: basename(folder.path), load });
  }
  if (overview) tellLoads(overview, shown);
  for (const words of goingOn) print(words);
  return options.gate === undefined ? 0 : gatedCode(0, runs[0]?.load.gate);
}

function folderOf(run: readonly LoadFolder[], load: Load, out: string | undefined): ResultFolder {
  const [only, ...others] = run;
  if (only && others.length === 0) return folderAt(only.path);
  const reads = run.map(({ path }) => path);
  const folder = openResultFolder(out, 'load', new Date(), reads);
  mergeSegments(run, folder);
  if (load.calibration) folder.write(calibrationFile, `${JSON.stringify(load.calibration)}\n`);
  if (load.environment)
    folder.write(environmentFile, `${JSON.stringify({ ...load.environment, label: load.label })}\n`);
  return folder;
}

function tellLoads(folder: ResultFolder, shown: readonly { readonly name: string; readonly load: Load }[]): void {
  writeLoadsReports(folder, shown);
  console.log(`\nside by side: ${folder.path}/report.html`);
  folder.close();
}
