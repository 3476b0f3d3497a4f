import { loadFiles } from '../../conformance/evidence/bundle.ts';
import { formatFilesOf } from '../input/formats.ts';

/** What other programs, and people, may well call theirs. */
export const namedLikeOthers: readonly string[] = ['report.html', 'summary.md', 'junit.xml'];

/** What a run of checks appends to as it goes. */
export const journalFiles: readonly string[] = ['findings.ndjson', 'exchanges.ndjson', 'journal.ndjson'];

/** A line for each workspace that was made, and for each that was given back; it vanishes when all are. */
export const leaseFile = 'workspaces.ndjson';

/** What is derived from the journal, and can be written anew. */
export const derivedFiles: readonly string[] = ['run.json', 'badge.svg', ...formatFilesOf('check'), ...namedLikeOthers];

/**
 * Every file that a command keeps in its result folder. What is derived from one that an earlier run left, such as
 * gate.json or canary.ndjson, would be told of the new one.
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
  // all of them
  ...derivedFiles,
];

/** Whether one of these files is of an earlier run: none of those that other programs may have written tells that. */
export function isOfARun(files: readonly string[]): boolean {
  return files.some((file) => resultFiles.includes(file) && !namedLikeOthers.includes(file));
}
