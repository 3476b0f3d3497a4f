import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { readRequests } from '../records/reading.ts';
import { groupByRun } from '../records/segments.ts';
import { bundleScenario } from './bundle.ts';
import { runToEnd, type Finished } from './child-process.ts';
import { clockedServer, type ClockedServer } from './clocked-server.testing.ts';
import { k6ForTests, k6IsMissing } from './needs-k6.testing.ts';
import { scenarioFile } from './paths.ts';

describe.skipIf(k6IsMissing)('a bundle run by plain k6', { timeout: 120_000 }, () => {
  let folder: string;
  let server: ClockedServer;
  let bundle: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-plain-'));
    bundle = join(folder, 'stream.js');
    const bundled = await bundleScenario(scenarioFile('stream').path, bundle);
    if (bundled.is === 'failed') throw new Error(bundled.because);
    server = await clockedServer({ firstMs: 50, gapMs: 5, events: 3 });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function k6(more: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<Finished> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      K6_NO_USAGE_REPORT: 'true',
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      ASSAY_TARGET: server.url,
      ASSAY_BOT: 'bot',
      ASSAY_RATE: '20',
      ASSAY_DURATION_S: '1',
      ASSAY_SEED: '5',
      // None is given up because the machine is busy.
      ASSAY_MAX_LAG_MS: '60000',
      ...more,
    };
    return runToEnd(k6ForTests(), ['run', '--address=', ...flags, bundle], { cwd: folder, env });
  }

  it('keeps its thresholds, and ends with their exit codes', async () => {
    const ruled = { ASSAY_CONTENT: 'event=message' };
    const kept = await k6({ ...ruled, ASSAY_SLO: 'ttfe.p95<10s, ttft.p95<10s, e2e.p95<10s, failures<1%' });
    expect(kept).toMatchObject({ is: 'ended', code: 0 });
    const missed = await k6({ ...ruled, ASSAY_SLO: 'ttft.p95<10ms' });
    expect(missed).toMatchObject({ code: 99, output: expect.stringContaining('assay_ttft') as string });
    const slow = await k6({ ...ruled, ASSAY_SLO: 'ttft.p95<10s, e2e.p95<10ms' });
    expect(slow).toMatchObject({ code: 99, output: expect.stringContaining('assay_e2e') as string });
    // Without a rule there is no such time, and no bound on it is kept.
    expect(await k6({ ASSAY_SLO: 'ttft.p95<10s' })).toMatchObject({ code: 99 });
    expect(await k6({ ASSAY_RATE: 'fast' })).toMatchObject({ code: 107 });
  });

  it('sends in two segments what one process sends', async () => {
    const read = async (name: string): Promise<ReturnType<typeof readRequests>> =>
      readRequests(await readFile(join(folder, name), 'utf8'));
    const part = (name: string, flags: readonly string[] = []): Promise<Finished> =>
      k6({ ASSAY_REQUESTS: join(folder, name) }, flags);
    const sequence = '--execution-segment-sequence=0,1/2,1';
    const before = server.served.length;
    await part('whole.ndjson');
    const between = server.served.length;
    await Promise.all([
      part('one.ndjson', ['--execution-segment=0:1/2', sequence]),
      part('two.ndjson', ['--execution-segment=1/2:1', sequence]),
    ]);
    const [whole, one, two] = await Promise.all(['whole.ndjson', 'one.ndjson', 'two.ndjson'].map(read));
    const schedule = (records: readonly RequestRecord[] = []): readonly (readonly number[])[] =>
      records.map(({ index, intended }) => [index, intended] as const).toSorted(([a], [b]) => a - b);
    expect(one?.records.length).toBeGreaterThan(0);
    expect(two?.records.length).toBeGreaterThan(0);
    expect(schedule([...(one?.records ?? []), ...(two?.records ?? [])])).toEqual(schedule(whole?.records));
    const said = server.served.map(({ body }) => body);
    expect(said.slice(between).toSorted()).toEqual(said.slice(before, between).toSorted());
    if (!one?.header || !two?.header) throw new Error('a segment has no header');
    expect([one.header.segment, two.header.segment]).toEqual(['0:1/2', '1/2:1']);
    expect(groupByRun([{ header: two.header }, { header: one.header }])).toHaveLength(1);
  });

  it('follows a trace, and says the same as it does', async () => {
    const trace = join(folder, 'trace.ndjson');
    const lines = [
      { atMs: 10, body: { message: 'first' } },
      { atMs: 300.5, body: { message: 'second' } },
    ];
    await writeFile(trace, lines.map((line) => JSON.stringify(line)).join('\n'));
    const before = server.served.length;
    const ended = await k6({ ASSAY_TRACE: trace, ASSAY_DURATION_S: '', ASSAY_RATE: '' });
    expect(ended).toMatchObject({ code: 0 });
    const said = server.served.slice(before).map(({ body }) => body);
    expect(new Set(said)).toEqual(new Set(['{"message":"first"}', '{"message":"second"}']));
    const { records } = readRequests(await readFile(join(folder, 'requests.ndjson'), 'utf8'));
    expect(new Set(records.map(({ intended }) => intended))).toEqual(new Set([10, 300.5]));
  });

  it.skipIf(process.platform !== 'linux')('says so when its records cannot be kept', async () => {
    const full = join(folder, 'full.ndjson');
    await symlink('/dev/full', full);
    const ended = await k6({ ASSAY_REQUESTS: full, ASSAY_DURATION_S: '600' });
    const short = await k6({ ASSAY_REQUESTS: full, ASSAY_DURATION_S: '0.2' });
    const incomplete = expect.stringMatching(/requests.ndjson is incomplete: .*: no space left on device/) as string;
    expect(short).toMatchObject({ is: 'ended', code: 108, output: incomplete });
    const because = /test aborted: the request log cannot be written: .*: no space left on device/;
    expect(ended).toMatchObject({ is: 'ended', code: 108, output: expect.stringMatching(because) as string });
  });
});
