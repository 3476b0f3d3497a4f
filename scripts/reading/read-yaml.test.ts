import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { readYaml } from './read-yaml.ts';

async function read(text: string): Promise<unknown> {
  const path = join(emptyFolder(), 'given.yaml');
  writeFileSync(path, text);
  return (await readYaml({ path, as: '--known-failures' })).value;
}

it.each([
  ['', null],
  ['# nothing left\n', null],
  ['a: 1\nb: [x, {y: null}]\n', { a: 1, b: ['x', { y: null }] }],
  ['{"a": "JSON is a part of it"}', { a: 'JSON is a part of it' }],
  ['a: &text as here\nb: *text\n', { a: 'as here', b: 'as here' }],
  ['day: 2026-12-31\n1: one\n', { day: '2026-12-31', 1: 'one' }],
])('%j is read', async (text, value) => {
  expect(await read(text)).toEqual(value);
});

it('takes a name that objects have for one of its own', async () => {
  expect(Object.entries((await read('__proto__: {a: 1}\n')) as object)).toEqual([['__proto__', { a: 1 }]]);
});

const laughs = Array.from('bcdefghij', (name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]}, `.repeat(9)}]`);

it.each([
  ['a: 1\nb: 2\na: 3\n', 'it has a key twice on line 3'],
  ['? '.repeat(500), 'it has a key that is not text on line 1'],
  ['a: &a [*a]\n', 'it nests more than 32 deep on line 1'],
  ['a: *nothing\n', 'it has an alias without an anchor on line 1'],
  [`a: &a [x]\n${laughs.join('\n')}\n`, 'it has more than 100 aliases'],
  [`a: &a [${'x, '.repeat(2_000)}]\nb: [${'*a, '.repeat(50)}]\n`, 'it has more than 50,000 values'],
  ['['.repeat(20_000), 'it is nested too deeply'],
  ['- '.repeat(100), 'it nests more than 32 deep on line 1'],
  ['a: 1\n---\nb: 2\n', 'Source contains multiple documents at line 2, column 1'],
  ['a'.repeat(300_000), '--known-failures'],
])('mistake %# is refused with what is wrong, soon', async (text, says) => {
  await expect(read(text)).rejects.toThrow(says);
});

it('repeats nothing of a file that was named by mistake', async () => {
  const mistake = await read('token: "a-secret-of-many-letters\n  : x: a-secret-of-many-letters\n').catch(String);
  expect(mistake).toMatch(/--known-failures .*given\.yaml cannot be read: .* at line \d/);
  expect(mistake).not.toContain('a-secret');
});
