import { withoutCiCommands } from '../../reports/text/log-text.ts';
import { StorageError } from '../errors/usage-error.ts';
import { wordsOf } from '../errors/words-of.ts';

/** Prints what is laid out for people already. It may quote a target, which gives a CI runner that reads along no orders. */
export function print(text: string, screen: { readonly write: (text: string) => unknown } = process.stdout): void {
  screen.write(`${withoutCiCommands(text)}\n`);
}

/** How a stream takes a text, and says afterwards what became of it. */
type Sink = { readonly write: (text: string, done: (error?: Error | null) => void) => unknown };

/**
 * Prints what stdout is there for: with `--json` it is the result itself. Throws a StorageError where that could not be
 * written; a reader that went away, such as `| head`, has what it wanted.
 */
export async function deliver(text: string, out: Sink = process.stdout): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    out.write(`${text}\n`, resolve);
  });
  if (error === null || error === undefined || ('code' in error && error.code === 'EPIPE')) return;
  throw new StorageError(`stdout could not be written: ${wordsOf(error)}`);
}
