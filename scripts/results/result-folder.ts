import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../input/make-folder.ts';
import { haveNoSecrets, withoutSecrets } from '../input/known-secrets.ts';
import { realPath } from '../input/real-path.ts';
import { StorageError, UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { endLastLine } from '../reading/end-last-line.ts';
import { openLineFile, type LineFile } from './line-file.ts';
import { derivedFiles, hasRunFiles, journalFiles, leaseFile, ambiguousFileNames, resultFiles } from './result-files.ts';
import { lockFolder } from './running-mark.ts';

/**
 * The folder for the results of one command. Every write is on disk before it returns, so that an interruption loses
 * nothing, and contains no secret that this process knows.
 */
export type ResultFolder = {
  readonly path: string;
  /**
   * Adds a line to a file. Throws a StorageError that names the file. `unsearched`: the texts in it that may contain a
   * secret; the others were searched before, or come from assay itself.
   */
  readonly append: (file: string, line: string, unsearched?: readonly string[]) => void;
  /** Writes a whole file atomically. */
  readonly write: (file: string, content: string) => void;
  /** Closes it; a new folder that stayed empty is removed. */
  readonly close: () => void;
};

/**
 * The folder of a new run. The files of an earlier run in it are removed, and nothing else. Throws a UsageError where
 * it cannot be written, or where the run would remove a file or folder that it reads.
 */
export function openResultFolder(
  out: string | undefined,
  command: string,
  now: Date,
  reads: readonly unknown[] = [],
): ResultFolder {
  refuseToOverwrite(out, reads);
  refuseOthers(out);
  const path = pathOf(out, command, now);
  const isNew = !existsSync(path);
  const folder = openReportFolder(path, command, now);
  return written('--out', path, () => {
    const release = lockFolder('--out', path);
    // The record of workspaces that are not given back stays: without it they would be forgotten.
    for (const file of resultFiles)
      if (file !== leaseFile || !isFile(join(path, file))) rmSync(join(path, file), { force: true });
    return heldFolder(folder, release, isNew);
  });
}

function heldFolder(folder: ResultFolder, release: () => void, isNew: boolean): ResultFolder {
  return {
    ...folder,
    close: () => {
      folder.close();
      release();
      if (isNew) rmIfEmpty(folder.path);
    },
  };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function rmIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // The folder is not empty.
  }
}

/**
 * Throws a UsageError where a file that may be foreign would be removed, because no other file there comes from an
 * earlier run.
 */
function refuseOthers(out: string | undefined): void {
  if (out === undefined) return;
  const path = resolve(out);
  const files = existsSync(path) && statSync(path).isDirectory() ? readdirSync(path) : [];
  const other = hasRunFiles(files) ? undefined : files.find((file) => ambiguousFileNames.includes(file));
  if (other !== undefined)
    throw new UsageError(`--out ${path} has a ${other} and no run beside it: name another folder, or remove it`);
}

/** The folder for reports derived from other folders; existing files stay. Throws a UsageError as above. */
export function openReportFolder(out: string | undefined, command: string, now: Date): ResultFolder {
  const path = pathOf(out, command, now);
  return written('--out', path, () => {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    return folderAt(path);
  });
}

function pathOf(out: string | undefined, command: string, now: Date): string {
  return resolve(out ?? join('reports', 'out', `${now.toISOString().replaceAll(/[:.]/g, '-')}-${command}`));
}

/** The result of `write`; throws a UsageError where the system refuses it. */
function written<T>(flag: '--out' | '--resume', path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} cannot be written: ${errorMessage(error)}`);
  }
}

/** Throws a UsageError where the results would overwrite an input. */
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
  throw new UsageError(
    `--out ${resolve(out)} would overwrite ${resolve(overwritten)}, which is an input; name another folder`,
  );
}

/**
 * The folder of a resumed run. Files derived from its journal are removed, and so is a half line that a kill may have
 * left. Throws a UsageError as above.
 */
export function openBegunFolder(path: string, reads: readonly unknown[]): ResultFolder {
  refuseToOverwrite(path, reads);
  return written('--resume', path, () => {
    for (const file of journalFiles) refuseLink(join(path, file));
    const release = lockFolder('--resume', path);
    for (const file of derivedFiles) rmSync(join(path, file), { force: true });
    for (const file of journalFiles) if (existsSync(join(path, file))) endLastLine(join(path, file));
    return heldFolder(folderAt(path, 'a'), release, false);
  });
}

/** A link may lead to a foreign file, to which lines would be added. */
function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new UsageError(`${file} is a symbolic link, which assay does not append to: replace it by the file itself`);
}

/** An existing folder, whose reports are written again; with `a`, lines are appended to existing files. */
export function folderAt(path: string, mode: 'w' | 'a' = 'w'): ResultFolder {
  const open = new Map<string, LineFile>();
  // Lines are appended to files that this run has begun, and to the record of workspaces.
  const begun = new Set([leaseFile]);
  const linesOf = (file: string): LineFile => {
    const how = begun.has(file) ? 'a' : mode;
    // The file may be a link made by the author of the folder: nothing is written through it.
    if (how === 'w' && !open.has(file)) rmSync(join(path, file), { force: true });
    const lines = open.get(file) ?? openLineFile(join(path, file), how);
    open.set(file, lines);
    return lines;
  };
  return {
    path,
    append: (file, line, unsearched = [line]) => {
      const isClean = haveNoSecrets(unsearched);
      kept(path, file, () => linesOf(file).add(isClean ? line : withoutSecrets(line)));
    },
    write: (file, content) => {
      kept(path, file, () => replaceFile(path, file, withoutSecrets(content)));
      // Otherwise lines would go to the file that was replaced.
      open.get(file)?.close();
      open.delete(file);
      begun.add(file);
    },
    close: () => {
      for (const lines of open.values()) lines.close();
      open.clear();
    },
  };
}

/** Writes atomically; the folder is made again if it was removed meanwhile. */
function replaceFile(path: string, file: string, content: string): void {
  const aside = join(path, `.${file}`);
  try {
    if (!existsSync(path)) makeFolder(path);
    // The file may be a link, as above.
    rmSync(aside, { force: true });
    writeFileSync(aside, content, { flag: 'wx' });
    renameSync(aside, join(path, file));
  } catch (error) {
    // On a full disk a half-written file would only take space.
    rmQuietly(aside);
    throw error;
  }
}

function rmQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A file that could not be written may not be removable either.
  }
}

function kept(path: string, file: string, write: () => unknown): void {
  try {
    write();
  } catch (error) {
    throw new StorageError(`${join(path, file)} could not be written: ${errorMessage(error)}`);
  }
}
