import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

describe.skipIf(k6IsMissing)('where load writes', { timeout: 60_000 }, () => {
  it('needs no folder but that of its results', async () => {
    const out = join(emptyFolder(), 'results');
    const brief = ['--embedded', '--rate', '5', '--duration', '1s', '--out', out];
    // No process can make a folder there, whoever runs it.
    const said = await assay(['load', 'stream', ...brief], { env: { TMPDIR: '/dev/null/nowhere' } });
    // A busy machine may make the measurement invalid, which decides nothing.
    expect([0, 2]).toContain(said.code);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['load.json', 'requests.ndjson', 'report.html']));
  });
});
