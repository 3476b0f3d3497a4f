import { closeSync, constants, fstatSync, openSync, statSync, type Stats } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/** A file as messages name it: the flag and the path, or the path alone. */
export type NamedFile = { readonly path: string; readonly as?: string };

/** An open file with an end: a regular file or, with `takesPipes`, a pipe, whose size is unknown. */
export type OpenFile = { readonly fd: number; readonly bytes: number | undefined };

export class TooLong extends UsageError {}

/** The name of the file in messages. */
export function nameOfFile({ path, as }: NamedFile): string {
  return as === undefined ? path : `${as} ${path}`;
}

/**
 * Opens an untrusted path. Links are followed, and anything but a file is refused by its kind before it is opened:
 * opening a pipe would wait for its writer. Throws a UsageError.
 */
export function openPlain(file: NamedFile, takesPipes = false): OpenFile {
  const name = nameOfFile(file);
  try {
    refuseKind(name, statSync(file.path), takesPipes);
    // The path may have been replaced meanwhile: the file is opened without blocking, and its kind is checked again.
    const fd = openSync(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = fstatSync(fd);
      refuseKind(name, found, takesPipes);
      return { fd, bytes: found.isFile() ? found.size : undefined };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read: ${errorMessage(error)}`);
  }
}

function refuseKind(name: string, found: Stats, takesPipes: boolean): void {
  const kind = kindOf(found);
  if (kind === undefined || (takesPipes && found.isFIFO())) return;
  throw new UsageError(`${name} is ${kind}, expected a file`);
}

function kindOf(found: Stats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}
