import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deepFaults } from '../../fixtures/faults/deep/index.ts';
import { loadFaults } from '../../fixtures/faults/under-load/index.ts';
import { faults, variants } from '../../fixtures/index.ts';
import { everyCheck as checks } from '../../conformance/every.ts';
import { loadScenarios } from '../../load/plan/scenarios.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, bin, emptyFolder, serveApart } from '../testing/run-assay.testing.ts';
import { nearest } from '../../conformance/reading/nearest.ts';

describe('a mistake on the command line ends 3, names the nearest right word, and starts nothing', () => {
  it.each([
    [['chekc'], "unknown command 'chekc'", 'check'],
    [['check', '--tagret', 'http://x'], "unknown option '--tagret'", '--target'],
    [['check', '--only', 'speech.sped'], '--only speech.sped names no check', 'speech.speed'],
    [['check', '--only', 'speech'], '--only speech names no check', 'did you mean speech.*'],
    [['check', '--only', 'speed*'], '--only speed* names no check', 'did you mean speech.speed'],
    [
      ['check', '--only', 'rejects-above-maximun'],
      'names no check',
      'did you mean speech.speed/rejects-above-maximum?',
    ],
    [['check', '--profile', 'speach'], 'no profile is called "speach"', 'speech'],
    [['check', '--profile', 'nope'], 'no profile is called "nope"', 'choose from all, '],
    [['check', '--require', 'nope'], 'no profile is called "nope"', 'metering'],
    [
      ['check', '--embedded', '--require', 'metering', '--only', 'voices.*'],
      '--require metering',
      '--only or --profile selects none of its checks; widen them, or leave out --require',
    ],
    [['check', '--target', 'ftp://x'], '--target is "ftp://x"', 'http://'],
    [['check', '--target', 'http://x/v1'], '--target is http://x/v1', 'without /v1'],
    [['check', '--embedded', '--target', 'http://x'], '--embedded and --target', 'give one of them'],
    [['check', '--concurrency', '0'], '--concurrency is "0"', 'a whole number from 1 on'],
    [['check', '--timeout', 'soon'], '--timeout is "soon"', '10s'],
    [['check', '--header', 'no colon'], '--header is "…"', 'Name: value'],
    [['serve', '--fault', 'speed-clampd'], 'no fault is called "speed-clampd"', 'speed-clamped'],
    [['serve', '--variant', 'stream-crfl'], 'no variant is called "stream-crfl"', 'stream-crlf'],
    [['load', 'steam'], 'no scenario is called "steam"', 'stream'],
    [['load'], 'load needs a scenario', 'stream'],
    [['load', 'stream', '--rate', '-1'], '--rate is "-1"', 'a number above 0'],
    [['load', 'stream', '--target', 'https://example.com'], 'not on this machine', '--max-credits'],
    [['report', 'no-such-folder'], 'is not a result folder', 'findings.ndjson'],
    [['report', '--key', 'pub.pem', 'x'], '--key needs --certificates', 'DIR'],
    [['report', '--certificates', '.', 'x'], 'cannot be combined with a result folder', '--certificates'],
    [['report', '--certificates', '.', '--gate', 'x'], 'cannot be combined with --gate', '--certificates'],
    [
      ['init', '--workflow', 'shell', '--action', 'a/b@c'],
      '--action is for the workflow of GitHub',
      '--workflow github',
    ],
    [['fix'], "unknown command 'fix'", '--help'],
    [['certify'], '--key FILE is needed', 'assay keygen'],
    [['verify'], 'verify needs the folder of a bundle', '--key pub.pem'],
  ])('%j', async (args, says, hint) => {
    const cwd = emptyFolder();
    const { code, out, err } = await assay(args, { cwd });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(err).toContain(hint);
    expect(err).not.toMatch(/^ +at /m);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('an --out that a report of one check run would not heed', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'findings.ndjson'), '');
    const { code, err } = await assay(['report', folder, '--out', 'elsewhere']);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('--out is for several') as string });
  });

  it('says every mistake at once', async () => {
    const { err } = await assay(['check', '--target', '', '--seed', 'x']);
    expect(err).toContain('--target is empty');
    expect(err).toContain('--seed is "x"');
  });

  it('wants secrets in assay.yaml by reference only', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'token: in-the-open\n');
    const { code, err } = await assay(['check'], { cwd });
    expect(code).toBe(3);
    expect(err).toContain('token is written in plain text');
    expect(err).not.toContain('in-the-open\n');
  });
});

