import { isDeepStrictEqual } from 'node:util';
import type { Format } from '../../conformance/contract/formats/parts.ts';

/** The published JSON Schema of a format. A named part appears once and is referred to. */
export function schemaOf({ name, title, description, form, parts = {} }: Format): Json {
  const { description: _, ...whole } = plain(form);
  const named = Object.entries(parts).map(([part, of]) => [part, plain(of)] as const);
  const definitions = named.map(([part, of]) => [part, membersReferring(of, named)] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:assay:schema:${name}:1`,
    title,
    description,
    ...membersReferring(whole, named),
    ...(named.length > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

type Json = Readonly<Record<string, unknown>>;
type Named = readonly (readonly [name: string, schema: Json])[];

/** A plain copy, without the library's own properties. */
function plain(form: object): Json {
  return JSON.parse(JSON.stringify(form)) as Json;
}

function membersReferring(schema: Json, named: Named): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value, named)]));
}

function referring(value: unknown, named: Named): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => referring(item, named));
  const { description, ...form } = value as Json;
  for (const [name, { description: said, ...part }] of named) {
    if (!isDeepStrictEqual(form, part)) continue;
    return { $ref: `#/$defs/${name}`, ...(description !== said && { description }) };
  }
  return membersReferring(value as Json, named);
}
