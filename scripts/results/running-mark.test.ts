import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder, serve, startAssay } from '../testing/run-assay.testing.ts';
import { runningFile, runningProcessIn, lockFolder } from './running-mark.ts';

/** A process that lives until the test ends. */
async function another(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child.pid ?? 0;
}

const runIn = (folder: string): Partial<Run> => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;

describe('a folder into which a run writes', () => {
  it('is taken, and free again afterwards', () => {
    const folder = emptyFolder();
    const release = lockFolder('--out', folder);
    expect(JSON.parse(readFileSync(join(folder, runningFile), 'utf8'))).toMatchObject({ pid: process.pid });
    release();
    expect(readdirSync(folder)).toEqual([]);
  });
  it('is refused to another, which is told what to do', async () => {
    const folder = emptyFolder();
    const pid = await another();
    writeFileSync(join(folder, runningFile), JSON.stringify({ pid }));
    expect(runningProcessIn(folder)).toBe(pid);
    expect(() => lockFolder('--out', folder)).toThrow(
      `--out ${folder} belongs to another run that is still going on (process ${pid}): name another folder, or wait`,
    );
    expect(readdirSync(folder)).toEqual([runningFile]);
  });
  it.each<[string, (file: string) => unknown]>([
    ['of a run that was killed', (file) => writeFileSync(file, '{"pid":99999999,"began":"1"}')],
    ['that is no mark', (file) => writeFileSync(file, 'not JSON')],
    ['that nobody writes', (file) => execFileSync('mkfifo', [file])],
  ])('is free with a mark %s', (_, write) => {
    const folder = emptyFolder();
    write(join(folder, runningFile));
    const release = lockFolder('--resume', folder);
    release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a check beside one that still goes on', () => {
  it(
    'is refused in its folder, with --out as with --resume, and changes nothing there',
    { timeout: 120_000 },
    async () => {
      const service = await serve('--delay', '300ms');
      const out = join(emptyFolder(), 'results');
      const check = [
        'check',
        '--target',
        service.url,
        '--token',
        service.token,
        '--only',
        'chat.*',
        '--concurrency',
        '1',
      ];
      const running = startAssay([...check, '--verbose', '--out', out]);
      await running.untilOutput('✓');
      const refused = await Promise.all([assay([...check, '--out', out]), assay([...check, '--resume', out])]);
      const words = `belongs to another run that is still going on (process ${running.child.pid})`;
      expect(refused.map(({ code, err }) => ({ code, err }))).toEqual([
        { code: 3, err: expect.stringContaining(`--out ${out} ${words}`) as string },
        { code: 3, err: expect.stringContaining(`--resume ${out} ${words}`) as string },
      ]);
      const beside = await assay(['report', out]);
      expect(beside).toMatchObject({ code: 0, err: '' });
      expect(beside.out).toContain(
        `this run is still going on (process ${running.child.pid}): the report has what is written so far`,
      );
      expect(beside.out).toMatch(/Still going on: \d+ of \d+ checks judged when this was written/);
      expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(
        'the run was still going on when this was written',
      );
      expect(runIn(out)).toMatchObject({ complete: false, goesOn: true });
      running.child.kill('SIGINT');
      expect((await running.said).code).toBe(130);
      expect(runIn(out)).not.toHaveProperty('goesOn');
      await service.stop();
      expect([existsSync(join(out, 'run.json')), existsSync(join(out, runningFile))]).toEqual([true, false]);
    },
  );
});
