import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../given/make-folder.ts';
import { withoutSecrets } from '../given/known-secrets.ts';
import { realPath } from '../given/real-path.ts';
import { StorageError, UsageError } from '../given/usage-error.ts';
import { wordsOf } from '../given/words-of.ts';
import { endLastLine } from './end-last-line.ts';
import { derivedFiles, isOfARun, journalFiles, namedLikeOthers, resultFiles } from './result-files.ts';

/**
 * Where the results of one command go. Every write is on disk before it returns, so that nothing is lost on interruption,
 * and has no secret that this process knows.
 */
export type ResultFolder = {
  readonly path: string;
  /**
   * Adds one line to a file of lines. Throws a StorageError that names the file. `unsearched` is what of it may have a
   * secret, where the rest was searched when it came.
   */
  readonly append: (file: string, line: string, unsearched?: string) => void;
  /** Puts a whole file in place at once. */
  readonly write: (file: string, content: string) => void;
  readonly close: () => void;
};

/**
 * The folder of a new run. What an earlier one has left in it is removed, and nothing else. Throws a UsageError where it
 * cannot be written, or where one of the files or folders that the run reads would go.
 */
export function openResultFolder(
  out: string | undefined,
  command: string,
  now: Date,
  reads: readonly unknown[] = [],
): ResultFolder {
  refuseToOverwrite(out, reads);
  refuseOthers(out);
  const folder = openReportFolder(out, command, now);
  try {
    for (const file of resultFiles) rmSync(join(folder.path, file), { force: true });
  } catch (error) {
    throw new UsageError(`--out ${folder.path} cannot be written: ${wordsOf(error)}`);
  }
  return folder;
}

/** Throws a UsageError where a file would go that may be somebody else's: nothing beside it is of an earlier run. */
function refuseOthers(out: string | undefined): void {
  if (out === undefined) return;
  const path = resolve(out);
  const files = existsSync(path) && statSync(path).isDirectory() ? readdirSync(path) : [];
  const other = isOfARun(files) ? undefined : files.find((file) => namedLikeOthers.includes(file));
  if (other !== undefined)
    throw new UsageError(`--out ${path} has a ${other} and no run beside it: name another folder, or remove it`);
}

/** The folder of reports that are derived from other folders: what is there stays. Throws a UsageError as above. */
export function openReportFolder(out: string | undefined, command: string, now: Date): ResultFolder {
  const path = resolve(out ?? join('reports', 'out', `${now.toISOString().replaceAll(/[:.]/g, '-')}-${command}`));
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out ${path} cannot be written: ${wordsOf(error)}`);
  }
  return folderAt(path);
}

/** Throws a UsageError where something that is read lies where results are about to be written. */
export function refuseToOverwrite(out: string | undefined, reads: readonly unknown[]): void {
  if (out === undefined) return;
  const path = realPath(out);
  const overwritten = reads
    .filter((each) => typeof each === 'string')
    .find((each) => {
      const read = realPath(each);
      return read === path || (dirname(read) === path && resultFiles.includes(basename(read)));
    });
  if (overwritten === undefined) return;
  throw new UsageError(`--out ${resolve(out)} would overwrite ${resolve(overwritten)}, which is read; name another`);
}

/**
 * The folder of a run that goes on. What is derived from its journal goes, and so does the half line that a kill may have
 * left there. Throws a UsageError as above.
 */
export function openBegunFolder(path: string, reads: readonly unknown[]): ResultFolder {
  refuseToOverwrite(path, reads);
  try {
    for (const file of derivedFiles) rmSync(join(path, file), { force: true });
    for (const file of journalFiles) if (existsSync(join(path, file))) endLastLine(join(path, file));
  } catch (error) {
    throw new UsageError(`--resume ${path} cannot be written: ${wordsOf(error)}`);
  }
  return folderAt(path, 'a');
}

/** A folder that is there already, for reports to be written anew; lines are added to what is there only with `a`. */
export function folderAt(path: string, mode: 'w' | 'a' = 'w'): ResultFolder {
  const open = new Map<string, number>();
  const fdOf = (file: string): number => {
    const fd = open.get(file) ?? openSync(join(path, file), mode);
    open.set(file, fd);
    return fd;
  };
  return {
    path,
    append: (file, line, unsearched = line) => {
      const isClean = withoutSecrets(unsearched) === unsearched;
      kept(path, file, () => writeSync(fdOf(file), `${isClean ? line : withoutSecrets(line)}\n`));
    },
    write: (file, content) =>
      kept(path, file, () => {
        writeFileSync(join(path, `.${file}`), withoutSecrets(content));
        renameSync(join(path, `.${file}`), join(path, file));
      }),
    close: () => {
      for (const fd of open.values()) closeSync(fd);
      open.clear();
    },
  };
}

function kept(path: string, file: string, write: () => unknown): void {
  try {
    write();
  } catch (error) {
    throw new StorageError(`${join(path, file)} could not be written: ${wordsOf(error)}`);
  }
}
