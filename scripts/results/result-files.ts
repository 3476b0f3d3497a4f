import { loadFiles } from '../../conformance/evidence/bundle.ts';
import { formatFilesOf } from '../input/formats.ts';

/** Names that other programs and people also use for their files. */
export const ambiguousFileNames: readonly string[] = ['report.html', 'summary.md', 'junit.xml'];

/** The files that a run of checks appends to. */
export const journalFiles: readonly string[] = ['findings.ndjson', 'exchanges.ndjson', 'journal.ndjson'];

/** A line for each workspace that was made, and for each that was given back; the file is removed when all are. */
export const leaseFile = 'workspaces.ndjson';

/** Files that are derived from the journal and can be written again. */
export const derivedFiles: readonly string[] = [
  'run.json',
  'badge.svg',
  ...formatFilesOf('check'),
  ...ambiguousFileNames,
];

/**
 * Every file that a command keeps in its result folder. Reports of a new run would be wrong if they read a file of an
 * earlier run, such as gate.json or canary.ndjson.
 */
export const resultFiles: readonly string[] = [
  // check, fuzz and certify
  ...journalFiles,
  'corpus.ndjson',
  leaseFile,
  // load
  ...loadFiles,
  ...formatFilesOf('load'),
  'levels.csv',
  'dashboard.html',
  // compare
  'compare.json',
  // Derived files of all commands.
  ...derivedFiles,
];

/** Whether one of these files comes from an earlier run. Names that other programs may use do not count. */
export function hasRunFiles(files: readonly string[]): boolean {
  return files.some((file) => resultFiles.includes(file) && !ambiguousFileNames.includes(file));
}
