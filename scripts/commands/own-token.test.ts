import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { valid, startService, type Behaviour } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
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

const flaw =
  '--token is refused (status 401 to chat, stream and speech): is it the token of this system, and not expired?';

describe('a token that the target refuses everywhere', () => {
  it('is said on the first line and the last, and nothing fails for it', async () => {
    const { code, lines, run } = await checked(valid, 'key_of-nobody');
    expect({ code, first: lines[0] }).toEqual({ code: 2, first: `check: URL; ${flaw}` });
    expect(lines.at(-1)).toMatch(
      /^\? Inconclusive: nothing failed, but \d+ of \d+ MUST checks could not be judged; --token/,
    );
    expect(lines.at(-1)).toContain(flaw);
    expect(run.given?.tokenFlaw).toBe(flaw);
    const reasons = run.findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
    expect(new Set(reasons)).toEqual(new Set([flaw]));
    expect(run.findings.filter(({ verdict }) => verdict.is === 'pass')).not.toEqual([]);
  });
});

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
