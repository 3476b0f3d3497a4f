import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureK6, k6Path, type EnsuredK6, type K6Progress } from './ensure-k6.ts';

type Bench = {
  readonly env: NodeJS.ProcessEnv;
  readonly sources: string;
  readonly path: string;
  /** One line for each build that was begun. */
  readonly builds: () => Promise<readonly string[]>;
};

/** A Go that is a shell script: what is tested here is the cache, the lock and the messages, not the compiler. */
async function benchWith(build: string): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-ensure-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [bin, sources, log] = [join(folder, 'bin'), join(folder, 'k6ext'), join(folder, 'builds')];
  await mkdir(bin);
  await mkdir(sources);
  await writeFile(join(sources, 'go.mod'), 'module x\n');
  await writeFile(join(sources, 'x.go'), 'package x\n');
  const go = `#!/bin/sh
if [ "$1" = version ]; then echo 'go version go1.26.8 linux/amd64'; exit 0; fi
echo "token=$ASSAY_TOKEN$GOARCH" >> '${log}'
while [ "$1" != -o ]; do shift; done
${build}
`;
  await writeFile(join(bin, 'go'), go);
  await chmod(join(bin, 'go'), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder, 'cache'), ASSAY_TOKEN: 'tok-1' };
  const builds = async (): Promise<readonly string[]> =>
    (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return { env, sources, path: await k6Path({ env, sources }), builds };
}

const compiles = 'echo binary > "$2"';

async function ensure(
  bench: Bench,
  on: (progress: K6Progress) => void = () => {},
): Promise<{ readonly ensured: EnsuredK6; readonly said: readonly K6Progress[] }> {
  const said: K6Progress[] = [];
  const ensured = await ensureK6(bench, (progress) => {
    said.push(progress);
    on(progress);
  });
  return { ensured, said };
}

test('builds once, says that it does, and finds the binary the next time', async () => {
  const bench = await benchWith(compiles);
  const first = await ensure(bench);
  expect(first.ensured).toEqual({ is: 'ready', path: bench.path, built: true });
  expect(first.said).toEqual([
    { is: 'building', because: "builds k6 with assay's stream client, once, about two minutes" },
  ]);
  expect(await ensure(bench)).toEqual({ ensured: { is: 'ready', path: bench.path, built: false }, said: [] });
  expect(await readdir(dirname(bench.path))).toEqual(['k6']);
});

test('builds once for two that ask at the same time', async () => {
  // The build lasts until the other waits for it, however long it takes to get there, but never outlives the test.
  const bench = await benchWith(`for n in $(seq 400); do [ -e waited ] && break; sleep 0.05; done; ${compiles}`);
  const go = ({ is }: K6Progress): void => {
    if (is === 'waiting') writeFileSync(join(bench.sources, 'waited'), '');
  };
  const [one, other] = await Promise.all([ensure(bench, go), ensure(bench, go)]);
  expect([one.ensured, other.ensured]).toEqual(
    expect.arrayContaining([
      { is: 'ready', path: bench.path, built: true },
      { is: 'ready', path: bench.path, built: false },
    ]),
  );
  expect([...one.said, ...other.said].map(({ is }) => is).toSorted()).toEqual(['building', 'waiting']);
  expect(await bench.builds()).toHaveLength(1);
});

test.each([
  ['long ago', new Date(0)],
  ['before the clock was set back', new Date(Date.now() + 3_600_000)],
])('takes over the lock of a process that died %s, and removes what it left', async (_, touched) => {
  const bench = await benchWith(compiles);
  await mkdir(`${bench.path}.lock`, { recursive: true });
  await writeFile(`${bench.path}.1.unfinished`, 'half');
  await utimes(`${bench.path}.lock`, touched, touched);
  expect((await ensure(bench)).ensured).toMatchObject({ is: 'ready', built: true });
  expect(await readdir(dirname(bench.path))).toEqual(['k6']);
});

