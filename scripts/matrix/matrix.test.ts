import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';

const scripts = join(import.meta.dirname, '..');

it.each([
  ['matrix/matrix.ts', ['speed-clampd'], 'speed-clampd names no fault'],
  ['matrix/matrix.ts', ['--check', 'speech.speed'], 'there is no check speech.speed; npx assay list shows them'],
  ['matrix/matrix.ts', ['--chek', 'speech.speed'], "Unknown option '--chek'"],
  ['bench/fuzz.ts', ['depe'], 'depe * matches no fault'],
  ['bench/fuzz.ts', ['deep', 'no-such-*'], 'deep no-such-* matches no fault'],
])('%s %j ends 3, and writes nothing', (script, args, says) => {
  const cwd = emptyFolder();
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, script), ...args], { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 3, stderr: expect.stringContaining(says) as string });
  expect(readdirSync(cwd)).toEqual([]);
});

it('the matrix says how it is used', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(scripts, 'matrix/matrix.ts'), '--help'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('--check ID ') as string });
});
