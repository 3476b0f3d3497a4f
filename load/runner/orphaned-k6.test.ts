import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmitter } from '../../fixtures/emitter/index.ts';
import { readRequests, type Requests } from '../records/reading.ts';
import { k6ForTests, k6IsMissing } from './needs-k6.testing.ts';

/** A program that runs a scenario of a minute, for a test to end before that. */
const program = `
import { runScenario } from ${JSON.stringify(join(import.meta.dirname, 'run-scenario.ts'))};
await runScenario({ ...JSON.parse(process.argv[1]), env: process.env }, () => {});
`;

describe.skipIf(k6IsMissing)('k6', () => {
  it.each(['SIGKILL', 'SIGHUP'] as const)('ends in order when assay got a %s', async (signal) => {
    const outDir = await mkdtemp(join(tmpdir(), 'assay-orphan-'));
    onTestFinished(() => rm(outDir, { recursive: true }));
    const server = await startEmitter({ firstMs: 20, gapMs: 100, events: 500 });
    onTestFinished(server.close);
    const options = { scenario: 'stream', target: server.url, botId: 'bot', k6Path: k6ForTests(), outDir };
    const given = JSON.stringify({ ...options, ratePerS: 2, durationS: 60, arrivals: 'constant' });
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, given], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const read = async (): Promise<Requests> =>
      readRequests(await readFile(join(outDir, 'requests.ndjson'), 'utf8').catch(() => ''));
    await vi.waitFor(async () => expect((await read()).header).toBeDefined(), { timeout: 20_000, interval: 200 });
    child.kill(signal);
    // Its streams last 50 s: that they were cut off is written when k6 ends, and only then.
    await vi.waitFor(async () => expect((await read()).records.map(({ outcome }) => outcome)).toContain('aborted'), {
      timeout: 20_000,
      interval: 200,
    });
  });
});
