import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formOf } from '../../../conformance/reading/form.ts';
import { shownValue } from '../../../conformance/reading/shown-value.ts';
import { asObject } from '../../../load/records/narrow.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { readJson } from '../../reading/read-json.ts';

/** The load.json of a result folder. Throws a UsageError where there is none that this version reads. */
export function readLoadJson(folder: string): Load {
  const path = join(folder, 'load.json');
  if (!existsSync(path)) throw new UsageError(`${path} is missing; npx assay report ${folder} derives it`);
  const load = readJson({ path });
  const schema = asObject(load)?.['schema'];
  if (schema !== 'assay.load/1')
    throw new UsageError(
      `${path}: expected schema "assay.load/1", observed ${schema === undefined ? 'none' : shownValue(schema)}`,
    );
  const read = loadForm(load);
  if (read.is === 'formed') return read.value;
  throw new UsageError(`${path}: ${read.because}; npx assay report ${folder} derives it again`);
}

/** It may be of another version of assay: what that adds is not read. */
const loadForm = formOf<Load>('load', { takesMore: true });
