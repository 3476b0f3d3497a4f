import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { minJudgedCases } from '../../conformance/fuzz/property.ts';
import type { Run } from '../../conformance/model/run.ts';
import { startBehaviour } from '../../fixtures/hostile/start-behaviour.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, bin, emptyFolder, serve, serveApart, startAssay } from '../testing/run-assay.testing.ts';

type Service = Awaited<ReturnType<typeof serve>>;

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
const linesIn = (folder: string, file: string): readonly unknown[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
const flagsFor = ({ url, token }: Service): readonly string[] => ['--target', url, '--token', token];

describe('assay fuzz', () => {
  it('passes the embedded service, and says what it did', async () => {
    const out = emptyFolder();
    const { code, out: said, err } = await assay(['fuzz', '--runs', '500', '--seed', '3', '--out', out]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(said).toContain('fuzz: the embedded reference service (');
    expect(said).toMatch(
      new RegExp(`^seed 3 · 500 cases · ${properties.length} properties · at most \\d+ credits$`, 'm'),
    );
    expect(said).toMatch(
      /^500 cases · 0 causes of failure · \d+ kinds of answers \(operation, status, error code\) · seed 3$/m,
    );
    expect(runIn(out)).toMatchObject({
      command: 'fuzz',
      complete: true,
      seed: 3,
      counts: { pass: properties.length, fail: 0 },
    });
    expect(runIn(out).spend.credits).toBeGreaterThan(100);
    const { findings } = runIn(out);
    expect(findings.reduce((sum, { tried }) => sum + (tried?.generated ?? 0), 0)).toBe(500);
    expect(said).toMatch(/^ {2}stream\.generated\/accepts-valid {2,}\d+ of \d+$/m);
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).toContain('### Generated cases');
    expect(schemaErrors('run', runIn(out))).toEqual([]);
    expect(existsSync(join(out, 'exchanges.ndjson'))).toBe(false);
  });

  it('is not green where the service goes away after some cases', async () => {
    const { url, close } = await startBehaviour('works for 90 answers, and drops the rest', ['a-token-that-was-given']);
    try {
      const out = emptyFolder();
      const target = ['--target', url, '--token', 'a-token-that-was-given', '--timeout', '2s'];
      const { code, out: said } = await assay(['fuzz', ...target, '--runs', '3000', '--seed', '3', '--out', out]);
      expect(code).toBe(2);
      expect(said).toContain('ended early: the last cases could not be judged');
      const { findings } = runIn(out);
      expect(findings.filter(({ verdict }) => verdict.is === 'pass')).toEqual([]);
      const open = findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
      expect(open).toHaveLength(properties.length - 1);
      // One reason for all of them.
      expect(new Set(open).size).toBe(1);
      expect(open[0]).toMatch(/^the service no longer answers, not even a plain request: the connection was dropped /);
    } finally {
      await close();
    }
  });

  it('passes no property of which fewer cases were judged than check tries', async () => {
    const out = emptyFolder();
    const { code } = await assay(['fuzz', '--runs', '25', '--seed', '1', '--only', 'chat.*', '--out', out]);
    expect(code).toBe(2);
    const least = new Map(properties.map((property) => [property.id, minJudgedCases(property)]));
    const { findings } = runIn(out);
    for (const { check, verdict, tried } of findings)
      expect(verdict.is).toBe((tried?.judged ?? 0) >= (least.get(check) ?? 0) ? 'pass' : 'inconclusive');
    expect(findings.filter(({ verdict }) => verdict.is === 'inconclusive').length).toBeGreaterThan(3);
  });

  it('says what cannot be asked for', async () => {
    expect(await assay(['fuzz', '--only', 'sppech.*'])).toMatchObject({ code: 3 });
    expect(await assay(['fuzz', '--runs', '0'])).toMatchObject({ code: 3 });
    expect(await assay(['fuzz', '--replay', 'nowhere.ndjson'])).toMatchObject({
      code: 3,
      err: 'assay: --replay nowhere.ndjson: there is no such file\n',
    });
    const kept = join(emptyFolder(), 'corpus.ndjson');
    const input = [
      {
        operation: 'chat',
        members: [['message', { text: 'a' }]],
        spelling: { blanks: [], escapes: [], first: 0, isReversed: false },
      },
    ];
    const entry = { schema: 'assay.corpus/1', property: 'chat.generated/accepts-valid', cause: 'c', seed: 1, input };
    writeFileSync(kept, `${JSON.stringify(entry)}\n`);
    expect(await assay(['fuzz', '--replay', kept, '--embedded'])).toMatchObject({
      code: 3,
      err: 'assay: --replay takes the target of its inputs: give --target or set ASSAY_TARGET\n',
    });
    const unbounded = await assay(['fuzz', '--target', 'https://staging.example.com', '--token', 't', '--time', '5s']);
    expect(unbounded).toMatchObject({ code: 3 });
    expect(unbounded.err).toContain('give --max-credits or --runs as well');
  });

  it('judges nothing without a token, and counts it', async () => {
    const { url, stop } = await serve();
    const { code, out } = await assay(['fuzz', '--target', url, '--runs', '10']);
    await stop();
    expect(code).toBe(0);
    expect(out).toContain(`${properties.length} not applicable`);
  });

  it('does not settle what no service answers', async () => {
    const flags = ['--target', 'http://127.0.0.1:9', '--token', 'secret-token', '--only', 'speech.generated/rejects-*'];
    expect(await assay(['fuzz', ...flags, '--runs', '10'])).toMatchObject({ code: 2 });
  });
});

describe('assay fuzz with a provisioner', () => {
  let service: Service;
  const only = ['--only', 'metering.*', '--runs', '12', '--seed', '1'];
  beforeAll(async () => {
    service = await serve('--fault', 'stream-charged-twice');
  });
  afterAll(() => service.stop());

  it('finds what is charged wrongly, and finds it again from the file', async () => {
    const out = emptyFolder();
    const flags = ['--target', service.url, '--provisioner', service.provisioner];
    expect(await assay(['fuzz', ...flags, ...only, '--out', out])).toMatchObject({ code: 1 });
    const { findings } = runIn(out);
    expect(findings.map(({ check, verdict }) => [check, verdict.is])).toEqual([
      ['metering.generated/charges-as-listed', 'fail'],
    ]);
    expect(findings[0]?.mismatches).toMatchObject([{ subject: 'charge', expected: 'success, any 2xx' }]);
    const [entry, ...more] = linesIn(out, 'corpus.ndjson');
    expect(more).toEqual([]);
    expect(schemaErrors('corpus', entry)).toEqual([]);
    expect(entry).toMatchObject({
      input: [{ operation: 'stream', workspace: { kind: 'credit-balance', credits: 1 } }],
    });
    const replay = ['--replay', join(out, 'corpus.ndjson'), '--out', emptyFolder()];
    expect(await assay(['fuzz', ...flags, ...replay])).toMatchObject({ code: 1 });
  });

  it('says what it lacks without one', async () => {
    const { code, out } = await assay(['fuzz', ...flagsFor(service), ...only, '--out', emptyFolder()]);
    expect(code).toBe(0);
    expect(out).toContain('1 not applicable');
  });
});

it('says why a generated input is invalid, and shows the control that passed', async () => {
  const [service, out] = [await serve('--fault', 'chat-message-coerced'), emptyFolder()];
  const flags = [...flagsFor(service), '--only', 'chat.generated/rejects-*', '--runs', '60', '--seed', '1'];
  const { code, out: said } = await assay(['fuzz', ...flags, '--out', out]);
  await service.stop();
  expect(code).toBe(1);
  const { findings } = runIn(out);
  const because = expect.stringMatching(/^message is .*, and 2\.2 asks for a text$/);
  expect(findings[0]?.input).toEqual({ is: 'invalid', because });
  const kept = linesIn(out, 'exchanges.ndjson').map((exchange) => (exchange as Exchange).id);
  expect(new Set(kept).size).toBe(kept.length);
  for (const { controls = [], exchanges } of findings) {
    expect(controls).not.toEqual([]);
    expect(kept).toEqual(expect.arrayContaining([...controls, ...exchanges]));
  }
  const page = readFileSync(join(out, 'report.html'), 'utf8');
  for (const text of [said, page, readFileSync(join(out, 'summary.md'), 'utf8').replaceAll('\\', '')]) {
    expect(text).toMatch(/The generated request is invalid: message is /);
    expect(text).toContain('A plain request succeeded, from which this one differs:');
  }
});

describe('assay fuzz on a service with a mistake', () => {
  let service: Service;
  const out = emptyFolder();
  const only = ['--only', 'chat.generated/accepts-*'];
  beforeAll(async () => {
    service = await serveApart('--fault', 'chat-combining-marks-refused');
  });
  afterAll(() => service.stop());

  it('finds it once, with the smallest input, and keeps only its exchanges', async () => {
    const flags = [...flagsFor(service), ...only, '--runs', '300', '--seed', '1', '--out', out];
    const { code, out: said } = await assay(['fuzz', ...flags]);
    expect(code).toBe(1);
    expect(readdirSync(out).toSorted()).toEqual([
      'badge.svg',
      'corpus.ndjson',
      'exchanges.ndjson',
      'findings.ndjson',
      'junit.xml',
      'report.html',
      'run.json',
      'summary.md',
    ]);
    const { findings } = runIn(out);
    expect(findings.map(({ check, verdict }) => [check, verdict.is])).toEqual([
      ['chat.generated/accepts-valid', 'fail'],
    ]);
    expect(findings[0]?.reproduce).toMatch(/--data-raw '\{"message":"a.{0,2}\p{M}"\}'/u);
    expect(linesIn(out, 'exchanges.ndjson').flatMap((exchange) => schemaErrors('exchange', exchange))).toEqual([]);
    expect(linesIn(out, 'corpus.ndjson').flatMap((entry) => schemaErrors('corpus', entry))).toEqual([]);
    expect(linesIn(out, 'findings.ndjson').length).toBe(2);
    expect(said).toContain(
      `npx assay fuzz --replay ${out}/corpus.ndjson --target ${service.url} --token "$ASSAY_TOKEN"\n`,
    );
    expect(said).toMatch(/^ {2}The generated request is valid\. Unusual about it: message has /m);
    expect(said).toMatch(/^ {2}chat\.generated\/accepts-valid: shown by \d+ of \d+ cases$/m);
  });

  it('tries the kept input again, and nothing else', async () => {
    const again = emptyFolder();
    const replay = ['--replay', join(out, 'corpus.ndjson')];
    const { code, out: said } = await assay(['fuzz', ...flagsFor(service), ...replay, '--out', again]);
    expect(code).toBe(1);
    expect(said).toContain('found earlier; seed 1');
    // The same, in another exchange.
    const toldIn = (folder: string) =>
      runIn(folder).findings.flatMap(({ mismatches }) => mismatches.map((each) => ({ ...each, exchange: '' })));
    expect(toldIn(again)).toEqual(toldIn(out));
    expect(runIn(again).spend.credits).toBe(0);
  });

  it('tries a corpus first, and adds to it what it finds', async () => {
    const folder = emptyFolder();
    const flags = [...flagsFor(service), ...only, '--corpus', 'corpus.ndjson'];
    await assay(['fuzz', ...flags, '--runs', '100', '--seed', '2'], { cwd: folder });
    const [entry] = linesIn(folder, 'corpus.ndjson');
    expect(entry).toMatchObject({ schema: 'assay.corpus/1', property: 'chat.generated/accepts-valid', seed: 2 });
    const { out: said } = await assay(['fuzz', ...flags, '--runs', '1', '--seed', '3'], { cwd: folder });
    expect(said).toContain('found earlier; seed 2');
    expect(linesIn(folder, 'corpus.ndjson').length).toBe(1);
  });

  it('tries its corpus before anything is sent', async () => {
    const flags = [...flagsFor(service), ...only, '--corpus', '/no/such/folder/corpus.ndjson'];
    expect(await assay(['fuzz', ...flags])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/^assay: --corpus \/no\/such\/folder\/corpus.ndjson cannot be written: /) as string,
    });
  });

  it('keeps finding and report where the corpus can be written no more', () => {
    const cwd = emptyFolder();
    // Longer than a file may grow, as if a disk had filled meanwhile.
    writeFileSync(join(cwd, 'corpus.ndjson'), `${' '.repeat(999)}\n`.repeat(5_000));
    const flags = [...flagsFor(service), ...only, '--runs', '100', '--corpus', 'corpus.ndjson', '--out', 'results'];
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f 8000; exec "$0" "$@"`, process.execPath, bin, 'fuzz', ...flags],
      { cwd, encoding: 'utf8' },
    );
    expect({ status, stderr }).toMatchObject({
      status: 70,
      stderr: expect.stringContaining('--corpus corpus.ndjson could not be written') as string,
    });
    expect(runIn(join(cwd, 'results')).counts.fail).toBe(1);
    expect(linesIn(join(cwd, 'results'), 'corpus.ndjson').length).toBe(1);
  });

  it('spends no more than it may', async () => {
    const folder = emptyFolder();
    const flags = [...flagsFor(service), '--max-credits', '20', '--runs', '500', '--out', folder];
    const { out: said } = await assay(['fuzz', ...flags]);
    expect(runIn(folder).spend.credits).toBeLessThanOrEqual(20);
    expect(said).toContain('--max-credits allows no further case');
  });

  it('keeps its findings when it is interrupted', async () => {
    const folder = emptyFolder();
    const running = startAssay([
      'fuzz',
      ...flagsFor(service),
      '--time',
      '60s',
      '--max-credits',
      '99999',
      '--out',
      folder,
    ]);
    await running.untilOutput('replay\n');
    running.child.kill('SIGINT');
    expect(await running.said).toMatchObject({ code: 130 });
    expect(runIn(folder)).toMatchObject({ complete: false, exitCode: 130 });
    expect(runIn(folder).counts.fail).toBeGreaterThanOrEqual(1);
    expect(await assay(['report', folder])).toMatchObject({ code: 0 });
  });
});
