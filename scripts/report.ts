import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { certificateFile } from '../conformance/certificate/bundle.ts';
import { everyCheck as checks } from '../conformance/every.ts';
import { observations } from '../conformance/index.ts';
import { runFrom } from '../conformance/core/assemble.ts';
import type { RawSettings } from '../conformance/core/settings.ts';
import { lastLine } from '../reports/terminal.ts';
import { readJournal } from './read-journal.ts';
import { folderAt } from './result-folder.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';
import { writeCheckReports } from './write-reports.ts';

/** `assay report DIR…`: derives the reports of each folder from what was appended there, also after a kill; segments of one load run become one. */
export async function report(args: readonly string[], flags: RawSettings = {}): Promise<number> {
  if (typeof flags['certificates'] === 'string') {
    const { reportCertificates } = await import('./report-certificates.ts');
    return reportCertificates(flags['certificates'], keysOf(flags['key']));
  }
  if (args.length === 0) throw new UsageError('report needs a result folder, or --certificates DIR');
  const folders = args.map((path) => resolve(path));
  const bundle = folders.find((path) => existsSync(join(path, certificateFile)));
  if (bundle !== undefined)
    throw new UsageError(
      `${bundle} is the bundle of a certificate, and a report in it would spoil that; copy it first`,
    );
  const wrong = folders.find(
    (path) => !existsSync(join(path, 'findings.ndjson')) && !existsSync(join(path, 'requests.ndjson')),
  );
  if (wrong !== undefined)
    throw new UsageError(`${wrong} is no result folder: neither findings.ndjson nor requests.ndjson is in it`);
  const loads = folders.filter((path) => existsSync(join(path, 'requests.ndjson')));
  for (const path of folders) if (!loads.includes(path)) reportCheck(path);
  if (loads.length > 0) {
    const { reportLoads } = await import('./report-load.ts');
    await reportLoads(loads, typeof flags['out'] === 'string' ? flags['out'] : undefined);
  }
  return 0;
}

function keysOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function reportCheck(path: string): void {
  const { journal, endedAt, spend } = readJournal(path);
  const run = runFrom(journal, { checks, observations }, { at: endedAt, spend });
  writeCheckReports(folderAt(path), run, journal.exchanges);
  console.log(`${path}/report.html`);
  console.log(lastLine(run, terminalStyle()));
}
