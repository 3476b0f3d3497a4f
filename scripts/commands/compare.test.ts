import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { distributions } from '../../load/differences/synthetic.testing.ts';
import type { RequestRecord } from '../../load/records/record.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { syntheticFolder } from '../testing/synthetic-folder.testing.ts';

const made = { requests: 1500, ttftMs: distributions.lognormal, failures: 0.002 };
const slower = (z: number): number => 1.5 * made.ttftMs(z);

async function compare(
  ...args: readonly string[]
): Promise<CommandOutput & { readonly out: string; readonly cwd: string }> {
  const cwd = emptyFolder();
  return { ...(await assay(['compare', ...args], { cwd })), cwd };
}

describe('compare of two load runs', () => {
  const folders = { a: '', same: '', slow: '' };
  beforeAll(() => {
    folders.a = syntheticFolder({ ...made, seed: 1 });
    folders.same = syntheticFolder({ ...made, seed: 2 });
    folders.slow = syntheticFolder({ ...made, seed: 3, ttftMs: slower });
  });

  it('says what is slower, keeps compare.json and its reports, and ends 0 all the same', async () => {
    const out = join(emptyFolder(), 'results');
    const { code, out: said, err } = await compare(folders.a, folders.slow, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(said).toMatch(/ttft\.p50 .*slower/);
    expect(said).toMatch(/gap\.p50 .*same within 5 %/);
    expect(said).toMatch(
      /✗ Slower: TTFT p\d+ [\d.]+ → [\d.]+ ms: [\d.]+ % slower \([\d.]+ to [\d.]+ %\); also: .* and \d+ more/,
    );
    expect(readdirSync(out).toSorted()).toEqual(['compare.json', 'report.html', 'summary.md']);
    const comparison = JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')) as LoadComparison;
    expect(schemaErrors('compare', comparison)).toEqual([]);
    expect(comparison.told.map(({ what }) => what)).toEqual(['seed']);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('ttft.p50');
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).toContain('## ✗ Slower');
  });

  it('bins both sides alike, every sample of requests.ndjson once', async () => {
    const { out } = await compare(folders.a, folders.slow, '--json', '--only', 'ttft.*');
    const [ttft, ...others] = (JSON.parse(out) as LoadComparison).distributions ?? [];
    expect(others).toEqual([]);
    const { from, width, a, b } = ttft ?? { from: 0, width: 0, a: undefined, b: undefined };
    for (const [folder, side] of [
      [folders.a, a],
      [folders.slow, b],
    ] as const) {
      const places = ttftsIn(folder).map((ms) => Math.floor((ms - from) / width + 1e-9));
      expect(side?.n).toBe(places.length);
      expect(side?.counts).toEqual(side?.counts.map((_, bin) => places.filter((place) => place === bin).length));
    }
  });

  it('says nothing of two runs that are alike', async () => {
    const { out } = await compare(folders.a, folders.same);
    expect(out).not.toMatch(/\b(faster|slower)\b/);
  });

  it.each([
    ['ttft.p50>+10%', 1, 'exceeded'],
    ['ttft.p50>+500%', 0, 'met'],
    ['failures>+0.0001%', 2, 'undecided'],
  ])('--fail-if %s ends %i', async (limit, code, verdict) => {
    const said = await compare(folders.a, folders.slow, '--fail-if', limit);
    expect(said.code).toBe(code);
    expect(said.out).toContain(`${limit}  `);
    expect(said.out).toContain(verdict);
  });

  it('--fail-if may be given several times, and the worst counts', async () => {
    const { code } = await compare(
      folders.a,
      folders.slow,
      '--fail-if',
      'ttft.p50>+500%',
      '--fail-if',
      'ttft.p50>+10%',
    );
    expect(code).toBe(1);
  });

  it('--json is the machine’s: compare.json on stdout, the text on stderr', async () => {
    const { out, err } = await compare(folders.a, folders.slow, '--json', '--only', 'ttft.p9*', '--within', '1%');
    const comparison = JSON.parse(out) as LoadComparison;
    expect(comparison.quantities.map(({ quantity }) => quantity)).toEqual(['ttft.p90', 'ttft.p95', 'ttft.p99']);
    expect(comparison).toMatchObject({ within: 0.01, judgedTogether: 3 });
    expect(err).toContain('✗ Slower');
  });

  it.each([
    ['another rate', { ratePerS: 21 }, 'the rate\n    A: 20\n    B: 21'],
    ['a run that is not complete', { planned: 9000 }, 'the verdict about the instrument\n    A: valid\n    B: invalid'],
  ])('refuses %s with both values, and writes nothing', async (_, changes, says) => {
    const { code, out, err, cwd } = await compare(folders.a, syntheticFolder({ ...made, seed: 4 }, changes));
    expect({ code, out, files: readdirSync(cwd) }).toEqual({ code: 3, out: '', files: [] });
    expect(err).toContain(says);
  });

  it('refuses goodput by another SLO where it is asked for, and leaves it out where it is not', async () => {
    const strict = syntheticFolder({ ...made, seed: 4 }, { slo: 'ttft.p95<9s' });
    const asked = await compare(folders.a, strict, '--fail-if', 'goodput<-1%');
    expect(asked).toMatchObject({ code: 3, err: expect.stringContaining('A: none\n    B: ttft.p95<9s') });
    const { out } = await compare(folders.a, strict);
    expect(out).toMatch(/SLO +none +ttft\.p95<9s/);
    expect(out).not.toContain('goodput');
  });

  it('refuses another format of speech, and another trace', async () => {
    const [mp3, wav] = ['mp3', 'wav'].map((format) =>
      withRecords(syntheticFolder({ ...made, seed: 5, requests: 100 }), { format }),
    );
    expect((await compare(mp3 ?? '', wav ?? '')).err).toContain('the audio format\n    A: mp3\n    B: wav');
    const [one, other] = [6, 7].map((seed) => syntheticFolder({ ...made, seed, requests: 100 }, { arrivals: 'trace' }));
    expect((await compare(one ?? '', other ?? '')).err).toContain('the trace');
    expect((await compare(one ?? '', one ?? '')).code).toBe(0);
  });

  it('refuses a schema that it does not know, and a line that is none', async () => {
    const old = emptyFolder();
    writeFileSync(join(old, 'requests.ndjson'), '{"schema":"assay.requests/0"}\n');
    expect(await compare(folders.a, old)).toMatchObject({
      code: 3,
      err: expect.stringContaining('observed "assay.requests/0"'),
    });
    const broken = syntheticFolder({ ...made, seed: 8, requests: 50 });
    writeFileSync(
      join(broken, 'requests.ndjson'),
      readFileSync(join(broken, 'requests.ndjson'), 'utf8').replace('\n', '\nnot a record\n'),
    );
    expect(await compare(folders.a, broken)).toMatchObject({
      code: 3,
      err: expect.stringContaining('line 2, is not a record'),
    });
  });
});