describe('results that cannot be kept', () => {
  it('an --out that cannot be written ends 3, with the path', async () => {
    const file = join(emptyFolder(), 'a-file');
    writeFileSync(file, '');
    const { code, err } = await assay(['check', '--out', join(file, 'results')]);
    expect(code).toBe(3);
    expect(err).toContain(join(file, 'results'));
  });

  it.skipIf(process.platform !== 'linux').each([
    ['keygen', '--out', '/proc/x/y'],
    ['check', '--embedded', '--out', '/proc/x'],
  ])('a folder that the system lets nobody make ends 3: %s', async (...args) => {
    const { code, err } = await assay(args);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('/proc/x') as string });
  });
});

it.skipIf(process.platform !== 'linux')('a stdout that is full is no exit code 0', () => {
  const { status, stderr } = spawnSync('sh', ['-c', '"$0" "$1" list > /dev/full', process.execPath, bin]);
  expect(status).toBe(70);
  expect(String(stderr)).toMatch(/^assay: stdout could not be written: /);
});

it('a --ca without a certificate is a mistake for any target', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'key.pem'), '-----BEGIN PRIVATE KEY-----\nhush\n');
  const { code, err } = await assay(['check', '--embedded', '--only', 'voices.*', '--ca', 'key.pem'], { cwd });
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('--ca key.pem has no certificate') as string });
  expect(err).not.toContain('hush');
});

