import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type * as Ajv from 'ajv/dist/2020.js';
import { flawIn } from './form-flaw.ts';
import { readable, takingMore, type Json } from './form-schema.ts';

/** A value of the form, or where and how it differs, such as `/verdict/is is "x", expected "pass" or "fail"`. */
type Formed<T> = { readonly is: 'formed'; readonly value: T } | { readonly is: 'other'; readonly because: string };

/** Tells whether a value from a file has the form of a type. */
export type Form<T> = (value: unknown) => Formed<T>;

/**
 * The form that a published schema describes, by the name of its file and, for a part of it, a fragment such as
 * `run#/$defs/headerLine`. `takesMore` allows members that no schema names, as another version of assay may write them;
 * nothing reads those.
 */
export function formOf<T>(of: string, { takesMore = false }: { readonly takesMore?: boolean } = {}): Form<T> {
  const [name = '', part = ''] = of.split('#', 2);
  return (value) => {
    const validators = validatorsFor(name, takesMore);
    const validate = validators.getSchema<T>(`${idOf(name)}${part === '' ? '' : `#${part}`}`);
    if (validate === undefined) throw new Error(`there is no schema ${of}`);
    if (validate(value)) return { is: 'formed', value: value as T };
    return { is: 'other', because: flawIn(validate.errors ?? []) };
  };
}

function idOf(name: string): string {
  return `urn:assay:schema:${name}:1`;
}

/** The names of the schemas that a schema refers to. */
const references = /"urn:assay:schema:([\w-]+):1[#"]/g;

type Validators = { readonly made: Ajv.Ajv2020; readonly names: Set<string> };

const known = new Map<boolean, Validators>();

/** Validators with this schema and those that it refers to: reading all schemas takes a tenth of a second. */
function validatorsFor(name: string, takesMore: boolean): Ajv.Ajv2020 {
  const validators = known.get(takesMore) ?? { made: newValidators(), names: new Set<string>() };
  known.set(takesMore, validators);
  addSchema(validators, name, takesMore);
  return validators.made;
}

function addSchema(validators: Validators, name: string, takesMore: boolean): void {
  if (validators.names.has(name)) return;
  validators.names.add(name);
  const text = readFileSync(new URL(`${name}.schema.json`, folder), 'utf8');
  const schema = readable(JSON.parse(text) as Json);
  validators.made.addSchema(takesMore ? takingMore(schema) : schema);
  for (const [, other = ''] of text.matchAll(references)) addSchema(validators, other, takesMore);
}

function newValidators(): Ajv.Ajv2020 {
  const { Ajv2020: Validators } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  return new Validators({
    strict: false,
    verbose: true,
    discriminator: true,
    ownProperties: true,
    // A test checks the schemas against their own schema; doing so at each start takes longer than anything else here.
    meta: false,
    validateSchema: false,
    // V8 removes the same code as this optimisation, in a third less time.
    code: { optimize: false },
    formats: { 'date-time': isTime, date: /^\d{4}-\d{2}-\d{2}$/ },
  });
}

/** In the published package this file is `dist/conformance/reading/form.js`. */
const folder = new URL(
  import.meta.url.endsWith('.js') ? '../../../conformance/contract/schemas/' : '../contract/schemas/',
  import.meta.url,
);

/** A time as `toISOString` writes it, with or without microseconds. */
function isTime(text: string): boolean {
  const plain = text.replace(/(\.\d{3})\d{3}Z$/, '$1Z');
  const at = new Date(plain);
  return !Number.isNaN(at.getTime()) && at.toISOString() === plain;
}
