import { readFileSync, readdirSync } from 'node:fs';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { publishedFormats } from './published-formats.ts';
import { schemaOf } from './schema-of.ts';

const folder = `${import.meta.dirname}/../../conformance/contract/schemas`;

it.each(publishedFormats)(
  'the published schema of $name follows from its definition: else npm run schemas',
  (format) => {
    const published: unknown = JSON.parse(readFileSync(`${folder}/${format.name}.schema.json`, 'utf8'));
    expect(JSON.stringify(published)).toBe(JSON.stringify(schemaOf(format)));
  },
);

it('no schema is published that nothing defines', () => {
  const defined = publishedFormats.map(({ name }) => `${name}.schema.json`);
  expect(readdirSync(folder).toSorted()).toEqual(defined.toSorted());
});

it('a part that has a name stands in a schema once, and says there what it says of itself elsewhere', () => {
  const part = Type.Object({ a: Type.String() }, { description: 'a part' });
  const form = Type.Object({
    one: part,
    other: Type.Optional({ ...part, description: 'another' }),
    its: Type.Array(part),
  });
  const schema = schemaOf({ name: 'n', title: 't', description: 'd', form, parts: { part } });
  expect(schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:schema:n:1',
    title: 't',
    description: 'd',
    type: 'object',
    required: ['one', 'its'],
    properties: {
      one: { $ref: '#/$defs/part' },
      other: { $ref: '#/$defs/part', description: 'another' },
      its: { type: 'array', items: { $ref: '#/$defs/part' } },
    },
    $defs: { part: { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, description: 'a part' } },
  });
});
