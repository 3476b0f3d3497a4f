import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exchangeLine } from '../../conformance/engine/run/exchange-line.ts';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { header, record } from '../../load/records/records.testing.ts';
import { assay, emptyFolder, startAssay } from '../testing/run-assay.testing.ts';

/** Five seconds are promised; a machine that is busy with other tests takes several times as long for the same. */
const boundMs = 20_000;
const megabyte = 2 ** 20;
const [load, checked] = [emptyFolder(), emptyFolder()];

/** What takes these commands 10 s and more to read. */
beforeAll(async () => {
  // Each with an index of its own: a record that stands twice ends the reading at once.
  const lines = (block: number): string =>
    Array.from({ length: 2_000 }, (_, at) => `${JSON.stringify(record(2_000 * block + at))}\n`).join('');
  const long = { ...header, settings: { ...header.settings, durationMs: 1e9 } };
  fill(join(load, 'requests.ndjson'), `${JSON.stringify(long)}\n`, lines, 500 * megabyte);
  const { code, err } = await assay(['check', '--embedded', '--only', 'voices.list/says-json', '--out', checked]);
  if (code !== 0) throw new Error(err);
  const line = `${exchangeLine(answered({ body: 'a "word" '.repeat(100_000) }))}\n`;
  fill(
    join(checked, 'exchanges.ndjson'),
    readFileSync(join(checked, 'exchanges.ndjson'), 'utf8'),
    () => line,
    300 * megabyte,
  );
});
afterAll(() => Promise.all([load, checked].map((each) => rm(each, { recursive: true }))));

function fill(path: string, first: string, blockAt: (block: number) => string, bytes: number): void {
  const fd = openSync(path, 'w');
  writeSync(fd, first);
  for (let [block, written] = [0, 0]; written < bytes; block += 1) written += writeSync(fd, blockAt(block));
  closeSync(fd);
}

/** Bytes that a process has read, by the counter of Linux. */
function readBy(pid: number | undefined): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** They have nothing to lose: the results that they read are there, and what they write is in place at once or not. */
describe.skipIf(platform() !== 'linux')('a command that computes on results is gone at once', () => {
  it.each([
    ['report of 500 MB of records', ['report', load], 'SIGTERM'],
    ['compare of 500 MB of records', ['compare', load, load], 'SIGINT'],
    ['report of 300 MB of exchanges', ['report', checked], 'SIGINT'],
  ] as const)('%s', async (_what, args, signal) => {
    const running = startAssay(args);
    const ended = new Promise((resolve) => {
      running.child.once('exit', (_code, by) => resolve(by));
    });
    await vi.waitFor(() => expect(readBy(running.child.pid)).toBeGreaterThan(80 * megabyte), {
      timeout: 60_000,
      interval: 20,
    });
    const sentMs = performance.now();
    running.child.kill(signal);
    // As whoever started it sees it: a shell calls it 130 and 143.
    expect(await ended).toBe(signal);
    expect(performance.now() - sentMs).toBeLessThan(boundMs);
  });
});
