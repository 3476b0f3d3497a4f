import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { header, record } from '../../../load/records/records.testing.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { assay, emptyFolder, serve } from '../../testing/run-assay.testing.ts';

/** A folder as `load` leaves it, of `count` requests. */
function loadFolder(
  name: string,
  target: string,
  changes: (index: number) => Partial<RequestRecord> = () => ({}),
): string {
  const folder = join(emptyFolder(), name);
  mkdirSync(folder);
  const count = 40;
  const settings = { ...header.settings, target, durationMs: count * 500, warmupMs: 0, planned: count };
  const records = Array.from({ length: count }, (_, index) => record(index, changes(index)));
  const lines = [{ ...header, settings }, ...records].map((line) => JSON.stringify(line));
  writeFileSync(join(folder, 'requests.ndjson'), `${lines.join('\n')}\n`);
  return folder;
}

const firstLine = (folder: string, file: string): string =>
  readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? '';

describe('assay report of several load runs', () => {
  it('writes each into its own folder, and all side by side into another', async () => {
    const target = 'http://127.0.0.1:9';
    const [one, other] = [loadFolder('one', target), loadFolder('other', target, () => ({ outcome: 'timeout' }))];
    const out = join(emptyFolder(), 'both');
    const { code, out: said } = await assay(['report', one, other, '--out', out]);
    expect({ code, said: said.includes(`side by side: ${out}/report.html`) }).toEqual({ code: 0, said: true });
    expect([one, other].every((folder) => existsSync(join(folder, 'report.html')))).toBe(true);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toMatch(/<th scope="col"[^>]*>one<\/th>\s*<th scope="col"[^>]*>other<\/th>/);
    expect(existsSync(join(out, 'load.json'))).toBe(false);
  });

  it('never writes over what it reads', async () => {
    const target = 'http://127.0.0.1:9';
    const [one, other] = [loadFolder('one', target), loadFolder('other', target)];
    const { code, err } = await assay(['report', one, other, '--out', one]);
    expect({ code, err }).toEqual({
      code: 3,
      err: `assay: --out ${one} is one of the folders that are read; name another\n`,
    });
    expect(existsSync(join(other, 'report.html'))).toBe(false);
  });
});

describe('assay report --format csv', () => {
  it('has a line for each record, as another reader sees it', async () => {
    const because = '=HYPERLINK("http://x"),"y"\n2\u202e';
    const folder = loadFolder('run', 'http://127.0.0.1:9', (index) =>
      index === 3
        ? { outcome: 'refused', because, session: '@SUM(1)', early: -2, transmitted: 1502 }
        : index === 4
          ? { index: -1 }
          : {},
    );
    expect((await assay(['report', folder, '--format', 'csv'])).code).toBe(0);
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'requests.csv')), { columns: true });
    // The canary's request is none of the service.
    expect(rows.map(({ index }) => Number(index))).toEqual([...Array(40).keys()].filter((index) => index !== 4));
    expect(rows[0]).toMatchObject({
      intendedMs: '0',
      sentMs: '1',
      ttftMs: '100',
      lagMs: '1',
      largestGapMs: '20',
      events: '3',
    });
    expect(rows[0]).toMatchObject({ outcome: 'ok', because: '', tlsMs: '' });
    expect(rows[3]).toMatchObject({
      because: `'=HYPERLINK("http://x"),"y"\\n2\\u{202e}`,
      session: `'@SUM(1)`,
      // A number is no formula.
      early: '-2',
      transmittedMs: '1502',
    });
  });

  it('refuses a format that there is not, before anything is written', async () => {
    const folder = loadFolder('run', 'http://127.0.0.1:9');
    const { code, err } = await assay(['report', folder, '--format', 'csv,cvs']);
    expect({ code, err }).toEqual({ code: 3, err: 'assay: --format is "cvs", expected one of csv\n' });
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
  });
});

