import type { Observation } from '../../conformance/model/check.ts';
import { dialectFrom, type DialectOutcome } from '../../conformance/engine/run/dialect.ts';
import { readYaml } from '../reading/read-yaml.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The values in `--dialect` for these observations, by id; undefined where no file was given. */
export async function readDialect(
  file: string | undefined,
  observations: readonly Observation[],
): Promise<Readonly<Record<string, string>> | undefined> {
  if (file === undefined) return undefined;
  const dialect = await dialectIn(file);
  const asked = new Set(observations.map(({ id }) => id));
  return Object.fromEntries(Object.entries(dialect.observations).filter(([id]) => asked.has(id)));
}

/** The whole dialect in the file. */
export async function dialectIn(file: string): Promise<Extract<DialectOutcome, { readonly is: 'dialect' }>> {
  const { value } = await readYaml({ path: file, as: '--dialect' });
  const outcome = dialectFrom(value);
  if (outcome.is === 'invalid') throw new UsageError(`--dialect ${file} ${outcome.error}`);
  return outcome;
}
