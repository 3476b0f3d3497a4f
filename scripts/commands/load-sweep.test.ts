import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import type { Load } from '../../load/verdict/load.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

describe('load sweep --dry-run', () => {
  const dry = async (...args: readonly string[]): Promise<string> =>
    (await assay(['load', 'sweep', '--dry-run', ...args])).out;

  it('prints the levels, and at most what they cost', async () => {
    const out = await dry('--concurrency', '1,2,4', '--max-credits', '100');
    expect(out).toContain(
      '0 ms to 1 min 0 s: 1 user\n  1 min 0 s to 1 min 30 s: 2 users\n  1 min 30 s to 1 min 50 s: 4',
    );
    const [, sent, learning] =
      /cost: at most (\d+) credits of --max-credits 100; and at most (\d+) to learn/.exec(out) ?? [];
    expect(Number(sent) + Number(learning)).toBe(100);
    expect(out).toContain('ASSAY_CONCURRENCY=1,2,4');
  });

  it('says that nothing bounds the cost where nothing does', async () => {
    expect(await dry('--mix', 'speech=1', '--max-credits', '100')).toContain('cost: at most 99 credits');
    expect(await dry('--mix', 'voices=1')).toContain('cost: at most 0 credits');
    expect(await dry()).toContain('as many credits as its answers cost');
  });
});

describe('levels and an audit in assay.yaml', () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'assay.yaml'), 'concurrency: 8\nsweep-concurrency: [1, 2, 4]\naudit: true\n');
  const dry = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await assay(['load', ...args, '--dry-run', '--max-credits', '400'], { cwd });
    expect([code, err]).toEqual([0, '']);
    return out;
  };

  it('are for the scenarios that have them', async () => {
    expect(await dry('sweep')).toContain('ASSAY_CONCURRENCY=1,2,4');
    expect(await dry('stream')).toContain('ASSAY_AUDIT=true');
    for (const none of ['sweep', 'voices', 'conversation']) expect(await dry(none)).not.toContain('ASSAY_AUDIT=true');
    expect(await dry('voices')).not.toContain('ASSAY_CONCURRENCY');
  });

  it('give way to flags', async () => {
    expect(await dry('sweep', '--concurrency', '3,5')).toContain('ASSAY_CONCURRENCY=3,5');
    expect(await dry('stream', '--no-audit')).not.toContain('ASSAY_AUDIT=true');
  });

  it('say how they are wrong', async () => {
    const other = emptyFolder();
    writeFileSync(join(other, 'assay.yaml'), 'sweep-concurrency: 4,2\n');
    const { code, err } = await assay(['load', 'sweep', '--dry-run'], { cwd: other });
    expect([code, err]).toEqual([3, expect.stringContaining('sweep-concurrency: "4,2" are not levels')]);
  });
});

describe.skipIf(k6IsMissing)('load sweep', { timeout: 120_000 }, () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ pace: { firstEventMs: 20, gapMs: 5, events: 4 } });
  });
  afterAll(() => service.close());

  it('ends with throughput against latency by level, on the terminal and in every report', async () => {
    const folder = join(emptyFolder(), 'results');
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    const levels = ['--concurrency', '1,2,3', '--duration', '2s', '--slo', 'failures<90%'];
    const { code, out, err } = await assay(['load', 'sweep', ...target, ...levels]);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const load = JSON.parse(read('load.json')) as Load;
    expect(schemaErrors('load', load)).toEqual([]);
    expect(schemaErrors('requests', JSON.parse(read('requests.ndjson').split('\n')[0] ?? ''))).toEqual([]);
    // A busy machine may keep levels from being judged, which is no 0.
    const isJudged = load.steps?.every(({ inconclusive }) => inconclusive === undefined);
    expect([code, err]).toEqual([isJudged === true ? 0 : 2, '']);
    expect(load.steps?.map(({ step, throughput }) => [step.users, (throughput?.answersPerS ?? 0) > 0])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(out).toMatch(/users\s+answers\/s\s+TTFT p50/);
    for (const text of [out, read('summary.md'), read('report.html')]) expect(text).toContain('coordinated omission');
    expect(read('summary.md')).toContain('### Levels');
    expect(read('report.html')).toContain('Latency against load');
    expect(read('junit.xml')).toContain('name="3 users"');
    await assay(['report', folder, '--format', 'csv']);
    const rows = read('levels.csv').trim().split('\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual(['users', '1', '2', '3']);
    expect(JSON.parse(read('load.json'))).toEqual(load);
  });
});