test('fails with what Go said last, and leaves nothing half made', async () => {
  const bench = await benchWith('echo partial > "$2"; for n in $(seq 30); do echo "line $n" >&2; done; exit 1');
  const { ensured } = await ensure(bench);
  expect(ensured.is === 'failed' && ensured.because).toMatch(/^k6 could not be built:\nline 16\n(.*\n)+line 30$/);
  expect(await readdir(dirname(bench.path))).toEqual([]);
});

test('says where the binary can go when its place cannot be written to', async () => {
  const bench = await benchWith(compiles);
  await writeFile(join(bench.sources, 'assay'), 'no folder');
  const ensured = await ensureK6({ ...bench, env: { ...bench.env, XDG_CACHE_HOME: bench.sources } }, () => {});
  expect(ensured).toMatchObject({ is: 'failed' });
  expect(ensured.is === 'failed' && ensured.because).toMatch(
    /ENOTDIR: .*; make that folder writable, or set XDG_CACHE_HOME/,
  );
});

test('says what to install without Go', async () => {
  const bench = await benchWith('false');
  const ensured = await ensureK6({ ...bench, env: { ...bench.env, PATH: '/nowhere' }, goElsewhere: [] }, () => {});
  expect(ensured).toMatchObject({ is: 'noGo' });
  expect(ensured.is === 'noGo' && ensured.because).toMatch(/^Go was not found; install Go 1\.25 or newer/);
});

test('keeps secrets from the build', async () => {
  const bench = await benchWith(compiles);
  await ensure(bench);
  expect(await bench.builds()).toEqual(['token=']);
});

test('stops a build that is called off', async () => {
  const bench = await benchWith('exec sleep 60');
  const calledOff = new AbortController();
  const ensured = await ensureK6({ ...bench, signal: calledOff.signal }, () => calledOff.abort());
  expect(ensured).toMatchObject({ is: 'failed' });
  await expect(stat(bench.path)).rejects.toThrow('ENOENT');
});

test('names the binary by its sources, whatever its tests say', async () => {
  const bench = await benchWith(compiles);
  await writeFile(join(bench.sources, 'x_test.go'), 'package x\n');
  expect(await k6Path(bench)).toBe(bench.path);
  await writeFile(join(bench.sources, 'x.go'), 'package x // changed\n');
  expect(await k6Path(bench)).not.toBe(bench.path);
});

test('builds for another processor beside the one of this machine, under a name of its own', async () => {
  const bench = await benchWith(compiles);
  const [x64, arm64] = [
    await ensureK6({ ...bench, arch: 'x64' }, () => {}),
    await ensureK6({ ...bench, arch: 'arm64' }, () => {}),
  ];
  expect([x64, arm64]).toMatchObject([
    { is: 'ready', built: true },
    { is: 'ready', built: true },
  ]);
  expect(await bench.builds()).toEqual(['token=amd64', 'token=arm64']);
  expect(await ensureK6({ ...bench, arch: 'arm64' }, () => {})).toMatchObject({ is: 'ready', built: false });
  // What runs on such a machine finds it there.
  expect([x64, arm64].map((each) => each.is === 'ready' && each.path)).toContain(bench.path);
});

test('a build removes those of other sources that were not used for a month', async () => {
  const bench = await benchWith(compiles);
  const cache = dirname(dirname(bench.path));
  const monthAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  for (const name of ['k6-0000000000000001', 'k6-0000000000000002', 'other']) {
    await mkdir(join(cache, name), { recursive: true });
    if (name !== 'k6-0000000000000002') await utimes(join(cache, name), monthAgo, monthAgo);
  }
  await ensure(bench);
  expect((await readdir(cache)).toSorted()).toEqual(
    ['k6-0000000000000002', 'other', basename(dirname(bench.path))].toSorted(),
  );
});

test('using a build keeps it from being removed', async () => {
  const bench = await benchWith(compiles);
  await ensure(bench);
  const folder = dirname(bench.path);
  await utimes(folder, new Date(0), new Date(0));
  await ensure(bench);
  expect(Date.now() - (await stat(folder)).mtimeMs).toBeLessThan(60_000);
});
