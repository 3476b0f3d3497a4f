import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { emptyFolder, serve } from './testing/run-assay.testing.ts';

const bin = join(import.meta.dirname, 'bin.js');

/** A Node that takes itself for an old one; the other that it starts does not. */
function onOldNode(args: readonly string[]) {
  const preload = join(emptyFolder(), 'old.cjs');
  const versions = `{ ...process.versions, node: '20.1.0' }`;
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  return spawn(process.execPath, ['--require', preload, bin, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('on a Node that is too old, the one that npm installed', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('is told of a %s that was sent to the first alone', async (name) => {
    const serving = onOldNode(['serve']);
    await once(serving.stdout, 'data');
    serving.kill(name);
    expect(await once(serving, 'exit')).toEqual([0, null]);
  });
  it.each(['SIGKILL', 'SIGHUP'] as const)(
    'ends in order where the first was ended by %s',
    async (name) => {
      const out = join(emptyFolder(), 'results');
      const service = await serve('--delay', '300ms');
      const means = ['--target', service.url, '--token', service.token];
      const checking = onOldNode(['check', ...means, '--only', 'chat.*', '--out', out]);
      await once(checking.stdout, 'data');
      checking.kill(name);
      await once(checking, 'exit');
      const file = join(out, 'run.json');
      await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000, interval: 100 });
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ complete: false, exitCode: 143 });
      await service.stop();
    },
    60_000,
  );
  it('says how it ended', async () => {
    const wrong = onOldNode(['serve', '--port', '1', '--fault', 'no-such', '--delay', 'soon']);
    expect(await once(wrong, 'exit')).toEqual([3, null]);
  });
});

describe.runIf(process.platform === 'linux')('the allocator of a process that judges', () => {
  /** What it began with, and what those have that it starts. */
  async function begunWith(args: readonly string[], given: NodeJS.ProcessEnv = {}): Promise<unknown> {
    const told = join(emptyFolder(), 'told.json');
    const preload = join(emptyFolder(), 'told.mjs');
    writeFileSync(
      preload,
      `import { readFileSync, writeFileSync } from 'node:fs';
      import { isMainThread } from 'node:worker_threads';
      const began = () => /MALLOC_ARENA_MAX=(\\d+)/.exec(readFileSync('/proc/self/environ', 'latin1'))?.[1] ?? '';
      if (isMainThread) process.on('exit', () => {
        const { MALLOC_ARENA_MAX: passedOn = '' } = process.env;
        writeFileSync(${JSON.stringify(told)}, JSON.stringify({ began: began(), passedOn }));
      });`,
    );
    const { MALLOC_ARENA_MAX: _, ...env } = process.env;
    const child = spawn(process.execPath, ['--import', preload, bin, ...args], {
      stdio: 'ignore',
      env: { ...env, ...given },
    });
    expect(await once(child, 'exit')).toEqual([3, null]);
    return JSON.parse(readFileSync(told, 'utf8')) as unknown;
  }
  it('has one arena for all threads, which nothing that it starts inherits', async () => {
    expect(await begunWith(['check', '--no-such'])).toEqual({ began: '1', passedOn: '' });
  });
  it('is as somebody set it, and as usual where nothing is judged', async () => {
    const wish = { MALLOC_ARENA_MAX: '4' };
    expect(await begunWith(['check', '--no-such'], wish)).toEqual({ began: '4', passedOn: '4' });
    expect(await begunWith(['report', '--no-such'])).toEqual({ began: '', passedOn: '' });
  });
});
