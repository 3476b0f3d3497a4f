import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from './run-assay.testing.ts';
import { folderOfTests, removeLeft } from './temporary-folder.testing.ts';

it('all that tests make as temporary lies in one folder, which goes with them', () => {
  expect(basename(tmpdir())).toMatch(folderOfTests);
});

it('what a killed run of tests left goes with the next one, and nothing else', () => {
  const system = emptyFolder();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [own, left] = [`assay-tests-${process.pid}-a`, `assay-tests-${ended}-b`];
  for (const name of [own, left, 'assay-kept-1-c']) mkdirSync(join(system, name, 'made'), { recursive: true });
  removeLeft(system);
  expect(readdirSync(system).toSorted()).toEqual(['assay-kept-1-c', own].toSorted());
});
