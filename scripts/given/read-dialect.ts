import type { Observation } from '../../conformance/core/check.ts';
import { dialectFrom } from '../../conformance/core/run/dialect.ts';
import { readYaml } from '../reading/read-yaml.ts';
import { UsageError } from './usage-error.ts';

/** What `--dialect` has for these observations, by id; undefined where no file was given. */
export async function readDialect(
  file: string | undefined,
  observations: readonly Observation[],
): Promise<Readonly<Record<string, string>> | undefined> {
  if (file === undefined) return undefined;
  const { value } = await readYaml({ path: file, as: '--dialect' });
  const outcome = dialectFrom(value);
  if (outcome.is === 'invalid') throw new UsageError(`--dialect ${file} ${outcome.error}`);
  const asked = new Set(observations.map(({ id }) => id));
  return Object.fromEntries(Object.entries(outcome.observations).filter(([id]) => asked.has(id)));
}
