import { everyCheck as checks } from '../../conformance/every.ts';
import { chainFinder } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { knownFailuresFrom, type RawEntry } from '../../conformance/engine/run/known-failures.ts';
import type { KnownFailure } from '../../conformance/model/run.ts';
import { readYaml } from '../reading/read-yaml.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { nearestIds } from './nearest-ids.ts';

/**
 * The known failures of `--known-failures` that concern the checks of this run and their controls; undefined where no
 * file was given. YAML or JSON: a list of `{check, reason, expires}`. Throws a UsageError that names every wrong entry.
 */
export async function readKnownFailures(
  file: string | undefined,
  chosen: readonly Check[],
): Promise<readonly KnownFailure[] | undefined> {
  if (file === undefined) return undefined;
  const outcome = knownFailuresFrom(
    await entriesOf(file),
    checks.map(({ id }) => id),
    hintFor,
  );
  if (outcome.is === 'invalid') throw usageErrorOf(outcome.errors.map((error) => `--known-failures ${file}: ${error}`));
  const chainOf = chainFinder(checks);
  const ids = new Set(chosen.flatMap(chainOf).map(({ id }) => id));
  return outcome.failures.filter(({ check }) => ids.has(check));
}

async function entriesOf(file: string): Promise<readonly RawEntry[]> {
  const { value, lineOfEntry } = await readYaml({ path: file, as: '--known-failures' });
  // A file with only comments is what remains once everything is fixed.
  if (value === null) return [];
  if (!Array.isArray(value))
    throw new UsageError(`--known-failures ${file} is not a list, expected entries of check, reason and expires`);
  return value.map((entry: unknown, at) => ({ value: entry, line: lineOfEntry(at) }));
}

function hintFor(wrong: string, known: readonly string[]): string {
  const near = nearestIds(wrong, known);
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : `; npx assay list shows the ids`;
}
