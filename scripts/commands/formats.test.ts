import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ctrfErrors, elementsAt, harErrors, sarifErrors, xmlRoot } from '../../reports/foreign-readers.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const machineFormats = ['ctrf.json', 'exchanges.har', 'sarif.json'];
const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

type Sarif = { runs: [{ results: { ruleId: string; partialFingerprints: object }[] }] };

const fingerprints = (folder: string): readonly object[] =>
  (JSON.parse(read(folder, 'sarif.json')) as Sarif).runs[0].results.map((each) => each.partialFingerprints);

describe('the script of report.html', () => {
  it('is there, and with --no-script neither it nor a policy that allows one', async () => {
    const out = join(emptyFolder(), 'results');
    const policies = [];
    for (const args of [
      ['check', '--only', 'voices.*', '--out', out, '--no-script'],
      ['report', out],
    ]) {
      expect((await assay(args)).err).toBe('');
      const page = readFileSync(join(out, 'report.html'), 'utf8');
      policies.push(...[...page.matchAll(/(?<=default-src 'none'; )[a-z]+-src|<script>/g)].map(([found]) => found));
    }
    expect(policies).toEqual(['style-src', 'script-src', '<script>']);
  });
});

describe('assay check --format', () => {
  it('writes each format as its schema says, the same failure with the same fingerprint, and no secret', async () => {
    const service = await serve('--fault', 'speed-clamped');
    const folders = [emptyFolder(), emptyFolder()];
    const flags = ['--target', service.url, '--token', service.token, '--only', 'speech.speed', 'voices.*'];
    for (const [place, out] of folders.entries()) {
      const seed = String(place + 1);
      const formats = ['--format', 'ctrf,sarif', '--format', 'har'];
      const { code, err } = await assay(['check', ...flags, '--seed', seed, '--out', out, ...formats]);
      expect({ code, err }).toEqual({ code: 1, err: '' });
    }
    await service.stop();
    const [first = '', second = ''] = folders;
    expect(ctrfErrors(read(first, 'ctrf.json'))).toEqual([]);
    expect(sarifErrors(read(first, 'sarif.json'))).toEqual([]);
    expect(harErrors(read(first, 'exchanges.har'))).toEqual([]);
    expect(elementsAt(xmlRoot(read(first, 'junit.xml')), '//failure').length).toBeGreaterThan(0);
    expect(xmlRoot(read(first, 'badge.svg')).attr('aria-label')?.value).toMatch(
      /^assay(?:, \d+ of \d+ checks \(--only\))?: \d+ failed, \d+ passed/,
    );
    expect(fingerprints(first)).toEqual(fingerprints(second));
    expect(fingerprints(first)).not.toEqual([]);
    for (const file of readdirSync(first)) expect(read(first, file)).not.toContain(service.token);
  });

  it('is written from a folder too, with the same content', async () => {
    const out = emptyFolder();
    await assay(['check', '--only', 'voices.*', '--out', out, '--format', 'ctrf,sarif,har']);
    const before = machineFormats.map((file) => read(out, file));
    expect((await assay(['report', out, '--format', 'har,sarif,ctrf'])).code).toBe(0);
    expect(machineFormats.map((file) => read(out, file))).toEqual(before);
  });

  it('is not for load runs, and says so before it writes anything', async () => {
    const load = emptyFolder();
    writeFileSync(join(load, 'requests.ndjson'), '{"schema":"assay.requests/1"}\n');
    const { code, err } = await assay(['report', load, '--format', 'ctrf']);
    expect(code).toBe(3);
    expect(err).toContain('--format ctrf is for check and fuzz runs; leave it out here');
    expect(readdirSync(load)).toEqual(['requests.ndjson']);
  });

  it('writes none that was not asked for', async () => {
    const out = emptyFolder();
    await assay(['check', '--only', 'voices.*', '--out', out]);
    expect(readdirSync(out).filter((file) => machineFormats.includes(file))).toEqual([]);
    expect(readdirSync(out)).toContain('badge.svg');
  });

  it.each([
    [['check', '--format', 'sarf'], '--format is "sarf", expected one of ctrf, sarif, har'],
    [['check', '--format', 'ctrf,'], '--format is "", expected one of ctrf, sarif, har'],
    [['fuzz', '--format', 'xml'], '--format is "xml", expected one of ctrf, sarif, har'],
    [['check', '--format', 'csv'], '--format csv is for load runs; leave it out here'],
  ])('ends 3 for %j, and starts nothing', async (args, says) => {
    const cwd = emptyFolder();
    const { code, out, err } = await assay(args, { cwd });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
