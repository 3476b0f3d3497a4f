import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../conformance/core/run/run.ts';
import { fieldsOf, jsonOf } from '../../load/model/narrow.ts';
import { UsageError } from '../given/usage-error.ts';

/** The run.json of a result folder. Throws a UsageError where there is none that this version reads. */
export function readRunJson(folder: string): Run {
  const path = join(folder, 'run.json');
  if (!existsSync(path)) throw new UsageError(`${path} is missing; npx assay report ${folder} derives it`);
  const fields = fieldsOf(jsonOf(readFileSync(path, 'utf8')));
  if (fields?.['schema'] !== 'assay.run/1')
    throw new UsageError(
      `${path}: expected schema "assay.run/1", observed ${JSON.stringify(fields?.['schema']) ?? 'none'}`,
    );
  if (!Array.isArray(fields['findings']) || !Array.isArray(fields['observations']))
    throw new UsageError(`${path} has no findings or no observations; npx assay report ${folder} derives it anew`);
  return fields as unknown as Run;
}
