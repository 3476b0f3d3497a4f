import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRun } from '../../conformance/evidence/journal-shapes.ts';
import { shownValue } from '../../conformance/reading/shown-value.ts';
import type { Run } from '../../conformance/engine/run/run.ts';
import { fieldsOf } from '../../load/records/narrow.ts';
import { readJson } from '../reading/read-json.ts';
import { UsageError } from '../input/usage-error.ts';

/** The run.json of a result folder. Throws a UsageError where there is none that this version reads. */
export function readRunJson(folder: string): Run {
  const path = join(folder, 'run.json');
  if (!existsSync(path)) throw new UsageError(`${path} is missing; npx assay report ${folder} derives it`);
  const run = readJson({ path });
  const fields = fieldsOf(run);
  if (fields?.['schema'] !== 'assay.run/1')
    throw new UsageError(
      `${path}: expected schema "assay.run/1", observed ${fields?.['schema'] === undefined ? 'none' : shownValue(fields['schema'])}`,
    );
  if (!Array.isArray(fields['findings']) || !Array.isArray(fields['observations']))
    throw new UsageError(`${path} has no findings or no observations; npx assay report ${folder} derives it again`);
  if (isRun(run)) return run;
  throw new UsageError(`${path} is not as assay writes it; npx assay report ${folder} derives it again`);
}