describe('a gate before a load run', () => {
  let wrong: Awaited<ReturnType<typeof serve>>;
  let [failed, passed, open] = ['', '', ''];
  beforeAll(async () => {
    wrong = await serve('--fault', 'speed-clamped');
    [failed, passed, open] = ['failed', 'passed', 'open'].map((name) => join(emptyFolder(), name)) as [
      string,
      string,
      string,
    ];
    const target = ['check', '--target', wrong.url, '--token', wrong.token];
    await assay([...target, '--only', 'speech.speed/*', '--out', failed]);
    await assay([...target, '--only', 'voices.*', '--out', passed]);
    await assay([...target, '--only', 'metering.*', '--require', 'metering', '--out', open]);
  });
  afterAll(() => wrong.stop());

  it('that failed stands on the first line, and makes the exit code 1', async () => {
    const folder = loadFolder('run', wrong.url);
    const { code, out } = await assay(['report', folder, '--gate', failed]);
    expect(code).toBe(1);
    const expected =
      /Conformance failed: \d+ MUST and 1 SHOULD checks failed, 1 cause \(clearest check: speech\.speed\/.*\) \(check of \d{4}-\d\d-\d\d\)/;
    expect(out.split('\n')[0]).toMatch(expected);
    expect(out.trim().split('\n').at(-1)).toMatch(/^✗ Conformance failed; /);
    expect(firstLine(folder, 'summary.md')).toMatch(expected);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    const [main = ''] = page.split('<main>').slice(1);
    expect(
      main
        .replaceAll(/<[^>]*>/g, ' ')
        .trim()
        .replaceAll(/\s+/g, ' '),
    ).toMatch(/^✗ Conformance failed : /);
    expect(page).toMatch(/<title>Conformance failed, /);
    expect(page).toContain('speech.speed/rejects-above-maximum');
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('type="conformance"');
  });

  it('stays when the reports are written anew, and another takes its place', async () => {
    const folder = loadFolder('run', wrong.url);
    await assay(['report', folder, '--gate', failed]);
    expect((await assay(['report', folder])).code).toBe(0);
    expect(firstLine(folder, 'summary.md')).toContain('Conformance failed');
    expect((await assay(['report', folder, '--gate', passed])).code).toBe(0);
    expect(firstLine(folder, 'summary.md')).toContain('✓ Conformance: ');
    const { gate } = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    expect(gate).toMatchObject({ is: 'pass', target: wrong.url, failed: [] });
  });

  it('that settled nothing makes it 2', async () => {
    const { code, out } = await assay(['report', loadFolder('run', wrong.url), '--gate', open]);
    expect({ code, first: out.split('\n')[0] }).toEqual({
      code: 2,
      first: expect.stringContaining('? Conformance inconclusive: '),
    });
  });

  it('is for the same target only', async () => {
    const folder = loadFolder('run', 'http://127.0.0.1:9');
    const { code, err } = await assay(['report', folder, '--gate', failed]);
    expect(code).toBe(3);
    expect(err).toContain(
      `judged ${wrong.url}, but the load is of http://127.0.0.1:9: a gate has to be of the same target`,
    );
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
  });

  it('may write the same address otherwise', async () => {
    const judged = join(emptyFolder(), 'judged');
    mkdirSync(judged);
    const journal = readFileSync(join(failed, 'findings.ndjson'), 'utf8');
    writeFileSync(join(judged, 'findings.ndjson'), journal.replace(wrong.url, 'http://Staging.example:80/api'));
    copyFileSync(join(failed, 'exchanges.ndjson'), join(judged, 'exchanges.ndjson'));
    const folder = loadFolder('run', 'http://staging.example/api/');
    expect((await assay(['report', folder, '--gate', judged])).code).toBe(1);
  });

  it('is a folder of check, and stands before a load', async () => {
    const folder = loadFolder('run', wrong.url);
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { code, err } = await assay(['report', ...args]);
      return `${code} ${err}`;
    };
    expect(await refusal(folder, '--gate', folder)).toMatch(
      /^3 .*is not a result folder of assay check: it holds a load run/,
    );
    expect(await refusal(folder, '--gate', 'nowhere')).toMatch(
      /^3 .*nowhere is not a result folder.*findings\.ndjson is not in it/,
    );
    expect(await refusal(failed, '--gate', failed)).toMatch(/^3 .*--gate is for load runs/);
  });

  it('is refused before load sends anything', async () => {
    const { code, out, err } = await assay(['load', 'stream', '--target', 'http://127.0.0.1:9', '--gate', failed]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('a gate has to be of the same target');
    const embedded = await assay(['load', 'stream', '--gate', failed]);
    expect(embedded.code).toBe(3);
    expect(embedded.err).toContain('but the load is of the embedded reference service');
  });
});
