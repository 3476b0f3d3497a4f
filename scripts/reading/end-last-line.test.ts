import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { endLastLine } from './end-last-line.ts';

it.each([
  ['', ''],
  ['{"a":1}\n', '{"a":1}\n'],
  ['{"a":1}\n{"b":2}', '{"a":1}\n{"b":2}\n'],
  ['{"a":1}\n{"b":"half a li', '{"a":1}\n'],
  ['{"half', ''],
])('of %j leaves %j', (before, after) => {
  const path = join(emptyFolder(), 'lines.ndjson');
  writeFileSync(path, before);
  endLastLine(path);
  expect(readFileSync(path, 'utf8')).toBe(after);
});
