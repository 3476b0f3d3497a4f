import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checks, observations } from '../conformance/index.ts';
import { runFrom } from '../conformance/core/assemble.ts';
import { lastLine } from '../reports/terminal.ts';
import { readJournal } from './read-journal.ts';
import { folderAt } from './result-folder.ts';
import { terminalStyle } from './terminal-style.ts';
import { UsageError } from './usage-error.ts';
import { writeCheckReports } from './write-reports.ts';

/** `assay report DIR…`: derives the reports of each folder from what was appended there, also after a kill. */
export async function report(args: readonly string[]): Promise<number> {
  const folders = args.map((path) => resolve(path));
  const wrong = folders.find(
    (path) => !existsSync(join(path, 'findings.ndjson')) && !existsSync(join(path, 'requests.ndjson')),
  );
  if (wrong !== undefined)
    throw new UsageError(`${wrong} is no result folder: neither findings.ndjson nor requests.ndjson is in it`);
  for (const path of folders) await reportOn(path);
  return 0;
}

async function reportOn(path: string): Promise<void> {
  if (existsSync(join(path, 'requests.ndjson'))) {
    const { reportLoad } = await import('./report-load.ts');
    reportLoad(path);
    return;
  }
  const { journal, endedAt } = readJournal(path);
  const run = runFrom(journal, { checks, observations }, { at: endedAt });
  writeCheckReports(folderAt(path), run, journal.exchanges);
  console.log(`${path}/report.html`);
  console.log(lastLine(run, terminalStyle()));
}