/** Of the answered requests, in whole microseconds as a comparison keeps them. */
function ttftsIn(folder: string): readonly number[] {
  const [, ...lines] = readFileSync(join(folder, 'requests.ndjson'), 'utf8').trim().split('\n');
  const records = lines.map((text) => JSON.parse(text) as RequestRecord);
  return records.flatMap(({ outcome, firstContent, intended }) =>
    outcome === 'ok' && firstContent !== undefined ? [Math.round((firstContent - intended) * 1000) / 1000] : [],
  );
}

/** The same folder with something in every record. */
function withRecords(folder: string, fields: object): string {
  const path = join(folder, 'requests.ndjson');
  const [first = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const changed = lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), ...fields }));
  writeFileSync(path, `${[first, ...changed].join('\n')}\n`);
  return folder;
}

describe('compare of two runs of checks', { timeout: 120_000 }, () => {
  const selection = ['--only', 'speech.speed', '--only', 'voices.*', '--seed', '1'];
  const folders = { a: '', b: '' };
  beforeAll(async () => {
    folders.a = emptyFolder();
    await assay(['check', ...selection, '--out', folders.a]);
    folders.b = withRun(folders.a, (run) => ({
      ...run,
      findings: run.findings.map((finding, place) =>
        place === 0 ? { ...finding, verdict: { is: 'fail', because: '<b>it broke</b>' } } : finding,
      ),
    }));
  });

  /** A copy of a result folder with another run.json. */
  function withRun(folder: string, change: (run: Run) => Run): string {
    const copy = emptyFolder();
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
    writeFileSync(join(copy, 'run.json'), JSON.stringify(change(run)));
    return copy;
  }

  it('a new failure of a MUST ends 1, and is told', async () => {
    const out = join(emptyFolder(), 'results');
    const { code, out: said } = await compare(folders.a, folders.b, '--out', out);
    expect(code).toBe(1);
    expect(said).toContain('New failures');
    expect(said).toContain('✗ Worse: 1 new failure');
    const comparison = JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8')) as CheckComparison;
    expect(schemaErrors('compare', comparison)).toEqual([]);
    expect(comparison.changes).toMatchObject([{ is: 'newFailure', b: { is: 'fail' } }]);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html).toContain('&lt;b&gt;it broke&lt;/b&gt;');
    expect(html).not.toContain('<b>it broke');
    // Of A there is a report, with this check in it; the copy that is B has none.
    const [link = '', ...others] = [...html.matchAll(/href="(\.\/[^"]+)"/g)].map(([, to]) => to ?? '');
    expect(others).toEqual([]);
    const [page = '', anchor] = link.split('#');
    expect(readFileSync(join(out, page), 'utf8')).toContain(`id="${anchor}"`);
  });

  it('the other way round it is fixed, and ends 0; a run is no worse than itself', async () => {
    expect(await compare(folders.b, folders.a)).toMatchObject({
      code: 0,
      out: expect.stringContaining('✓ Better: 1 fixed'),
    });
    expect(await compare(folders.a, folders.a)).toMatchObject({ code: 0, out: expect.stringContaining('✓ No worse') });
  });

  it('refuses an interrupted run, another schema, a load run, and limits on times', async () => {
    const cut = withRun(folders.a, (run) => ({ ...run, complete: false }));
    expect((await compare(folders.a, cut)).err).toMatch(
      /completeness\n {4}A: complete\n {4}B: interrupted, \d+ of \d+/,
    );
    const old = withRun(folders.a, (run) => ({ ...run, schema: 'assay.run/0' as never }));
    expect((await compare(folders.a, old)).err).toContain('observed "assay.run/0"');
    expect((await compare(folders.a, syntheticFolder({ ...made, seed: 1, requests: 50 }))).err).toContain(
      'a check run and a load run',
    );
    expect((await compare(folders.a, folders.b, '--fail-if', 'ttft.p95>+5%')).err).toContain(
      '--fail-if is for load runs',
    );
  });
});

