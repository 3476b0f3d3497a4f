import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import type * as Ajv from 'ajv/dist/2020.js';
import { flawIn } from './form-flaw.ts';
import { readable, takingMore, type Json } from './form-schema.ts';

/** A value that has the form, or where and how it differs from it, such as `/verdict/is is "x", expected "pass" or "fail"`. */
export type Formed<T> =
  | { readonly is: 'formed'; readonly value: T }
  | { readonly is: 'other'; readonly because: string };

/** Tells whether a value that came from a file has the form of a type. */
export type Form<T> = (value: unknown) => Formed<T>;

/**
 * The form that a published schema describes, by its file's name and, for a part of it, a fragment such as
 * `run#/$defs/headerLine`. `takesMore`: members that no schema names may stand there too, as another version of assay may
 * write them; nothing reads those.
 */
export function formOf<T>(of: string, { takesMore = false }: { readonly takesMore?: boolean } = {}): Form<T> {
  const [name = '', part = ''] = of.split('#', 2);
  return (value) => {
    const validate = validators(takesMore).getSchema<T>(`urn:assay:schema:${name}:1${part === '' ? '' : `#${part}`}`);
    if (validate === undefined) throw new Error(`there is no schema ${of}`);
    if (validate(value)) return { is: 'formed', value: value as T };
    return { is: 'other', because: flawIn(validate.errors ?? []) };
  };
}

const known = new Map<boolean, Ajv.Ajv2020>();

/** Made where something is read for the first time: most invocations read nothing that needs it. */
function validators(takesMore: boolean): Ajv.Ajv2020 {
  const made = known.get(takesMore) ?? newValidators(takesMore);
  known.set(takesMore, made);
  return made;
}

function newValidators(takesMore: boolean): Ajv.Ajv2020 {
  const { Ajv2020: Validators } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const validators = new Validators({
    strict: false,
    verbose: true,
    discriminator: true,
    ownProperties: true,
    // A test holds the schemas against their own schema; to do so at each start takes longer than anything else here.
    meta: false,
    validateSchema: false,
    formats: { 'date-time': isTime, date: /^\d{4}-\d{2}-\d{2}$/ },
  });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const schema = readable(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Json);
    validators.addSchema(takesMore ? takingMore(schema) : schema);
  }
  return validators;
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
