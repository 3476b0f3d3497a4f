import { withoutCiCommands } from '../../reports/text/log-text.ts';
import { StorageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/** Prints text that is ready for people. It may quote a target, so commands for a CI runner in it are disabled. */
export function print(text: string, screen: { readonly write: (text: string) => unknown } = process.stdout): void {
  screen.write(`${withoutCiCommands(text)}\n`);
}

/** A stream that takes a text and reports afterwards whether it was written. */
type Sink = { readonly write: (text: string, done: (error?: Error | null) => void) => unknown };

/**
 * Prints the proper output of a command, with `--json` the result itself. Throws a StorageError where it could not be
 * written; a reader that has gone, such as `| head`, is no error.
 */
export async function printResult(text: string, out: Sink = process.stdout): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    out.write(`${text}\n`, resolve);
  });
  if (error === null || error === undefined || ('code' in error && error.code === 'EPIPE')) return;
  throw new StorageError(`stdout could not be written: ${errorMessage(error)}`);
}
