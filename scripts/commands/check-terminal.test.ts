import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assay, bin, emptyFolder, serve, serveApart } from '../testing/run-assay.testing.ts';

const noTerminal = spawnSync('script', ['-qec', 'stty size', '/dev/null']).status !== 0;

/** What a terminal of so many columns shows in the end, line by line, with what came to it. */
function onTerminal(columns: number, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const words = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ');
  const options = { cwd: emptyFolder(), encoding: 'utf8' as const, env: { ...process.env, ...env } };
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${columns} rows 24; ${words}`, '/dev/null'], options);
  const lines = stdout.split('\n').map((line) => line.replace(/\r$/, '').split('\r\u001B[K').at(-1) ?? '');
  return { raw: stdout, lines: lines.map((line) => line.replaceAll(/\u001B\[\d+m/g, '')) };
}

/** check.test.ts verifies with a whole run that it fits one screen where nothing failed. */
describe('what check says on a screen', { timeout: 120_000 }, () => {
  let wrong: Awaited<ReturnType<typeof serveApart>>;
  beforeAll(async () => {
    wrong = await serveApart('--fault', 'speed-clamped');
  });
  afterAll(() => wrong.stop());

  it.skipIf(noTerminal).each([80, 60])('keeps to %i columns, and leaves nothing of its progress', (columns) => {
    const means = ['--target', wrong.url, '--token', wrong.token];
    const { raw, lines } = onTerminal(columns, ['check', ...means, '--only', 'speech.speed/*', '--out', emptyFolder()]);
    expect(raw).toMatch(/\r\u001B\[K\d+ of \d+ probes sent/);
    expect(lines.filter((line) => line.includes('probes sent'))).toEqual([]);
    // What is there to be pasted, or is one word, is whole.
    const told = lines.filter((line) => !/^ {2}run |^report: |^ {2}\d+ more checks? |^ {2}similar to /.test(line));
    expect(told.filter(({ length }) => length > columns)).toEqual([]);
    expect(lines.join('\n')).toMatch(/^✗ Fail: \d+ MUST and 1 SHOULD checks failed, 1 cause\s/m);
    expect(raw).toContain('\u001B[31m✗ Fail\u001B[0m');
  });

  it.skipIf(noTerminal)('has no colour where that is asked for', () => {
    const means = ['--target', wrong.url, '--token', wrong.token, '--out', emptyFolder()];
    const { raw } = onTerminal(80, ['check', ...means, '--only', 'speech.speed/*'], { NO_COLOR: '1' });
    expect(raw).toContain('✗ Fail');
    expect(raw.replaceAll('\r\u001B[K', '')).not.toContain('\u001B');
  });

  it('is one cause and one paragraph where the list of bots answers 500', async () => {
    const noBots = await serve('--fault', 'bots-fails-500');
    const means = ['--target', noBots.url, '--token', noBots.token];
    const { code, out } = await assay(['check', ...means, '--only', 'chat.*', 'bots.*', '--out', emptyFolder()]);
    await noBots.stop();
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ bots\.list\/succeeds {2}MUST/m);
    expect(out.match(/^\? .* could not be judged.*/gm)).toEqual([
      expect.stringMatching(/^\? \d+ MUST checks could not be judged, because bots\.list\/succeeds failed$/),
    ]);
  });
});
