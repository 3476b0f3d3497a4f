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
