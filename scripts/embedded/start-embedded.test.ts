import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
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
    // This thread waits for the child, and hears of nothing else.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asks], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['200\n', '']);
  });
  it('frees its port', async () => {
    const { url, token, close } = await startEmbedded();
    await close();
    await expect(fetch(`${url}/v1/bots`, { headers: { authorization: `Bearer ${token}` } })).rejects.toThrow('fetch');
  });
});
