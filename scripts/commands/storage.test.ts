import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, bin, emptyFolder, serve, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';

const timeout = 180_000;

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
const linesIn = (folder: string, file: string): readonly string[] =>
  readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);

const mount = (...args: readonly string[]): boolean => spawnSync('mount', [...args]).status === 0;
const unmount = (folder: string): void => void spawnSync('umount', ['--lazy', folder]);

/** Only some may make file systems, and only of some systems this way. */
const mayMount = ((): boolean => {
  const folder = emptyFolder();
  const isMade = process.platform === 'linux' && mount('-t', 'tmpfs', 'tmpfs', folder);
  if (isMade) unmount(folder);
  return isMade;
})();

/** A file system of its own, of so many bytes. */
function smallDisk(size: string): string {
  const folder = emptyFolder();
  mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder);
  onTestFinished(() => unmount(folder));
  return folder;
}

type Service = Awaited<ReturnType<typeof serve>>;

const checking = ({ url, token }: Service, ...more: readonly string[]): readonly string[] => [
  'check',
  '--target',
  url,
  '--token',
  token,
  ...more,
];

/** What happens to the folder of a check that goes on, and how that ends. */
async function meanwhile(
  happens: (folder: string) => unknown,
  folder = join(emptyFolder(), 'results'),
): Promise<CommandOutput> {
  const service = await serve('--delay', '100ms');
  const running = startAssay([...checking(service, '--only', 'chat.*', 'voices.*'), '--verbose', '--out', folder]);
  await running.untilOutput('✓');
  happens(folder);
  const said = await running.said;
  await service.stop();
  return said;
}

/** The folder that stderr names last. */
const placeIn = ({ err }: CommandOutput): string => /is written to (\S+)/.exec(err)?.[1] ?? '';

