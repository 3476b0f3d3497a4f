import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, bin, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

const noTerminal = spawnSync('script', ['--version']).status !== 0;

describe('assay check --json', () => {
  it('prints run.json and nothing else on stdout, with the same exit code', async () => {
    const service = await serve('--fault', 'speed-clamped');
    const out = emptyFolder();
    const flags = [
      '--target',
      service.url,
      '--token',
      service.token,
      '--only',
      'speech.speed/rejects-above-maximum',
      '--out',
      out,
    ];
    const { code, out: said, err } = await assay(['check', ...flags, '--json']);
    await service.stop();
    expect(code).toBe(1);
    expect(JSON.parse(said)).toEqual(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')));
    expect(schemaErrors('run', JSON.parse(said))).toEqual([]);
    expect(err).toMatch(/^✗ Speech +\d+ checks?, \d+ failed/m);
  });
});

describe('the progress of assay check', () => {
  const check = ['check', '--embedded', '--only', 'voices.*'];
  it.skipIf(noTerminal)('is a line of the terminal that changes, and is gone at the end', () => {
    const command = [process.execPath, bin, ...check].map((word) => `'${word}'`).join(' ');
    const cwd = emptyFolder();
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd, encoding: 'utf8' });
    expect(stdout).toMatch(/\r\u001B\[K\d+ of \d+ probes sent/);
    const screen = stdout.split('\n').map((line) => line.replace(/\r$/, '').split('\r\u001B[K').at(-1));
    expect(screen.filter((line) => line?.includes('probes sent'))).toEqual([]);
  });
  it('is nothing in a pipe', async () => {
    expect((await assay(check)).out).not.toContain('probes sent');
  });
});
