import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

it('ends a command whose thread is busy for a minute without a pause, and says what is left', async () => {
  const folder = emptyFolder();
  const file = join(folder, 'preloaded.mjs');
  // It waits instead of computing, which the processor is spared.
  writeFileSync(
    file,
    `import { isMainThread } from 'node:worker_threads';
    const stop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (!isMainThread) setTimeout(stop, 2_000).unref();`,
  );
  const { url, token, stop } = await serve('--delay', '500ms');
  const out = join(folder, 'out');
  const env = { NODE_OPTIONS: `--import ${file}` };
  const { code, err } = await assay(['check', '--target', url, '--token', token, '--out', out], { env });
  await stop();
  expect(code).toBe(2);
  expect(err).toContain('assay: busy for 60 s without a pause at what the target sent, and ended');
  expect(err).toContain(`assay report ${out} makes its reports`);
}, 200_000);
