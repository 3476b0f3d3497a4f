import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formOf } from '../../conformance/reading/form.ts';
import { shownValue } from '../../conformance/reading/shown-value.ts';
import type { Run } from '../../conformance/model/run.ts';
import { asObject } from '../../load/records/narrow.ts';
import { readJson } from '../reading/read-json.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The run.json of a result folder. Throws a UsageError where there is none that this version can read. */
export function readRunJson(folder: string): Run {
  const path = join(folder, 'run.json');
  if (!existsSync(path)) throw new UsageError(`${path} is missing; npx assay report ${folder} derives it`);
  const run = readJson({ path });
  const fields = asObject(run);
  if (fields?.['schema'] !== 'assay.run/1')
    throw new UsageError(
      `${path}: expected schema "assay.run/1", observed ${fields?.['schema'] === undefined ? 'none' : shownValue(fields['schema'])}`,
    );
  const read = runForm(run);
  if (read.is === 'formed') return read.value;
  throw new UsageError(`${path}: ${read.because}; npx assay report ${folder} derives it again`);
}

/** The file may be of another version of assay; members that it adds are ignored. */
const runForm = formOf<Run>('run', { takesMore: true });