describe('a disk that fills', () => {
  it('ends the run with what was found until then, which is kept, whole lines of it', { timeout }, async () => {
    const folder = emptyFolder();
    // A limit on the size of a file says "no more" just as a full disk does, and needs no disk to be filled.
    const command = `trap '' XFSZ; ulimit -f 800; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, bin, 'check', '--embedded', '--out', folder];
    const { status, stderr, stdout } = spawnSync('sh', args, { encoding: 'utf8' });
    expect(stderr).toMatch(
      new RegExp(
        `^assay: ${folder}/exchanges.ndjson could not be written: EFBIG.* The run ended there; the results so far are in`,
      ),
    );
    expect(status).toBe(2);
    expect(stdout).toMatch(
      /\d+ checks? not judged before results could no longer be stored, check --resume continues with them/,
    );
    expect(linesIn(folder, 'exchanges.ndjson').length).toBeGreaterThan(3);
    expect(readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').endsWith('\n')).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await assay(['report', folder])).toMatchObject({ code: 0, err: '' });
    expect(runIn(folder).complete).toBe(false);
  });
  it('names the reports that are missing, and how to write them', { timeout }, async () => {
    const folder = emptyFolder();
    const command = `trap '' XFSZ; ulimit -f 50; exec "$0" "$@"`;
    const args = ['check', '--embedded', '--only', 'voices.*', '--out', folder];
    const { status, stderr, stdout } = spawnSync('sh', ['-c', command, process.execPath, bin, ...args], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      new RegExp(
        `report.html could not be written: EFBIG.*; what was found is in ${folder}; report.html is missing: npx assay report ${folder} writes it once there is space\n$`,
      ),
    );
    expect(stdout).not.toContain('report.html');
    expect(status).toBe(2);
  });
  it.skipIf(!mayMount)('can be gone on with once there is room', { timeout }, async () => {
    const disk = smallDisk('300k');
    const service = await serve();
    const folder = join(disk, 'results');
    const check = checking(service, '--only', 'speech.speed*', 'chat.bot*', '--seed', '7');
    const first = await assay([...check, '--out', folder]);
    expect(first.err).toMatch(/^assay: .* could not be written: ENOSPC/);
    expect(first.code).toBe(2);
    expect(linesIn(folder, 'findings.ndjson').length).toBeGreaterThan(0);
    expect(mount('-o', 'remount,size=200m', disk)).toBe(true);
    const second = await assay([...check, '--resume', folder]);
    await service.stop();
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(runIn(folder)).toMatchObject({ complete: true, exitCode: 0 });
  });
  it.skipIf(!mayMount)('ends 70 where it was full before anything could be kept', { timeout }, async () => {
    const disk = smallDisk('8k');
    writeFileSync(join(disk, 'fill'), Buffer.alloc(4096));
    const { code, err } = await assay(['check', '--embedded', '--only', 'voices.*', '--out', disk]);
    expect({ code, err }).toMatchObject({
      code: expect.any(Number) as number,
      err: expect.stringMatching(/ENOSPC/) as string,
    });
    expect([3, 70]).toContain(code);
  });
});

describe('a folder that', () => {
  it('vanishes midway is made anew with all that was found', { timeout }, async () => {
    const folder = join(emptyFolder(), 'results');
    const said = await meanwhile(() => rmSync(folder, { recursive: true }), folder);
    expect(said.err).toMatch(
      /^assay: .*it was removed while the run wrote to it\. The run ended there; what was found, /,
    );
    expect([said.code, placeIn(said)]).toEqual([2, folder]);
    const run = runIn(folder);
    expect(run.findings.length).toBe(run.plan.checks.length);
    expect(linesIn(folder, 'findings.ndjson').length).toBe(run.findings.length + 1);
    const named = new Set(run.findings.flatMap(({ exchanges }) => exchanges));
    const there = new Set(linesIn(folder, 'exchanges.ndjson').map((line) => (JSON.parse(line) as { id: string }).id));
    expect([...named].filter((id) => !there.has(id))).toEqual([]);
  });
  it('gives way to a file is written elsewhere', { timeout }, async () => {
    const folder = join(emptyFolder(), 'results');
    const said = await meanwhile(() => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    }, folder);
    const place = placeIn(said);
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    expect(said.code).toBe(2);
    expect(dirname(place)).not.toBe(dirname(folder));
    expect(existsSync(join(place, 'report.html'))).toBe(true);
  });
  it.skipIf(!mayMount)(
    'turns read-only midway is written elsewhere, where it cannot be read either',
    { timeout },
    async () => {
      const folder = join(emptyFolder(), 'results');
      const said = await meanwhile(() => mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder), folder);
      unmount(folder);
      const place = placeIn(said);
      onTestFinished(() => rmSync(place, { recursive: true, force: true }));
      // What was found until the end, to which it went: its files stayed open.
      expect(said.code).toBe(2);
      expect(runIn(place)).toMatchObject({ complete: true, exitCode: 0 });
      expect(linesIn(folder, 'findings.ndjson')).toHaveLength(runIn(place).plan.checks.length + 1);
    },
  );
});

describe.skipIf(k6IsMissing)('a load run', () => {
  const pace = '--rate 60 --duration 4s --warmup 500ms'.split(' ');
  const load = ({ url, token }: Service, folder: string): readonly string[] => {
    const target = ['--target', url, '--token', token];
    return ['load', 'voices', ...target, ...pace, '--out', folder];
  };
  it('whose folder vanishes midway is written anew, with the requests until then', { timeout }, async () => {
    const service = await serve();
    const folder = join(emptyFolder(), 'results');
    const running = startAssay(load(service, folder));
    await vi.waitFor(() => expect(linesIn(folder, 'requests.ndjson').length).toBeGreaterThan(20), 60_000);
    rmSync(folder, { recursive: true });
    const { code, err } = await running.said;
    await service.stop();
    expect(err).toContain(`assay: ${folder} was removed meanwhile, and its requests are written again\n`);
    expect(code).toBe(2);
    expect(linesIn(folder, 'requests.ndjson').length).toBeGreaterThan(20);
    expect(await assay(['report', folder])).toMatchObject({ code: 0 });
  });
  it.skipIf(!mayMount)('whose disk fills ends with the requests until then', { timeout }, async () => {
    const service = await serve();
    const folder = join(smallDisk('64k'), 'results');
    const { code, err, out } = await assay(load(service, folder));
    await service.stop();
    expect(err).toContain(
      `assay: ${folder}/requests.ndjson could not be written: no space left on device. The run ended there; what was measured until then is in ${folder}: make room, or name a folder on another disk with --out, and run it again\n`,
    );
    expect(err).not.toMatch(/code 108|open-model/);
    expect(code).toBe(2);
    expect(out).toContain('requests');
    expect(linesIn(folder, 'requests.ndjson').length).toBeGreaterThan(50);
    expect(await assay(['report', folder])).not.toMatchObject({ code: 0 });
  });
  it.skipIf(!mayMount)('whose disk is full from the beginning says so, and ends 70', { timeout }, async () => {
    const service = await serve();
    const disk = smallDisk('64k');
    const folder = join(disk, 'results');
    writeFileSync(join(disk, 'fill'), Buffer.alloc(56 * 1024));
    const { code, err } = await assay(load(service, folder));
    await service.stop();
    expect(err).toMatch(/^assay: .*\/results\/.* could not be written: .*[^\n]*\n$/);
    expect(err).not.toMatch(/code 108|open-model/);
    expect(code).toBe(70);
  });
});
