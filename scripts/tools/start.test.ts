import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';

it('npm start takes a wrong assay.yaml for a mistake, as every command does', () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'assay.yaml'), 'tokn: 1\n');
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    cwd,
    encoding: 'utf8',
  });
  expect(status).toBe(3);
  expect(stderr).toMatch(/^assay: assay\.yaml: tokn is not a setting[^\n]*\n$/);
});
