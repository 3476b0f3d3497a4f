import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Run } from '../../conformance/model/run.ts';
import type { EarlierRun } from '../../reports/check/background.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readRunJson } from './read-run-json.ts';

/** Number of sibling folders that are read, the most recently written first. */
const mostRead = 5;
/** Largest file in bytes: a run of every check takes a third of it. */
const mostBytes = 8 * 2 ** 20;

/** The last run before this one, with the same command and target, in a folder beside this one's. */
export function earlierRun(folder: string, run: Run): EarlierRun | undefined {
  if (run.counts.fail === 0) return undefined;
  return foldersBeside(folder)
    .flatMap((path) => earlierIn(path, run))
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
    .at(-1);
}

function foldersBeside(folder: string): readonly string[] {
  const parent = dirname(folder);
  return whereReadable(() => readdirSync(parent, { withFileTypes: true }))
    .flat()
    .filter((entry) => entry.isDirectory() && entry.name !== basename(folder))
    .map(({ name }) => join(parent, name))
    .flatMap((path) => whereReadable(() => ({ path, file: lstatSync(join(path, 'run.json')) })))
    .filter(({ file }) => file.isFile() && file.size <= mostBytes)
    .toSorted((one, other) => other.file.mtimeMs - one.file.mtimeMs)
    .slice(0, mostRead)
    .map(({ path }) => path);
}

/** Other files beside the folder may be unreadable; that must not stop a report. */
function whereReadable<T>(read: () => T): readonly T[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

/** Keeps only the needed parts of a run, so that no two whole ones are in memory at once. */
function earlierIn(path: string, { command, target, startedAt }: Run): readonly EarlierRun[] {
  try {
    const run = readRunJson(path);
    if (run.command !== command || run.target !== target || run.startedAt >= startedAt) return [];
    const verdicts = new Map(run.findings.map(({ check, verdict }) => [check, verdict.is]));
    return [{ folder: basename(path), startedAt: run.startedAt, verdicts }];
  } catch (error) {
    // It is not a run of this version.
    if (error instanceof UsageError) return [];
    throw error;
  }
}
