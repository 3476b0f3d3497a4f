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
import { wordsOf } from '../errors/words-of.ts';
import { endLastLine } from '../reading/end-last-line.ts';
import { openLineFile, type LineFile } from './line-file.ts';
import { derivedFiles, isOfARun, journalFiles, leaseFile, namedLikeOthers, resultFiles } from './result-files.ts';
import { takeFolder } from './running-mark.ts';

/**
 * Where the results of one command go. Every write is on disk before it returns, so that nothing is lost on interruption,
 * and has no secret that this process knows.
 */
export type ResultFolder = {
  readonly path: string;
  /**
   * Adds one line to a file of lines. Throws a StorageError that names the file. `unsearched` are the texts in it that may
   * have a secret, where the rest was searched when it came, or is of assay itself.
   */
  readonly append: (file: string, line: string, unsearched?: readonly string[]) => void;
  /** Puts a whole file in place at once. */
  readonly write: (file: string, content: string) => void;
  /** Ends it; a folder that was made for it, and into which nothing came, vanishes. */
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
  const path = pathOf(out, command, now);
  const isNew = !existsSync(path);
  const folder = openReportFolder(path, command, now);
  return written('--out', path, () => {
    const release = takeFolder('--out', path);
    // Of workspaces those are still there that are not given back: nobody would know of them any more.
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
    // Something is in it.
  }
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

/** What comes of it; throws a UsageError where the system does not let it. */
function written<T>(flag: '--out' | '--resume', path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} cannot be written: ${wordsOf(error)}`);
  }
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
  throw new UsageError(
    `--out ${resolve(out)} would overwrite ${resolve(overwritten)}, which is an input; name another folder`,
  );
}

/**
 * The folder of a run that goes on. What is derived from its journal goes, and so does the half line that a kill may have
 * left there. Throws a UsageError as above.
 */
export function openBegunFolder(path: string, reads: readonly unknown[]): ResultFolder {
  refuseToOverwrite(path, reads);
  return written('--resume', path, () => {
    for (const file of journalFiles) refuseLink(join(path, file));
    const release = takeFolder('--resume', path);
    for (const file of derivedFiles) rmSync(join(path, file), { force: true });
    for (const file of journalFiles) if (existsSync(join(path, file))) endLastLine(join(path, file));
    return heldFolder(folderAt(path, 'a'), release, false);
  });
}

/** A link leads to a file that may be anybody's, and lines would be added to that. */
function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new UsageError(`${file} is a symbolic link, which assay does not append to: replace it by the file itself`);
}

/** A folder that is there already, for reports to be written anew; lines are added to what is there only with `a`. */
export function folderAt(path: string, mode: 'w' | 'a' = 'w'): ResultFolder {
  const open = new Map<string, LineFile>();
  // Lines are added behind what this run has put there, and behind what is not given back.
  const begun = new Set([leaseFile]);
  const linesOf = (file: string): LineFile => {
    const how = begun.has(file) ? 'a' : mode;
    // What lies there may be a link of whoever handed the folder over: nothing is written through it.
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
      // Else lines would be added to the one that was replaced.
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

/** At once, or not at all; the folder is made anew where it was removed meanwhile. */
function replaceFile(path: string, file: string, content: string): void {
  const aside = join(path, `.${file}`);
  try {
    if (!existsSync(path)) makeFolder(path);
    // As above.
    rmSync(aside, { force: true });
    writeFileSync(aside, content, { flag: 'wx' });
    renameSync(aside, join(path, file));
  } catch (error) {
    // On a full disk half of it would only be in the way.
    rmQuietly(aside);
    throw error;
  }
}

function rmQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What could not be written may well be beyond removing.
  }
}

function kept(path: string, file: string, write: () => unknown): void {
  try {
    write();
  } catch (error) {
    throw new StorageError(`${join(path, file)} could not be written: ${wordsOf(error)}`);
  }
}
