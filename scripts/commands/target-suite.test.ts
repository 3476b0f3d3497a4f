import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFolder, serve } from '../testing/run-assay.testing.ts';

const root = join(import.meta.dirname, '..', '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  service = await serve('--fault', 'bots-listed-twice');
});
afterAll(() => service.stop());

/** The checks as a Vitest suite, started in a folder with these settings. */
async function suite(settings: string): Promise<{ readonly code: number; readonly said: string }> {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'assay.yaml'), settings);
  const env = { ...process.env, ASSAY_TARGET: service.url, ASSAY_TOKEN: service.token, NO_COLOR: '1', FORCE_COLOR: '' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--root', root, '--config', join(root, 'vitest.target.config.ts')],
      { cwd, env },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, said: out + err }),
    );
  });
}

const words = 'SHOULD failed: bots.list/ids-are-unique: ';

it('the suite judges by assay.yaml, and tells of a SHOULD that failed', async () => {
  const { code, said } = await suite('only: ["bots.list/ids-are-*"]\n');
  expect(said).toContain(words);
  expect(said).not.toContain('skipped');
  expect(said).not.toContain('voices.list');
  expect(code).toBe(0);
});

it('the suite fails for it with strict', async () => {
  const { code, said } = await suite('only: ["bots.list/ids-are-*"]\nstrict: true\n');
  expect(said).toContain('FAIL');
  expect(said).not.toContain(words);
  expect(code).toBe(1);
});
