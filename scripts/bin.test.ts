import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from './testing/run-assay.testing.ts';

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
  it('says how it ended', async () => {
    const wrong = onOldNode(['serve', '--port', '1', '--fault', 'no-such', '--delay', 'soon']);
    expect(await once(wrong, 'exit')).toEqual([3, null]);
  });
});
