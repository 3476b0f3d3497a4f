import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { newKeys } from '../certificate/certificates.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;

describe('assay check --time', () => {
  it('ends what goes on for longer, and says of each check that was not judged why', async () => {
    const service = await serve('--delay', '500ms');
    const out = emptyFolder();
    const slowly = ['--target', service.url, '--token', service.token, '--concurrency', '1', '--only', 'stream.*'];
    const { code, out: said, err } = await assay(['check', ...slowly, '--time', '1s', '--out', out]);
    await service.stop();
    const run = runIn(out);
    const unreached = run.findings.filter((finding) => finding.unreached === 'time');
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(run).toMatchObject({ complete: false, exitCode: 2, counts: { fail: 0 } });
    expect(run.findings.map(({ check }) => check)).toEqual(run.plan.checks);
    expect(unreached.length).toBeGreaterThan(0);
    for (const { verdict } of unreached)
      expect(verdict).toEqual({ is: 'inconclusive', because: 'not judged within --time 1s' });
    expect(said).toContain('not judged within --time, check --resume continues with them');
    expect(schemaErrors('run', run)).toEqual([]);
    await assay(['report', out]);
    expect(runIn(out)).toEqual({ ...run, endedAt: expect.any(String) as string });
  });

  it('fails what any answer until then has shown to break what holds of every answer', async () => {
    const service = await serve('--delay', '1s', '--fault', 'voices-content-type-text');
    const out = emptyFolder();
    const only = ['--only', 'voices.*', 'stream.*'];
    const slowly = ['--target', service.url, '--token', service.token, '--concurrency', '1', ...only];
    const { code } = await assay(['check', ...slowly, '--time', '10s', '--out', out]);
    await service.stop();
    const run = runIn(out);
    const shown = run.findings.filter(({ verdict }) => verdict.is === 'fail');
    expect(run.complete).toBe(false);
    expect(shown.map(({ check }) => check)).toContain('voices.list/says-json');
    expect(code).toBe(1);
    expect(shown.every(({ mismatches }) => mismatches.length > 0)).toBe(true);
  }, 120_000);

  it('changes nothing of a run that needs less', async () => {
    const out = emptyFolder();
    const { code } = await assay(['check', '--embedded', '--only', 'voices.*', '--time', '10m', '--out', out]);
    expect(code).toBe(0);
    expect(runIn(out)).toMatchObject({ complete: true, counts: { inconclusive: 0 } });
  });

  it('keeps certify from issuing anything', async () => {
    const { key } = await newKeys();
    const service = await serve('--delay', '100ms');
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'time: 50ms\n');
    const credentials = ['--target', service.url, '--token', service.token, '--profile', 'public'];
    const { code, out } = await assay(['certify', ...credentials, '--key', key], { cwd });
    await service.stop();
    expect(code).toBe(2);
    expect(out).toMatch(
      /✗ No certificate was issued: the run did not finish: \S+ was not judged within --time 50ms\n$/,
    );
  });
});
