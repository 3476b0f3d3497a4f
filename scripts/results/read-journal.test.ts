import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { readJournal } from './read-journal.ts';

let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  const out = emptyFolder();
  await assay(['check', '--embedded', '--only', 'voices.*', '--out', out]);
  const names = ['findings.ndjson', 'exchanges.ndjson', 'run.json'];
  files = Object.fromEntries(names.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
});

/** The folder of a run in which one file was damaged. */
function damaged(file: string, damage: (text: string) => string): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, file), damage(files[file] ?? ''));
  return folder;
}

const lineTwo =
  (line: string) =>
  (text: string): string =>
    text
      .split('\n')
      .map((each, at) => (at === 1 ? line : each))
      .join('\n');

describe('a journal that was damaged after it was written', () => {
  it.each([
    ['findings.ndjson', lineTwo('{"check":'), 'findings.ndjson, line 2, is not a JSON object'],
    ['findings.ndjson', lineTwo('null'), 'findings.ndjson, line 2, is not a JSON object'],
    ['findings.ndjson', lineTwo('{"check":"a/b"}'), 'findings.ndjson, line 2: it has no clause; it was damaged'],
    ['findings.ndjson', (text: string) => `\u0000${text}`, 'findings.ndjson, line 1, is not a JSON object'],
    [
      'findings.ndjson',
      (text: string) => `${text}${text.split('\n')[1] ?? ''}\n`,
      /findings\.ndjson, line \d+, has voices\.\S+ a second time; it was damaged/,
    ],
    ['exchanges.ndjson', lineTwo(''), 'exchanges.ndjson, line 2, is not a JSON object'],
  ] as const)('%s: names the line %#', (file, damage, says) => {
    expect(() => readJournal(damaged(file, damage))).toThrow(says);
  });
  it('ends report with 3', async () => {
    const folder = damaged('findings.ndjson', lineTwo('x'));
    const { code, err } = await assay(['report', folder]);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringMatching(/^assay: [^\n]+\n$/) as string });
  });
  it('is told of where exchanges are missing that findings name, and of what is left report says what it can', async () => {
    const folder = damaged('exchanges.ndjson', (text) => text.slice(0, 2000));
    const says = /\d exchanges that the findings name are missing from \S+exchanges\.ndjson: it was cut or changed/;
    expect(() => readJournal(folder)).toThrow(says);
    const { code, out, err } = await assay(['report', folder]);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringMatching(says) as string });
    expect(out).toContain('at least 0 credits spent, the rest is unknown');
    const resumed = await assay(['check', '--resume', folder, '--embedded']);
    expect(resumed.code).toBe(3);
  });
  it('is gone on with where a power cut lost exchanges, and judges again what names them', async () => {
    const { url, token, stop } = await serve();
    const out = emptyFolder();
    const args = ['check', '--target', url, '--token', token, '--only', 'voices.*'];
    await assay([...args, '--out', out]);
    const sent = join(out, 'exchanges.ndjson');
    const whole = readFileSync(sent, 'utf8').split('\n');
    writeFileSync(
      sent,
      whole
        .slice(0, 2)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(() => readJournal(out)).toThrow('that the findings name are missing');
    const { code, out: said } = await assay([...args, '--resume', out]);
    await stop();
    const { judged, of } = /: (?<judged>\d+) of (?<of>\d+) checks judged, the rest/.exec(said)?.groups ?? {};
    expect([code, Number(judged) < Number(of)]).toEqual([0, true]);
    const { findings, header } = readJournal(out).journal;
    expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(header.plan.checks));
  });
  it('is read without its torn last line, and whatever run.json has become', () => {
    const torn = damaged('findings.ndjson', (text) => text.slice(0, -20));
    const whole = damaged('run.json', (text) => text.slice(0, 99));
    const count = (folder: string): number => readJournal(folder).journal.findings.length;
    expect(count(torn)).toBe(count(whole) - 1);
  });
});

it('a fuzz run that was killed does not say that it has spent nothing', async () => {
  const { url, token, stop } = await serve();
  const out = emptyFolder();
  await assay(['fuzz', '--target', url, '--token', token, '--runs', '20', '--out', out]);
  await stop();
  rmSync(join(out, 'run.json'));
  for (const _ of ['once', 'and again, from the run.json that this wrote']) {
    const { out: said } = await assay(['report', out]);
    expect(said).toContain('at least 0 credits spent, the rest is unknown');
  }
  const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run;
  expect(schemaErrors('run', run)).toEqual([]);
});

it('reads of a folder of an earlier version whether one request or the command reproduces a finding', () => {
  const saidBy = (reproduce: string): string | undefined => {
    const [, line = ''] = (files['findings.ndjson'] ?? '').split('\n');
    const { reproduceBy: _, ...earlier } = JSON.parse(line) as Finding;
    const folder = damaged('findings.ndjson', lineTwo(JSON.stringify({ ...earlier, reproduce })));
    return readJournal(folder).journal.findings[0]?.reproduceBy;
  };
  expect(saidBy('npx assay reproduce . voices.list/a')).toBe('command');
  expect(saidBy("curl 'http://a/v1/audio/voices'")).toBe('curl');
  expect(saidBy('')).toBeUndefined();
});
