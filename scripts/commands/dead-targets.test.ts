import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

/** Ten seconds would be usual: two and a half of them, a start, and a wide margin for a machine that is busy. */
const timeout = ['--timeout', '1s'];
const boundMs = 2_500 + 40_000;
/** The same in the results, and for people on two lines. */
const seen = /no response header within \d\S* \S+/;
const words =
  /no response header within \d.* \(the lists of voices and bots were requested twice in \d+\.\d s, and nothing that costs credits was sent\)/;

/** Each list twice, and the second time a speech that costs nothing. */
const asked = ['/v1/audio/tts', '/v1/audio/voices', '/v1/audio/voices', '/v1/bots', '/v1/bots'];

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;

describe('a target that is dead', () => {
  let silent: Hostile;
  const folder = emptyFolder();
  const begunMs = performance.now();
  const sent = (from: number): readonly string[] => silent.requests.slice(from).map(({ path }) => path);
  beforeAll(async () => {
    silent = await startHostile('says nothing');
  });
  afterAll(() => silent.close());
  const flags = (): readonly string[] => ['--target', silent.url, '--token', 'token-of-mine-1', ...timeout];

  it('is said by check, which asks for nothing that costs credits and ends 2', async () => {
    const out = join(folder, 'check');
    const { code, out: said } = await assay(['check', ...flags(), '--other-token', 'of-another', '--out', out]);
    const lines = said.trim().split('\n');
    expect(performance.now() - begunMs).toBeLessThan(boundMs);
    expect(code).toBe(2);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^check: ${silent.url} cannot be judged: ${seen.source}`)),
      expect.stringMatching(/^ {2}tried twice in \d+\.\d s, at no cost; for details run npx assay doctor$/),
      '  → Is the service up? A longer --timeout gives it more time',
      `report: ${out}/report.html`,
      expect.stringMatching(new RegExp(`^\\? Inconclusive: nothing was judged: ${seen.source}.* · 0 credits spent$`)),
    ]);
    expect(sent(0).toSorted()).toEqual(asked);
    const run = runIn(out);
    expect(schemaErrors('run', run)).toEqual([]);
    expect(run.given?.unanswered?.because).toMatch(words);
    expect(run.spend.credits).toBe(0);
    const reasons = run.findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
    expect(new Set(reasons)).toEqual(new Set([run.given?.unanswered?.because]));
    expect(run.findings.filter(({ verdict }) => verdict.is === 'fail')).toEqual([]);
    expect(readFileSync(join(out, 'exchanges.ndjson'), 'utf8').trim().split('\n')).toHaveLength(asked.length);
  });
  it('is waited for, which is said meanwhile and on stderr', async () => {
    const longer = [...flags(), '--timeout', '3s', '--out', join(folder, 'waiting')];
    const { code, err } = await assay(['check', ...longer]);
    expect(code).toBe(2);
    expect(err).toContain(`no answer from ${silent.url} yet; each request is given 3 s (--timeout), and sent twice\n`);
  });
  it('is said by fuzz, which ends 2', async () => {
    const before = silent.requests.length;
    const out = join(folder, 'fuzz');
    const { code, out: said } = await assay(['fuzz', ...flags(), '--out', out]);
    expect(code).toBe(2);
    expect(said.split('\n')[0]).toMatch(/^fuzz: .* cannot be judged: no response header/);
    expect(said.trim().split('\n')).toHaveLength(5);
    expect(sent(before).toSorted()).toEqual(asked);
    expect(new Set(runIn(out).findings.map(({ verdict }) => verdict.is))).toEqual(new Set(['inconclusive']));
  });
  it('is said by fuzz without a token too, which ends 2', async () => {
    const { code, out } = await assay(['fuzz', '--target', silent.url, ...timeout, '--out', join(folder, 'tokenless')]);
    expect(code).toBe(2);
    expect(out.split('\n')[0]).toMatch(/^fuzz: .* cannot be judged: no response header/);
  });
  it('is said by certify, which issues nothing for it and ends 2', async () => {
    const [key, out] = [emptyFolder(), join(folder, 'certify')];
    await assay(['keygen', '--out', key]);
    const means = ['--other-token', 'of-another-1', '--provisioner', `${silent.url}/provision`];
    const { code, out: said } = await assay([
      'certify',
      ...flags(),
      ...means,
      '--key',
      join(key, 'key.pem'),
      '--out',
      out,
    ]);
    expect(code).toBe(2);
    const lines = said.trim().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^certify: .* cannot be judged: no response header/);
    expect(lines.at(-1)).toMatch(/^✗ No certificate was issued: no response header/);
  });
  it.skipIf(k6IsMissing)(
    'is said by load, which leaves no folder and ends 2',
    async () => {
      const before = silent.requests.length;
      const out = join(folder, 'load');
      const { code, out: said, err } = await assay(['load', 'stream', ...flags(), '--out', out]);
      expect(code).toBe(2);
      expect(said).toMatch(new RegExp(`^load stream: ${silent.url} cannot be judged: ${seen.source}`));
      expect(said.trim().split('\n')).toHaveLength(3);
      expect(err).toMatch(new RegExp(`^assay: nothing was measured: ${seen.source}\n$`));
      expect(sent(before).toSorted()).toEqual(asked);
      expect(existsSync(out)).toBe(false);
    },
    60_000,
  );
  it.skipIf(k6IsMissing)(
    'is said by compare --live, with which of the two it is, and ends 2',
    async () => {
      const service = await serve();
      const out = join(folder, 'compare');
      const both = ['compare', '--live', service.url, silent.url, '--token', service.token];
      const { code, err } = await assay([...both, ...timeout, '--scenario', 'stream', '--out', out]);
      await service.stop();
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`^assay: nothing was measured: B: ${words.source}\n$`));
      expect(existsSync(out)).toBe(false);
    },
    60_000,
  );
  it('is said by discover, which writes no dialect and ends 2', async () => {
    const file = join(folder, 'dialect.yaml');
    const { code, err } = await assay(['discover', ...flags(), '--dialect', file]);
    expect(code).toBe(2);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^discover: ${silent.url} cannot be judged: ${seen.source}`)),
      expect.stringMatching(/^ {2}tried twice in \d+\.\d s, at no cost; for details run npx assay doctor$/),
      '  → Is the service up? A longer --timeout gives it more time',
      expect.stringMatching(/^0 of \d+ observations seen, and nothing written$/),
    ]);
    expect(existsSync(file)).toBe(false);
  });
});
