import { closeSync, existsSync, lstatSync, openSync, rmSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/** Throws a UsageError where the file that a flag names cannot be written, before any work is done. */
export function tryToWrite(flag: string, file: string): void {
  const isNew = !existsSync(file);
  try {
    // Opening a pipe would wait for its reader.
    if (!isNew && !lstatSync(file).isFile() && !lstatSync(file).isDirectory()) return;
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be written: ${errorMessage(error)}`);
  }
}
