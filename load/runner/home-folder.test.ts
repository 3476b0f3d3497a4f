import { spawnSync } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { homeFolder } from './home-folder.ts';

it('is the home that the user has', () => {
  expect(homeFolder()).toBe(homedir());
});

// Only root may become another user.
it.skipIf(process.getuid?.() !== 0)('is the folder for temporary files, for a user that nobody knows', () => {
  const module = fileURLToPath(new URL('./home-folder.ts', import.meta.url));
  const asked = `const { homeFolder } = await import(${JSON.stringify(module)}); process.setuid(54_321); console.log(homeFolder());`;
  const { HOME: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asked], {
    env,
    encoding: 'utf8',
  });
  expect(stdout.trim(), stderr).toBe(tmpdir());
});