describe('a mistake ends 3, and starts nothing', () => {
  it.each([
    [[], 'compare needs two result folders'],
    [['one'], 'observed 1'],
    [['a'], 'observed 1'],
    [['a', 'b', 'c'], 'these are not result folders'],
    [['no-such', 'folder'], 'these are not result folders'],
    [['a', 'b', '--rate', '5'], '--rate works only with compare --live'],
    [['--live', 'http://127.0.0.1:1'], 'compare --live needs two URLs'],
    [['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2'], 'compare --live needs --scenario'],
    [['--live', 'http://127.0.0.1:1', 'ftp://x', '--scenario', 'stream'], '--target is "ftp://x"'],
    [['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2', '--scenario', 'steam'], 'no scenario is called "steam"'],
    [['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2', '--scenario', 'capacity'], 'capacity ends where'],
    [['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2', '--scenario', 'sweep'], 'sweep is a closed loop'],
    [['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2', '--scenario', 'stream', '--pairs', '3'], '--pairs is "3"'],
    [
      ['--live', 'http://127.0.0.1:1', 'https://example.com', '--scenario', 'stream', '--token', 't'],
      'expected --token-b',
    ],
    [
      ['--live', 'http://127.0.0.1:1', 'https://example.com', '--scenario', 'stream', '--token-b', 't'],
      'expected --token ',
    ],
    [
      ['--live', 'http://127.0.0.1:1', 'https://example.com', '--scenario', 'stream', '--header', 'X-Key: k'],
      '--header would be sent to both',
    ],
    [
      ['--live', 'http://127.0.0.1:1', 'https://example.com', '--scenario', 'stream'],
      'needs --max-credits N; this takes at most',
    ],
    [
      ['--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2', '--scenario', 'stream', '--max-credits', '5'],
      'both services together take up to',
    ],
  ])('%j', async (args, says) => {
    const { code, out, err, cwd } = await compare(...args);
    expect({ code, out, files: readdirSync(cwd) }).toEqual({ code: 3, out: '', files: [] });
    expect(err).toContain(says);
  });

  it.each([
    [['--within', '5'], '--within is "5", expected more than 0%'],
    [['--only', 'tfft.*'], '--only tfft.* matches no quantity'],
    [['--fail-if', 'ttft.p95>5%'], '--fail-if: "ttft.p95>5%" is not a limit'],
  ])('%j', async (flags, says) => {
    const folder = syntheticFolder({ ...made, seed: 1, requests: 50 });
    expect(await compare(folder, folder, ...flags)).toMatchObject({ code: 3, err: expect.stringContaining(says) });
  });
});
