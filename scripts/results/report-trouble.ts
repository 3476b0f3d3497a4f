import { logged } from '../../reports/text/log-text.ts';
import type { StorageError } from '../errors/usage-error.ts';
import { clockWords } from '../output/clock.ts';
import { print } from '../output/print.ts';
import { unwrittenWords } from './rescue.ts';

/**
 * The last lines of a run: of a clock that was set meanwhile, and of what could not be kept. `says`: of the journal;
 * `unwritten`: why not every report could be written into the folder at `path`. Gives what it said of the latter two.
 */
export function tellTrouble(
  says: string | undefined,
  unwritten: StorageError | undefined,
  path: string,
): string | undefined {
  const clock = clockWords();
  if (clock !== undefined) print(`assay: ${clock}`, process.stderr);
  const trouble = says ?? (unwritten && unwrittenWords(unwritten, path));
  if (trouble !== undefined) print(`assay: ${logged(trouble)}`, process.stderr);
  return trouble;
}
