import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { valid } from '../../fixtures/service/behaviour.ts';
import { startService } from '../../fixtures/service/start.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

it.each([
  ['success', /^--token: it is too short, or too much like a word, to tell it from ordinary text: [^\n]+\n$/],
  ['application/json', /^--token: it is too short, [^\n]+\n$/],
  ['staging-key-7-of-acme', /^$/],
  ['other-workspace-token-0815', /^--token: it shares twelve characters in a row with the name of a check [^\n]+\n$/],
])(
  'check says so of the token %s where it cannot be told from ordinary text, and spoils nothing',
  async (token, says) => {
    const service = await serve();
    const out = emptyFolder();
    const flags = ['--target', service.url, '--token', token, '--only', 'voices.*', '--out', out];
    const { code, err } = await assay(['check', ...flags]);
    await service.stop();
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(says) as string });
    expect(readFileSync(join(out, 'exchanges.ndjson'), 'utf8')).toContain('"application/json');
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).not.toContain('***');
  },
);

it('a token with words of a check in it leaves the check its name, in whatever takes it up', async () => {
  const { accountFor } = valid;
  const behaviour = {
    ...faults['session-continued-by-any-workspace'].change,
    accountFor: (token: string, accounts: Parameters<typeof accountFor>[1]) =>
      accountFor(token === otherToken ? service.otherToken : token, accounts),
  };
  const otherToken = 'other-workspace-token-0815';
  const service = await startService({ behaviour, seed: 1 });
  const [out, again, check] = [emptyFolder(), emptyFolder(), 'sessions.isolation/other-workspace-knows-nothing'];
  const tokens = ['--target', service.url, '--token', service.token, '--other-token', otherToken];
  const only = ['--only', check, '--format', 'known-failures'];
  expect((await assay(['check', ...tokens, ...only, '--out', out])).out).toContain(`assay reproduce ${out} ${check}`);
  for (const file of readdirSync(out)) {
    expect(readFileSync(join(out, file), 'utf8')).not.toMatch(/\*{12}|-token-0815/);
  }
  expect((await assay(['reproduce', out, check, ...tokens])).out).toContain('the failure is still there');
  expect((await assay(['check', ...tokens, '--rerun-failed', out, '--out', again])).code).toBe(1);
  const known = ['--known-failures', join(out, 'known-failures.yaml'), '--only', check];
  expect((await assay(['check', ...tokens, ...known, '--out', emptyFolder()])).code).toBe(0);
  await service.close();
});
