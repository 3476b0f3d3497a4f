import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { lastLine } from '../../reports/check/terminal.ts';
import { readAuthorities } from '../input/authorities.ts';
import { formatsIn, type CheckFormats } from '../input/formats.ts';
import { returnLeftLeases } from '../results/return-leases.ts';
import { readIncompleteRun } from '../results/read-run.ts';
import { resultFiles } from '../results/result-files.ts';
import { folderAt } from '../results/result-folder.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { stillRunningNote } from '../results/running-mark.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { writeCheckReports } from '../results/write-reports.ts';

/**
 * `assay report DIR…`: derives the reports of each folder from its journal, also after a kill. Segments of one load run
 * become one run, and several load runs are also shown side by side. `--history` shows runs over time.
 */
export async function report(args: readonly string[], flags: RawSettings = {}): Promise<number> {
  if (flags['history'] === true) {
    const other = ['certificates', 'key', 'status-key', 'gate', 'format'].find((flag) => flags[flag] !== undefined);
    if (other !== undefined)
      throw new UsageError(`--history cannot be combined with --${other}; leave one of them out`);
    if (args.length === 0) throw new UsageError('report --history needs result folders, or a folder that holds some');
    const { reportHistory } = await import('../history/report-history.ts');
    return reportHistory(args, { out: textOf(flags['out']), json: flags['json'] === true });
  }
  if (flags['json'] === true)
    throw new UsageError('--json needs --history; of one run read run.json or load.json in its folder');
  if (typeof flags['certificates'] === 'string') {
    const other =
      args.length > 0
        ? 'a result folder'
        : ['--out', '--gate', '--format'].find((flag) => flags[flag.slice(2)] !== undefined);
    if (other !== undefined)
      throw new UsageError(`--certificates cannot be combined with ${other}; leave one of them out`);
    const { reportCertificates } = await import('../certificate/report-certificates.ts');
    const keys = { signers: keysOf(flags['key']), list: textOf(flags['status-key']) };
    return reportCertificates(flags['certificates'], keys, readAuthorities(flags['timestamp-ca']));
  }
  const stray = ['key', 'status-key', 'timestamp-ca'].find((flag) => flags[flag] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} needs --certificates DIR; add it, or leave out --${stray}`);
  if (args.length === 0) throw new UsageError('report needs a result folder, or --certificates DIR');
  const folders = args.map((path) => resolve(path));
  const bundle = folders.find((path) => existsSync(join(path, certificateFile)));
  if (bundle !== undefined)
    throw new UsageError(
      `${bundle} is the bundle of a certificate, and a report in it would invalidate its signature; copy the folder, and report the copy`,
    );
  const wrong = folders.find(
    (path) => !existsSync(join(path, 'findings.ndjson')) && !existsSync(join(path, 'requests.ndjson')),
  );
  if (wrong !== undefined)
    throw new UsageError(`${wrong} is not a result folder: neither findings.ndjson nor requests.ndjson is in it`);
  for (const path of folders) refuseFolders(path);
  const loads = folders.filter((path) => existsSync(join(path, 'requests.ndjson')));
  const checks = folders.filter((path) => !loads.includes(path));
  const { formats } = formatsIn(
    flags,
    ...(checks.length > 0 ? ['check' as const] : []),
    ...(loads.length > 0 ? ['load' as const] : []),
  );
  const gate = textOf(flags['gate']);
  if (gate !== undefined && loads.length === 0)
    throw new UsageError('--gate is for load runs: none of these folders holds one (requests.ndjson)');
  if (flags['out'] !== undefined && loads.length < 2)
    throw new UsageError('--out is for several load runs, or segments of one; other reports go into their own folder');
  const damaged: string[] = [];
  for (const path of checks) damaged.push(...(await reportCheck(path, formats.check)));
  if (damaged.length > 0) throw usageErrorOf(damaged);
  if (loads.length === 0) return 0;
  const { reportLoads } = await import('../load/results/report-load.ts');
  return reportLoads(loads, { out: textOf(flags['out']), gate, formats: formats.load });
}

function textOf(flag: unknown): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}

function keysOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

/** Throws a UsageError where a folder has the name of a file to be read or written. */
function refuseFolders(path: string): void {
  const wrong = resultFiles
    .flatMap((file) => [join(path, file), join(path, `.${file}`)])
    .find((file) => lstatSync(file, { throwIfNoEntry: false })?.isDirectory());
  if (wrong !== undefined)
    throw new UsageError(`${wrong} is a folder, expected a file, or nothing of that name; move it away`);
}

/**
 * Reports a run of checks. Returns what is missing from its journal, which is printed once all possible reports are
 * written.
 */
async function reportCheck(path: string, formats: CheckFormats): Promise<readonly string[]> {
  const goesOn = stillRunningNote(path);
  const { run, exchanges, missing } = readIncompleteRun(path);
  const failure = await writeCheckReports(folderAt(path), run, exchanges, formats);
  if (failure !== undefined) throw failure.error;
  if (goesOn !== undefined) print(goesOn);
  const said = await returnLeftLeases(path);
  if (said !== undefined) print(said);
  print(`${path}/report.html`);
  print(lastLine(run, terminalStyle()));
  return missing === undefined ? [] : [missing];
}
