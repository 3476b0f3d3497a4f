import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import { pluralize } from '../../reports/text/format.ts';
import { StorageError } from '../errors/usage-error.ts';
import { jsonLines } from './json-lines.ts';
import { journalError, type RunJournal } from './journal.ts';
import { folderAt, type ResultFolder } from './result-folder.ts';

/** Where the journal is now, and a message about it, if any. */
type JournalPlace = { readonly folder: ResultFolder; readonly says?: string };

/**
 * Where the journal of a finished run is. If it was removed, it is written again from memory: to the same place, or to
 * a temporary folder. Throws a StorageError where neither is possible.
 */
export function rescueJournal(folder: ResultFolder, journal: RunJournal): JournalPlace {
  const isThere = existsSync(join(folder.path, 'findings.ndjson'));
  const error =
    journalError(journal) ?? (isThere ? undefined : new StorageError(`${folder.path} was removed meanwhile`));
  if (error === undefined) return { folder };
  const { kept } = journal;
  const ended = journal.broken.aborted ? '. The run ended there' : '';
  if (isThere) return { folder, says: `${error.message}${ended}; the results so far are in ${folder.path}` };
  const where = writtenAnew(folder.path, kept) ?? writtenAnew(temporaryFolder(), kept);
  if (where === undefined) throw error;
  const many = `${pluralize(kept.findings.length, 'finding')} and ${pluralize(kept.exchanges.length, 'exchange')}`;
  return {
    folder: folderAt(where),
    says: `${error.message}${ended}; what was found, ${many}, is written to ${where}`,
  };
}

export function unwrittenMessage({ message }: StorageError, path: string): string {
  return `${message}; what was found is in ${path}, and npx assay report ${path} writes the reports`;
}

function writtenAnew(path: string | undefined, { header, findings, exchanges, journalEntries }: RunJournal['kept']) {
  if (path === undefined) return undefined;
  const folder = folderAt(path);
  try {
    folder.write('findings.ndjson', jsonLines([header, ...findings]));
    folder.write('journal.ndjson', jsonLines(journalEntries));
    for (const exchange of exchanges) folder.append('exchanges.ndjson', exchangeLine(exchange));
    return path;
  } catch {
    return undefined;
  } finally {
    folder.close();
  }
}

function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), 'assay-kept-'));
  } catch {
    return undefined;
  }
}
