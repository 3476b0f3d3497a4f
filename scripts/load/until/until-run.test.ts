import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../../../fixtures/index.ts';
import { readRequests } from '../../../load/records/reading.ts';
import { k6IsMissing } from '../../../load/runner/needs-k6.testing.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { assay, emptyFolder, startAssay } from '../../testing/run-assay.testing.ts';

const pace = { firstEventMs: 100, gapMs: 50, events: 10 };
const brief = ['--rate', '60', '--warmup', '1s', '--seed', '5', '--no-canary'];

async function withRun<T>(flags: readonly string[], use: (args: readonly string[], folder: string) => Promise<T>) {
  const service = await startService({ pace });
  const folder = join(emptyFolder(), 'results');
  try {
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    const said = await use(['load', 'stream', ...target, ...brief, ...flags], folder);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    return { said, read, folder, load: JSON.parse(read('load.json')) as Load };
  } finally {
    await service.close();
  }
}

/** Without the escapes of Markdown. */
function plain(text: string): string {
  return text.replaceAll('\\', '');
}

describe.skipIf(k6IsMissing)('load --until', { timeout: 120_000 }, () => {
  it('ends as soon as the quantile is so precise, and every report counts until then', async () => {
    const flags = ['--duration', '20s', '--until', 'e2e.p50+-50%'];
    const { said, read, folder, load } = await withRun(flags, (args) => assay(args));
    const { durationMs, planned, askedMs } = load.settings;
    expect(load.until).toMatchObject({ text: 'e2e.p50±50%', is: 'reached' });
    expect(load.until?.says).toMatch(/^stopped after \d+ s: E2E latency p50 \d+ ms ± \d/);
    expect([askedMs, durationMs < 15_000, load.complete]).toEqual([20_000, true, true]);
    expect(said.out).toContain(`Until e2e.p50±50%: ${load.until?.says}`);
    expect(said.out).toMatch(/ · until E2E latency p50 ±50 %: (first evaluation after 200|±\d)/);
    for (const report of ['report.html', 'summary.md']) expect(plain(read(report))).toContain(load.until?.says);
    // What was under way when it ended is still in the records, and in no figure.
    const { header, records } = readRequests(read('requests.ndjson'));
    expect(header?.settings).toEqual(load.settings);
    const within = records.filter(({ index, intended }) => index >= 0 && intended < durationMs);
    expect([within.length, within.filter(({ outcome }) => outcome !== 'ok')]).toEqual([planned, []]);
    expect(records.filter(({ outcome }) => outcome === 'aborted').length).toBeGreaterThan(0);
    expect(load.counts.measured).toBe(within.filter(({ intended }) => intended >= 1_000).length);
    // The same again from the records alone.
    expect((await assay(['report', folder])).code).toBe(0);
    const again = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    expect([again.until, again.ttftMs]).toEqual([load.until, load.ttftMs]);
  });

  it('ends with its duration otherwise, and says how much is missing', async () => {
    const flags = ['--duration', '5s', '--until', 'e2e.p99±0.1%'];
    const { said, load } = await withRun(flags, (args) => assay(args));
    expect(load.until).toMatchObject({ text: 'e2e.p99±0.1%', is: 'notReached' });
    expect(load.until?.says).toMatch(/^duration over: E2E latency p99 .*, needs about \d+ requests more$/);
    expect([load.complete, load.settings.durationMs, load.settings.askedMs]).toEqual([true, 5_000, undefined]);
    expect(said.out).toContain(`? Until e2e.p99±0.1%: duration over`);
  });

  it('ends on Ctrl-C as any other run', async () => {
    const flags = ['--duration', '20s', '--until', 'e2e.p99±0.1%'];
    const { said, load } = await withRun(flags, async (args) => {
      const running = startAssay(args);
      await running.untilOutput('s left');
      running.child.kill('SIGINT');
      return running.said;
    });
    expect([said.code, load.complete, load.settings.askedMs]).toEqual([130, false, undefined]);
    expect(load.until?.says).toMatch(/^ended early: E2E latency p99 /);
  });

  it('says before anything is sent when it is looked at', async () => {
    const dry = (...flags: readonly string[]) =>
      assay(['load', 'stream', '--dry-run', '--seed', '1', '--rate', '50', ...flags, '--until', 'ttft.p95±2%']);
    expect((await dry('--duration', '150s')).out).toContain(
      'until ttft.p95±2%: ends once 3 evaluations in a row find that precision; there are at most 4, after 2000, 3000, 4500, 6750 measured requests or soon after',
    );
    expect((await dry('--duration', '60s')).out).toContain(
      'until ttft.p95±2%: never reached, as it needs 4500 measured requests and the schedule has 2508; raise --rate or --duration',
    );
  });
});
