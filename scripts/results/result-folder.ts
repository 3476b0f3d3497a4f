import { accessSync, closeSync, constants, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StorageError, UsageError } from '../given/usage-error.ts';

/** Where the results of one command go. Every write is on disk before it returns, so that nothing is lost on interruption. */
export type ResultFolder = {
  readonly path: string;
  /** Adds one line to a file of lines. Throws a StorageError that names the file. */
  readonly append: (file: string, line: string) => void;
  /** Puts a whole file in place at once. */
  readonly write: (file: string, content: string) => void;
  readonly close: () => void;
};

/** Makes the folder. Throws a UsageError where it cannot be written. */
export function openResultFolder(out: string | undefined, command: string, now: Date): ResultFolder {
  const path = resolve(out ?? join('reports', 'out', `${now.toISOString().replaceAll(/[:.]/g, '-')}-${command}`));
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out ${path} cannot be written: ${wordsOf(error)}`);
  }
  return folderAt(path);
}

/** A folder that is there already, for reports to be written anew. */
export function folderAt(path: string): ResultFolder {
  const open = new Map<string, number>();
  const fdOf = (file: string): number => {
    const fd = open.get(file) ?? openSync(join(path, file), 'w');
    open.set(file, fd);
    return fd;
  };
  return {
    path,
    append: (file, line) => kept(path, file, () => writeSync(fdOf(file), `${line}\n`)),
    write: (file, content) =>
      kept(path, file, () => {
        writeFileSync(join(path, `.${file}`), content);
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

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
