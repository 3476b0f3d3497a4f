import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

const wrong = 'speech.speed/rejects-above-maximum';
const right = 'speech.speed/accepts-maximum';

function fileWith(content: string, name = 'known.yaml'): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}
const entry = (check: string, expires: string): string =>
  `- check: ${check}\n  reason: fixed in 2.1\n  expires: ${expires}\n`;

describe('assay check --known-failures', () => {
  let service: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    service = await serve('--fault', 'speed-clamped');
  });
  afterAll(() => service.stop());

  const check = async (file: string, ...only: readonly string[]) => {
    const out = emptyFolder();
    const asked = only.length > 0 ? only : [right, wrong];
    const target = ['--target', service.url, '--token', service.token, '--only', ...asked, '--out', out];
    const said = await assay(['check', ...target, '--known-failures', file]);
    const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run;
    const read = (name: string): string => readFileSync(join(out, name), 'utf8');
    return { ...said, folder: out, run, read };
  };

  it('bears a failure until its day, and says so everywhere', async () => {
    const { code, out, run, read, folder } = await check(fileWith(entry(wrong, '9999-12-31')));
    expect(code).toBe(0);
    expect(out).toContain(`${wrong}\n    known failure until 9999-12-31 (fixed in 2.1)`);
    expect(out).toContain('1 known failure');
    expect(schemaErrors('run', run)).toEqual([]);
    expect(run.findings.find((finding) => finding.check === wrong)).toMatchObject({
      verdict: { is: 'fail' },
      knownFailure: { is: 'known', reason: 'fixed in 2.1', expires: '9999-12-31' },
    });
    expect(read('report.html')).toContain('<h2>Known failures</h2>');
    expect(read('summary.md')).toContain('### Known failures');
    expect(read('junit.xml')).toContain('<skipped message="known failure until 9999-12-31 (fixed in 2.1)"/>');
    expect(schemaErrors('run', JSON.parse(read('findings.ndjson').split('\n')[0] ?? ''), '#/$defs/headerLine')).toEqual(
      [],
    );
    const before = read('run.json');
    expect((await assay(['report', folder])).code).toBe(0);
    expect(read('run.json')).toBe(before);
  });
  it('takes JSON as well', async () => {
    const json = JSON.stringify([{ check: wrong, reason: 'r', expires: '9999-12-31' }]);
    expect((await check(fileWith(json, 'known.json'))).code).toBe(0);
  });
  it('ends 1 where a known failure passes, and says what to do', async () => {
    const both = entry(wrong, '9999-12-31') + entry(right, '9999-12-31');
    const { code, out, run } = await check(fileWith(both));
    expect(code).toBe(1);
    expect(out).toContain(`${right}\n    stale: it passes now; take it out of the known failures (fixed in 2.1)`);
    expect(run.exitCode).toBe(1);
  });
  it('ends 1 where the day of a known failure has passed', async () => {
    const { code, out } = await check(fileWith(entry(wrong, '2020-01-01')));
    expect(code).toBe(1);
    expect(out).toContain('expired on 2020-01-01; fix it, or give it a new day and a reason (fixed in 2.1)');
  });
  it('says nothing of checks that were not asked for, and takes a file without entries', async () => {
    expect((await check(fileWith(entry(wrong, '2020-01-01')), 'voices.*')).code).toBe(0);
    expect((await check(fileWith('# all fixed\n'), 'voices.*')).code).toBe(0);
  });
});

describe('a file of known failures that is wrong ends 3, names the entry, and starts nothing', () => {
  it.each([
    [entry('speech.speed/rejects-above-maximun', '2027-01-01'), `entry 1 (line 1) names no check`, wrong],
    [entry(right, '2027-01-01') + entry('speech.*', '2027-01-01'), 'entry 2 (line 4) names "speech.*"', 'globs'],
    [entry(right, '2027-02-30'), 'entry 1 (line 1) has "2027-02-30" for expires', 'a day such as'],
    [`- check: ${right}\n  expires: 2027-01-01\n`, 'entry 1 (line 1) has no reason', 'say why'],
    [`- check: ${right}\n  reasn: x\n  expires: 2027-01-01\n`, 'the unknown field "reasn"', 'did you mean reason?'],
    ['check: x\n', 'is not a list', 'entries of check, reason and expires'],
    ['- [\n', 'cannot be read', 'line 2'],
  ])('%j', async (content, says, hint) => {
    const file = fileWith(content);
    for (const command of ['check', 'plan']) {
      const { code, out, err } = await assay([command, '--embedded', '--known-failures', file]);
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toContain(`--known-failures ${file}`);
      expect(err).toContain(says);
      expect(err).toContain(hint);
    }
  });
  it('also where there is none', async () => {
    const { code, err } = await assay(['check', '--embedded', '--known-failures', 'none.yaml']);
    expect(code).toBe(3);
    expect(err).toContain('--known-failures none.yaml cannot be read: ENOENT');
  });
});