describe('assay list', () => {
  it('names every check with clause, level, title, requirement and fault', async () => {
    const { code, out } = await assay(['list', '--json']);
    const listed = JSON.parse(out) as {
      schema: string;
      checks: object[];
      faults: object[];
      deepFaults: object[];
      loadFaults: object[];
      variants: object[];
      scenarios: object[];
    };
    expect(code).toBe(0);
    expect(schemaErrors('list', listed)).toEqual([]);
    expect(listed.checks).toEqual(
      checks.map(
        ({ id, clause, also, level, title, requirement, fault, doneBy, absence, control, positiveControl }) => ({
          id,
          clause,
          also,
          level,
          title,
          requirement,
          fault,
          ...(doneBy && { doneBy }),
          ...(absence && { absence }),
          ...((control ?? positiveControl) && {
            controls: [...(control ? [`${control} passes`] : []), ...(positiveControl ? [positiveControl.says] : [])],
          }),
        }),
      ),
    );
    const titles = checks.map(({ title }) => title);
    expect(titles.filter((title) => title.length > 80 || title.endsWith('.'))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(listed.faults).toHaveLength(Object.keys(faults).length);
    expect(listed.deepFaults).toHaveLength(Object.keys(deepFaults).length);
    expect(listed.loadFaults).toHaveLength(Object.keys(loadFaults).length);
    expect(listed.variants).toHaveLength(Object.keys(variants).length);
    expect(listed.scenarios).toMatchObject(loadScenarios.map(({ name }) => ({ id: name })));
  });
  it('has every sentence of the document, with what holds it', async () => {
    const { sentences } = JSON.parse((await assay(['list', '--json'])).out) as {
      sentences: { section: string; says: string; is: string; checks: string[]; because?: string }[];
    };
    expect(sentences.find(({ says }) => says.startsWith('speed |'))).toMatchObject({
      section: '2.5',
      is: 'held',
      checks: expect.arrayContaining(['speech.speed/accepts-maximum']) as string[],
    });
    expect(
      sentences.filter(({ is, because }) => (is === 'beyond') !== (because !== undefined && is !== 'introduction')),
    ).toEqual([]);
    const { out } = await assay(['list']);
    expect(out).toMatch(/sentences of the document \(\d+\)/);
    expect(out).toMatch(/^absence checks, .* \(\d+\)\n {2}kind +check +fault +control \(must hold\)\n/m);
    expect(out).toContain(' [fails by default in Tornado 6.6.1: 404]');
  });
  it('shows for each fault its mistake and the checks that name it, and what was measured', async () => {
    const cwd = emptyFolder();
    const before = await assay(['list', '--faults'], { cwd });
    expect(before.out).toContain('not measured yet: npm run matrix');
    expect(before.out).toMatch(
      /speed-clamped\n {4}A speed.*\n {4}checks that have to find it: .*speech\.speed\/rejects-above-maximum/,
    );
    mkdirSync(join(cwd, 'reports', 'out'), { recursive: true });
    const cell = { base: 'bare', visible: true, killedBy: ['a/1', 'b/1'], missedBy: [] };
    const matrix = {
      schema: 'assay.matrix/1',
      tool: { name: 'assay', version: '0.1.0' },
      startedAt: '2026-11-21T05:00:00.000Z',
      endedAt: '2026-11-21T05:10:00.000Z',
      bases: [{ id: 'bare', variants: ['bots-bare-array'], accusations: [] }],
      faults: [
        {
          fault: 'speed-clamped',
          named: ['a/1'],
          undeclared: [],
          on: [cell, { ...cell, base: 'other', killedBy: [] }],
        },
      ],
    };
    expect(schemaErrors('matrix', matrix)).toEqual([]);
    writeFileSync(join(cwd, 'reports', 'out', 'matrix.json'), JSON.stringify(matrix));
    expect(before.out).toMatch(/\nfaults that only fuzz finds \(\d+\)\n/);
    expect(before.out).toMatch(/\nfaults that only load finds \(\d+\)\n/);
    const after = await assay(['list', '--faults'], { cwd });
    expect(after.out).toContain('measured 2026-11-21T05:10:00.000Z, 1 of them: npm run matrix measures all');
    expect(after.out).toContain('\n  bare: the reference service with the variants bots-bare-array\n');
    expect(after.out).toContain('    on bare: found by a/1 and 1 more check\n    on other: found by no check');
    const json = JSON.parse((await assay(['list', '--faults', '--json'], { cwd })).out) as unknown;
    expect(schemaErrors('list', json)).toEqual([]);
    writeFileSync(join(cwd, 'reports', 'out', 'matrix.json'), '{');
    expect(await assay(['list', '--faults'], { cwd })).toMatchObject({ code: 3, out: '' });
    writeFileSync(join(cwd, 'reports', 'out', 'matrix.json'), JSON.stringify({ ...matrix, faults: [{}] }));
    const { err } = await assay(['list', '--faults'], { cwd });
    expect(err).toContain('is no assay.matrix/1: /faults/0 has no fault; npm run matrix writes it anew');
  });
  it('is a table for people', async () => {
    expect((await assay(['list'])).out).toMatch(/^checks \(\d+\)\n {2}1 {4}MUST {4}sessions/);
  });
});

describe('assay serve', () => {
  it('prints one line of JSON, and ends 0 on SIGTERM', async () => {
    const service = await serveApart();
    const voices = (await (await fetch(`${service.url}/v1/audio/voices`)).json()) as { voices: string[] };
    expect(voices.voices).toContain('alloy');
    const { code, out, err } = await service.stop();
    expect({ code, err, lines: out.trim().split('\n').length }).toEqual({ code: 0, err: '', lines: 1 });
  });
  it('serves a mistake that only fuzz finds', async () => {
    const { url, token, stop } = await serveApart('--fault', 'deep-speed-nested');
    const speak = async (speed: unknown): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ text: 'a', voice: 'alloy', speed });
      return (await fetch(`${url}/v1/audio/tts`, { method: 'POST', headers, body })).status;
    };
    expect([await speak([[2]]), await speak([2]), await speak(2)]).toEqual([200, 400, 200]);
    await stop();
  });
  it('takes a port that is in use for a mistake', async () => {
    const service = await serveApart();
    const { code, err } = await assay(['serve', '--port', new URL(service.url).port]);
    await service.stop();
    expect(code).toBe(3);
    expect(err).toContain(`cannot listen on port ${new URL(service.url).port}`);
  });
});

describe('a word too many', () => {
  it('that is a URL is a target, and is not repeated', async () => {
    const { code, err } = await assay(['check', 'http://user:secret@staging.test']);
    expect(code).toBe(3);
    expect(err).toContain("too many arguments for 'check'. Expected 0 arguments but got 1; give a URL with --target.");
    expect(err).not.toContain('secret');
  });
  it.each([
    ['load', 'http://user:sec/ret@staging.test'],
    ['http://user:sec/ret@staging.test'],
    ['check', '--target', 'http://user:sec/ret@staging.test'],
  ])('is repeated without its credentials: %s', async (...args) => {
    const { code, err } = await assay(args);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('http://***@staging.test') as string });
    expect(err).not.toMatch(/user|sec|ret@/);
  });
});

describe('nearest', () => {
  it('finds one slip of the finger, and nothing for another word', () => {
    expect(nearest('chekc', ['check', 'load', 'serve'])).toEqual(['check']);
    expect(nearest('speed', ['a.speed/zero', 'a.speed'])).toEqual(['a.speed', 'a.speed/zero']);
    expect(nearest('xylophone', ['check', 'load', 'serve'])).toEqual([]);
  });
});
