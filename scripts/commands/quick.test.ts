import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickFinds } from '../../conformance/model/quick-checks.ts';
import type { Run } from '../../conformance/model/run.ts';
import { newKeys } from '../certificate/certificates.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;

describe('assay check --profile quick', () => {
  it('says on its last line, and on its badge, that it is quick and what that is worth', async () => {
    const out = emptyFolder();
    const { code, out: said } = await assay(['check', '--embedded', '--profile', 'quick', '--out', out]);
    const run = runIn(out);
    expect(code).toBe(0);
    expect(run).toMatchObject({ profile: 'quick', coverage: quickFinds });
    expect(run.spend.credits).toBeLessThanOrEqual(100);
    expect(schemaErrors('run', run)).toEqual([]);
    const worth = `such a run finds ${quickFinds.found} of ${quickFinds.of} faults of the reference service`;
    expect(said.trimEnd().split('\n').slice(-3).join(' ')).toMatch(/Pass \(quick\)/);
    expect(said.replaceAll(/\s+/g, ' ')).toContain(worth);
    expect(readFileSync(join(out, 'badge.svg'), 'utf8')).toContain('assay quick');
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).toContain(worth);
  }, 120_000);

  it('is not certified', async () => {
    const { key } = await newKeys();
    const { code, err } = await assay(['certify', '--embedded', '--profile', 'quick', '--key', key]);
    expect(code).toBe(3);
    expect(err).toContain('quick is a choice of checks');
  }, 120_000);
});

describe('a run that may not spend what it plans', () => {
  it('tries first what finds the most, and says what that is worth', async () => {
    const { stop, ...service } = await serve();
    const out = emptyFolder();
    const given = ['--token', service.token, '--other-token', service.otherToken, '--provisioner', service.provisioner];
    const { code } = await assay(['check', '--target', service.url, ...given, '--max-credits', '60', '--out', out]);
    await stop();
    const { coverage, spend } = runIn(out);
    expect(code).toBe(2);
    expect(spend.credits).toBeLessThanOrEqual(60);
    // It is 189 of 755 in this order, and 78 in one that is no order of worth.
    expect((coverage?.found ?? 0) / (coverage?.of ?? 1)).toBeGreaterThan(0.2);
  }, 120_000);
});
