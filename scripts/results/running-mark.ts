import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '../../conformance/reading/parsed-json.ts';
import { asObject, asNumber, asString } from '../../load/records/narrow.ts';
import { UsageError } from '../errors/usage-error.ts';
import { isRunning, thisProcess } from './is-running.ts';

/** Marks a result folder while a run writes to it. The run removes it; the mark of a killed run is ignored. */
export const runningFile = '.running.json';

type FolderFlag = '--out' | '--resume';

/** The other live process that writes into this folder; undefined where there is none. */
export function runningProcessIn(path: string): number | undefined {
  return runnerOf(join(path, runningFile));
}

/** A note on results that are read while their run goes on. */
export function stillRunningNote(path: string): string | undefined {
  const pid = runningProcessIn(path);
  return pid === undefined
    ? undefined
    : `this run is still going on (process ${pid}): the report has what is written so far; make it again when the run has ended`;
}

/** Throws a UsageError where another run writes into this folder, which `flag` names. */
export function refuseFolderInUse(flag: FolderFlag, path: string): void {
  const pid = runningProcessIn(path);
  if (pid === undefined) return;
  const advice = flag === '--out' ? 'name another folder, or wait until it has ended' : 'wait until it has ended';
  throw new UsageError(
    `${flag} ${path} belongs to another run that is still going on (process ${pid}): ${advice}; ` +
      `if process ${pid} is not a run of assay, remove ${join(path, runningFile)}`,
  );
}

/** Marks a folder as this process's own; the returned function removes the mark. Throws a UsageError as above. */
export function lockFolder(flag: FolderFlag, path: string): () => void {
  const file = join(path, runningFile);
  const own = `${file}.${process.pid}`;
  refuseFolderInUse(flag, path);
  try {
    removeStale(file, own);
    writeFileSync(own, `${JSON.stringify(thisProcess())}\n`);
    // `link` makes the file appear complete, and succeeds for only one of two processes.
    linkSync(own, file);
  } catch (error) {
    refuseFolderInUse(flag, path);
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const release = (): void => {
    process.off('exit', release);
    try {
      rmSync(file, { force: true });
    } catch {
      // A mark that stays is recognised as that of a finished process.
    }
  };
  process.on('exit', release);
  return release;
}

/** Another process may have replaced the stale mark meanwhile: then its mark is put back. */
function removeStale(file: string, aside: string): void {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (runnerOf(aside) === undefined) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function runnerOf(file: string): number | undefined {
  const mark = asObject(parsedJson(textIn(file)));
  const [pid, began] = [asNumber(mark?.['pid']), asString(mark?.['began'])];
  if (pid === undefined || pid <= 0 || pid === process.pid) return undefined;
  return isRunning({ pid, ...(began === undefined ? {} : { began }) }) ? pid : undefined;
}

function textIn(file: string): string {
  try {
    // Reading a pipe would wait for its writer.
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
