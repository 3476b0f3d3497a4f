import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEndingBy } from '../../conformance/engine/ending-service.testing.ts';
import type { Run } from '../../conformance/model/run.ts';
import { valid, startService, type Behaviour } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

type Checked = { readonly code: number | null; readonly lines: readonly string[]; readonly run: Run };

const topics = ['voices.list', 'chat.request', 'speech.request', 'errors.envelope'];

async function checked(behaviour: Behaviour, token?: string): Promise<Checked> {
  const service = await startService({ behaviour, seed: 1 });
  const folder = emptyFolder();
  const own = ['--target', service.url, '--token', token ?? service.token, '--out', folder];
  const { code, out } = await assay(['check', ...own, '--only', ...topics]);
  await service.close();
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  expect(schemaErrors('run', run)).toEqual([]);
  return { code, lines: out.replaceAll(service.url, 'URL').trim().split('\n'), run };
}

const refused = 'the token was refused: 401 wrong_token at GET /v1/bots';
const flaw = `${refused}; is it the token of this system, and not expired?`;

describe('a token that the target refuses everywhere', () => {
  it('is said on the first line and the last, and nothing fails for it', async () => {
    const { code, lines, run } = await checked(valid, 'key_of-nobody');
    expect({ code, first: lines[0] }).toEqual({ code: 2, first: `check: URL; ${flaw}` });
    const needing = run.findings.filter(({ verdict }) => verdict.is === 'inconclusive').length;
    expect(lines.at(-1)).toContain(
      `? Inconclusive: ${refused}; ${needing} of ${run.findings.length} checks need it · `,
    );
    const paragraph = lines.indexOf(
      `? The token was refused: 401 wrong_token at GET /v1/bots; ${needing} checks need it`,
    );
    expect(lines.slice(paragraph + 1, paragraph + 4)).toEqual([
      '  Is it the token of this system, and not expired?',
      expect.stringMatching(/^  Chat \d+, Speech \d+/),
      '',
    ]);
    expect(lines.length).toBeLessThan(20);
    expect(run.given?.tokenFlaw?.because).toBe(flaw);
    const reasons = run.findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
    expect(new Set(reasons)).toEqual(new Set([flaw]));
    expect(run.findings.filter(({ verdict }) => verdict.is === 'pass')).not.toEqual([]);
  });
});

describe('the requests that try a token', () => {
  it('are kept and named where the service ends by one of them', async () => {
    const service = await startService({ seed: 1 });
    const ending = await startEndingBy('/chat', service.url);
    const folder = emptyFolder();
    const own = ['--target', ending.url, '--token', service.token, '--out', folder];
    const { code } = await assay(['check', ...own, '--only', 'chat.request']);
    ending.close();
    await service.close();
    const { goneAway } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
    const [busy] = goneAway?.before ?? [];
    expect({ code, probe: busy?.probe }).toEqual({ code: 2, probe: 'whether the token is let in' });
    const kept = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').split('\n');
    expect(kept.find((line) => line.includes(`"id":"${busy?.exchange}"`))).toContain('/chat');
  });
});

describe('a token that is refused', () => {
  it('is the one reason of all that fuzz could not judge', async () => {
    const { code, out } = await tried('fuzz', '--runs', '20', '--only', 'speech.*', 'chat.*');
    const lines = out.trim().split('\n');
    expect(code).toBe(2);
    expect(lines.filter((line) => line.startsWith('? The token was refused: 401 wrong_token'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(
      /^\? Inconclusive: the token was refused: 401 wrong_token at GET \/v1\/bots; 12 of 12 /,
    );
    expect(out).not.toContain('✗');
  });
  it.skipIf(k6IsMissing)('stops load, also where a bot is named', async () => {
    const { code, err } = await tried('load', 'stream', '--bot', 'any', '--duration', '1s');
    expect({ code, err }).toEqual({ code: 2, err: `assay: nothing was measured: ${flaw}\n` });
  });
});

async function tried(...words: readonly string[]) {
  const service = await startService({ seed: 1 });
  const own = ['--target', service.url, '--token', 'key_of-nobody-0123', '--out', emptyFolder()];
  const said = await assay([...words, ...own]);
  await service.close();
  return said;
}

describe('a token that one operation refuses', () => {
  it('is a good one, and what refuses it fails', async () => {
    const { code, lines, run } = await checked({
      ...valid,
      callerFor: (token, account, operation, rules) =>
        operation === 'speech' ? refuse('wrong-token') : valid.callerFor(token, account, operation, rules),
    });
    expect({ code, first: lines[0] }).toEqual({ code: 1, first: 'check: URL' });
    expect(run.given).not.toHaveProperty('tokenFlaw');
  });
});
