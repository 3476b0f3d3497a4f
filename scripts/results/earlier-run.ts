import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Run } from '../../conformance/model/run.ts';
import type { EarlierRun } from '../../reports/check/background.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readRunJson } from './read-run-json.ts';

/** Of the folders beside this one so many are read, those first that were written last. */
const mostRead = 5;
/** A run of every check has a third of it. */
const mostBytes = 8 * 2 ** 20;

/** The last run before this one, by the same command of the same target, whose folder lies beside this one's. */
export function earlierRun(folder: string, run: Run): EarlierRun | undefined {
  if (run.counts.fail === 0) return undefined;
  const before = foldersBeside(folder)
    .flatMap((name) => runIn(join(dirname(folder), name)))
    .filter(
      ({ earlier: { command, target, startedAt } }) =>
        command === run.command && target === run.target && startedAt < run.startedAt,
    )
    .toSorted((one, other) => one.earlier.startedAt.localeCompare(other.earlier.startedAt))
    .at(-1);
  if (before === undefined) return undefined;
  const { path, earlier } = before;
  const verdicts = new Map(earlier.findings.map(({ check, verdict }) => [check, verdict.is]));
  return { folder: basename(path), startedAt: earlier.startedAt, verdicts };
}

function foldersBeside(folder: string): readonly string[] {
  const parent = dirname(folder);
  if (!existsSync(parent)) return [];
  const written = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== basename(folder))
    .flatMap(({ name }) => {
      const file = lstatSync(join(parent, name, 'run.json'), { throwIfNoEntry: false });
      return file?.isFile() === true && file.size <= mostBytes ? [{ name, atMs: file.mtimeMs }] : [];
    });
  return written
    .toSorted((one, other) => other.atMs - one.atMs)
    .slice(0, mostRead)
    .map(({ name }) => name);
}

/** What is no run of this version has nothing to say here, and stops no report. */
function runIn(path: string): readonly { readonly path: string; readonly earlier: Run }[] {
  try {
    return [{ path, earlier: readRunJson(path) }];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
