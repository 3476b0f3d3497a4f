import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { History } from '../../conformance/contract/formats/history.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { Load } from '../../load/verdict/load.ts';
import { sampleFinding, sampleRun } from '../../reports/check/sample-run.testing.ts';
import { dayAt, invalidValidity, shapedLoad } from '../../reports/history/sample-history.testing.ts';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

/** Keeps a result as a command leaves it. */
function keep(folder: string, file: 'run.json' | 'load.json', result: Run | Load): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify(result));
  return folder;
}

function keepRun(folder: string, day: number, is: 'pass' | 'fail', parts: Partial<Run> = {}): string {
  const verdict = is === 'pass' ? { is } : { is, because: 'status 500' };
  const findings = [
    sampleFinding('voices.list/is-a-list', '3', { verdict }),
    sampleFinding('bots.list/is-a-list', '1'),
  ];
  return keep(folder, 'run.json', sampleRun(findings, { startedAt: dayAt(day), ...parts }));
}

const history = (...args: readonly string[]): Promise<CommandOutput> => assay(['report', '--history', ...args]);

const historyIn = (folder: string): History =>
  JSON.parse(readFileSync(join(folder, 'history.json'), 'utf8')) as History;

describe('assay report --history', () => {
  it('shows the runs that lie in a folder, beside them, and links to their reports', async () => {
    const folder = emptyFolder();
    keepRun(join(folder, 'a', 'check'), 0, 'pass');
    writeFileSync(join(keepRun(join(folder, 'b b', 'check'), 1, 'fail', { label: 'v2' }), 'report.html'), '');
    keep(join(folder, 'b b', 'load'), 'load.json', sampleLoad({ startedAt: dayAt(1) }));
    const said = await history(folder);
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('3 runs, 1 new failure, 0 flaky, 0 fixed, no load figure could be compared\n');
    expect(readdirSync(folder).toSorted()).toEqual(['a', 'b b', 'history.html', 'history.json', 'history.md']);
    const written = historyIn(folder);
    expect(schemaErrors('history', written)).toEqual([]);
    expect(written.checks[0]?.runs).toMatchObject([
      { folder: 'b b/check', label: 'v2', report: true },
      { folder: 'a/check' },
    ]);
    expect(written.checks[0]?.checks[0]).toMatchObject({ is: 'newFailure', strip: 'fp' });
    expect(readFileSync(join(folder, 'history.html'), 'utf8')).toContain('href="./b%20b/check/report.html"');
    // The page itself is no run, and is written anew the next time.
    expect((await history(folder)).out).toContain('3 runs, ');
  });

  it('takes result folders too, and writes where it is told', async () => {
    const [folder, out] = [emptyFolder(), join(emptyFolder(), 'public')];
    const runs = [keepRun(join(folder, 'a'), 0, 'fail'), keepRun(join(folder, 'b'), 1, 'pass')];
    expect((await history(...runs, '--out', out)).code).toBe(0);
    expect(historyIn(out).checks[0]?.checks[0]).toMatchObject({ is: 'fixed', strip: 'pf' });
    expect(readdirSync(folder)).toEqual(['a', 'b']);
    expect(await history(runs[0] ?? '', '--out', runs[0] ?? '')).toMatchObject({
      code: 3,
      err: expect.stringContaining('would overwrite') as string,
    });
  });

  it('says with --json the same to machines, and to people on stderr', async () => {
    const folder = emptyFolder();
    keepRun(join(folder, 'a'), 0, 'pass');
    const { code, out, err } = await history(folder, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(historyIn(folder));
    expect(err).toContain('1 run, 0 new failures');
  });

  it('names what it cannot use, with the reason, and a run that is there twice', async () => {
    const folder = emptyFolder();
    const first = keepRun(join(folder, 'a'), 0, 'pass');
    cpSync(first, join(folder, 'copy'), { recursive: true });
    // A link back to where it lies.
    symlinkSync(folder, join(folder, 'link'));
    for (const [name, file, text] of [
      ['killed', 'findings.ndjson', ''],
      ['killed-load', 'requests.ndjson', ''],
      ['older', 'run.json', '{"schema":"assay.run/0"}'],
      ['torn', 'run.json', '{"schema":'],
      ['other', 'load.json', '{"schema":"assay.load/1"}'],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, file), text);
    }
    const said = await history(folder);
    expect(said).toMatchObject({ code: 0, err: '' });
    const left = Object.fromEntries(historyIn(folder).leftOut.map(({ folder: name, because }) => [name, because]));
    expect(left).toEqual({
      copy: 'it is the same run as a',
      killed: 'killed/run.json is missing; npx assay report killed derives it',
      'killed-load': 'killed-load/load.json is missing; npx assay report killed-load derives it',
      older: 'older/run.json: expected schema "assay.run/1", observed "assay.run/0"',
      torn: 'torn/run.json: expected schema "assay.run/1", observed none',
      other: 'other/load.json: it has no scenario; npx assay report other derives it again',
    });
    expect(said.out).toContain('1 run, 0 new failures, 0 flaky, 0 fixed, 6 folders left out');
  });

  it('says with which run of load the times changed', async () => {
    const folder = emptyFolder();
    for (let day = 0; day < 14; day += 1)
      keep(
        join(folder, `load-${day}`),
        'load.json',
        shapedLoad(day, (percent) => (day >= 9 && percent > 60 ? 1.4 : 1)),
      );
    const { code, out } = await history(folder);
    expect(code).toBe(0);
    expect(out).toContain('Changes: 1\n');
    expect(out).toContain('TTFT is slower since v9 (2026-11-10 00:00)');
    expect(historyIn(folder).loads[0]?.changes).toMatchObject([{ of: 'ttft', run: 4, is: 'worse' }]);
  });
  it('draws no figure of an invalid measurement', async () => {
    const folder = emptyFolder();
    keep(join(folder, 'a'), 'load.json', sampleLoad({ validity: invalidValidity }));
    expect((await history(folder)).out).toContain('the only run is not valid: nothing was compared');
    expect(historyIn(folder).loads[0]?.quantities).toEqual([]);
  });

  it.each([
    [[], 'needs result folders'],
    [['nowhere'], 'a folder that is named does not exist'],
    [['.'], 'no result folder is in'],
    [['.', '--gate', 'a'], '--history cannot be combined with --gate'],
    [['.', '--format', 'csv'], '--history cannot be combined with --format'],
    [['.', '--certificates', 'a'], '--history cannot be combined with --certificates'],
  ])('with %j ends 3 and says why', async (args, says) => {
    const said = await assay(['report', '--history', ...args]);
    expect(said).toMatchObject({ code: 3, out: '', err: expect.stringContaining(says) as string });
  });

  it('ends 3 where no run can be used, and for --json without it', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'killed'));
    writeFileSync(join(folder, 'killed', 'findings.ndjson'), '');
    expect(await history(folder)).toMatchObject({
      code: 3,
      err: expect.stringContaining('none of 1 result folders can be used') as string,
    });
    expect(readdirSync(folder)).toEqual(['killed']);
    expect((await assay(['report', folder, '--json'])).code).toBe(3);
  });
});
