import { readFileSync, readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { resourceUrl } from '../package/resources.ts';

const folder = resourceUrl('conformance/contract/schemas/');
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
formats.default(ajv);
for (const file of readdirSync(folder))
  ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object);

/** The violations of a published schema by a value; empty where there are none. */
export function schemaErrors(name: string, value: unknown, part = ''): readonly string[] {
  const validate = ajv.getSchema(`urn:assay:schema:${name}:1${part}`);
  if (validate === undefined) return [`there is no schema ${name}${part}`];
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
