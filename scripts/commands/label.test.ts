import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { distributions } from '../../load/differences/synthetic.testing.ts';
import type { Load } from '../../load/verdict/load.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { syntheticFolder } from '../testing/synthetic-folder.testing.ts';

const textIn = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

describe('--label, what a run is called', () => {
  it('is in the results of check, and in what people read', async () => {
    const out = emptyFolder();
    const { code } = await assay(['check', '--only', 'voices.list/*', '--label', 'release 2.1', '--out', out]);
    expect(code).toBe(0);
    expect((JSON.parse(textIn(out, 'run.json')) as Run).label).toBe('release 2.1');
    expect(textIn(out, 'report.html')).toMatch(/<dt>Label<\/dt>\s*<dd>release 2\.1<\/dd>/);
    expect(textIn(out, 'summary.md')).toContain('release 2.1 · assay ');
  });

  it('is in the results of load, also when they are derived anew', async () => {
    const folder = syntheticFolder({ requests: 200, ttftMs: distributions.lognormal, failures: 0, seed: 1 });
    const environment = { assay: '0.1.0', node: '24', machine: 'a machine', embedded: false };
    writeFileSync(join(folder, 'environment.json'), JSON.stringify({ ...environment, label: 'release 2.1' }));
    expect((await assay(['report', folder])).code).toBe(0);
    const load = JSON.parse(textIn(folder, 'load.json')) as Load;
    expect([load.label, load.environment]).toEqual(['release 2.1', environment]);
    expect(textIn(folder, 'report.html')).toMatch(/<dt>Label<\/dt>\s*<dd>release 2\.1<\/dd>/);
  });

  it('is no longer than a line', async () => {
    const said = await assay(['check', '--label', 'x'.repeat(201)]);
    expect(said).toMatchObject({
      code: 3,
      err: expect.stringContaining('--label has 201 characters, expected at most 200') as string,
    });
  });
});
