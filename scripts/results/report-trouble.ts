import { escapeForLog } from '../../reports/text/log-text.ts';
import type { StorageError } from '../errors/usage-error.ts';
import { clockChangeNote } from '../output/clock.ts';
import { print } from '../output/print.ts';

/** The reports that could not be written, and the error of the first. */
export type UnwrittenReports = { readonly error: StorageError; readonly files: readonly string[] };

/**
 * Prints the last lines of a run: about a clock that was set meanwhile, and what could not be kept. `says`: about the
 * journal; `unwritten`: the reports that could not be written into the folder at `path`. Returns what it printed about
 * the latter two.
 */
export function printTrouble(
  says: string | undefined,
  unwritten: UnwrittenReports | undefined,
  path: string,
): string | undefined {
  const clock = clockChangeNote();
  if (clock !== undefined) print(`assay: ${clock}`, process.stderr);
  const kept = says ?? (unwritten && `${unwritten.error.message}; what was found is in ${path}`);
  const trouble = unwritten === undefined ? kept : `${kept}; ${missingWords(unwritten, path)}`;
  if (trouble !== undefined) print(`assay: ${escapeForLog(trouble)}`, process.stderr);
  return trouble;
}

function missingWords({ files }: UnwrittenReports, path: string): string {
  const which = `${files.join(', ')} ${files.length === 1 ? 'is' : 'are'} missing`;
  return `${which}: npx assay report ${path} writes ${files.length === 1 ? 'it' : 'them'} once there is space`;
}
