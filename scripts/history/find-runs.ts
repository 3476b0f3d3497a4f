import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/** A folder that contains the files of a result folder. */
export type FoundRun = { readonly path: string; readonly kind: 'checks' | 'load' };

/** Deepest level of folders that is searched, as in `history/2026-11-21/run-1/check`. */
const deepest = 4;
/** Most folders that are searched: `reports/out` of a year has a tenth of it. */
const mostFolders = 10_000;

/**
 * Finds every result folder in a folder, which may be one itself; folders within a result folder are not searched.
 * Links to folders are not followed, as they may lead back. Throws a UsageError where it is not a folder, or has far
 * too many.
 */
export function findRuns(folder: string): readonly FoundRun[] {
  if (!existsSync(folder))
    throw new UsageError(
      '--history: a folder that is named does not exist; name result folders, or a folder that holds some',
    );
  if (!statSync(folder).isDirectory()) throw new UsageError(`--history ${folder} is not a folder`);
  let seen = 0;
  const within = (path: string, depth: number): readonly FoundRun[] => {
    seen += 1;
    if (seen > mostFolders)
      throw new UsageError(`--history ${folder} has more than ${mostFolders} folders in it: name one of them`);
    const entries = entriesOf(path);
    const names = entries.map(({ name }) => name);
    const kind = kindOf(names);
    if (kind !== undefined) return [{ path, kind }];
    // A certificate is not a run; the run is in the result folder that it came from.
    if (depth === deepest || names.includes(certificateFile)) return [];
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted()
      .flatMap((name) => within(join(path, name), depth + 1));
  };
  return within(folder, 0);
}

function kindOf(names: readonly string[]): FoundRun['kind'] | undefined {
  if (names.includes('load.json') || names.includes('requests.ndjson')) return 'load';
  return names.includes('run.json') || names.includes('findings.ndjson') ? 'checks' : undefined;
}

function entriesOf(path: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${errorMessage(error)}`);
  }
}

function readEntries(path: string) {
  return readdirSync(path, { withFileTypes: true });
}
