import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { startEmbedded } from './start-embedded.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('the embedded service', () => {
  it('answers while the thread that judges computes', async () => {
    const { url, token, close } = await startEmbedded();
    closing.push(close);
    const asks = `
      const headers = { authorization: 'Bearer ${token}' };
      const { status } = await fetch('${url}/v1/bots', { headers, signal: AbortSignal.timeout(30_000) });
      console.log(status);
    `;
    // This thread waits for the child process and handles no other events.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asks], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['200\n', '']);
  });
  it('frees its port', async () => {
    const { url, token, close } = await startEmbedded();
    await close();
    await expect(fetch(`${url}/v1/bots`, { headers: { authorization: `Bearer ${token}` } })).rejects.toThrow('fetch');
  });
  it.each([
    ["throw new Error('broken at once');", 'broken at once'],
    ['process.exit(3);', 'its thread left with code 3'],
  ])('does not leave whoever starts it waiting where it ends before: %s', async (code, why) => {
    const file = join(emptyFolder(), 'service.mjs');
    writeFileSync(file, code);
    await expect(startEmbedded(pathToFileURL(file))).rejects.toThrow(`the embedded reference service ended: ${why}`);
  });
  it.each([
    ["throw new Error('broken later');", 'broken later'],
    ["throw Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });", 'out of memory'],
    ['process.exit(0);', 'its thread left with code 0'],
  ])('is a defect of assay and no fault of a target where it ends later: %s', async (code, why) => {
    const file = join(emptyFolder(), 'preloaded.mjs');
    const isService = "workerData?.file?.includes('embedded-service') === true";
    writeFileSync(
      file,
      `import { workerData } from 'node:worker_threads';
      if (${isService}) setTimeout(() => { ${code} }, 2_000);`,
    );
    const out = join(emptyFolder(), 'out');
    const env = { NODE_OPTIONS: `--import ${file}` };
    const said = await assay(['check', '--embedded', '--out', out], { env });
    expect(said.code).toBe(70);
    expect(said.err).toContain('assay: this is a defect of assay itself');
    expect(said.err).toContain('the embedded reference service ended: ');
    expect(said.err).toContain(why);
    expect(said.err).toContain(`assay report ${out} makes its reports`);
    expect(said.err).not.toContain('what the target sent');
  });
});
