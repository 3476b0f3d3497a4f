import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import type { Load } from '../../load/verdict/load.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

describe.skipIf(k6IsMissing)('load --audit', { timeout: 120_000 }, () => {
  it('says in the verdict and in every report what it found, and costs what the schedule does', async () => {
    const service = await startService({ pace: { firstEventMs: 20, gapMs: 5, events: 3 } });
    try {
      const folder = join(emptyFolder(), 'results');
      const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
      const brief = ['--rate', '40', '--duration', '4s', '--arrivals', 'constant', '--content', 'text', '--seed', '2'];
      const { out } = await assay(['load', 'stream', '--audit', ...brief, ...target]);
      const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
      const load = JSON.parse(read('load.json')) as Load;
      expect(schemaErrors('load', load)).toEqual([]);
      expect(load.settings.audit).toBe(true);
      expect([load.credits, load.counts.recorded]).toEqual([160, 160]);
      expect(load.audit?.plain.requests).toBeGreaterThan(10);
      // A busy machine may make the measurement invalid, which decides nothing.
      const mark = { same: '✓', differs: '✗', undecided: '?' }[load.audit?.is ?? 'undecided'];
      expect(out).toContain(`${mark} Audit\n  Requests that repeat another message: `);
      for (const text of [read('summary.md'), read('report.html')]) expect(text).toContain('common client');
      await assay(['report', folder]);
      expect(JSON.parse(read('load.json'))).toEqual(load);
    } finally {
      await service.close();
    }
  });
});
