import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

it.each([
  ['success', /^--token: it is too short, or too much like a word, to be told from ordinary text: [^\n]+\n$/],
  ['application/json', /^--token: it is too short, [^\n]+\n$/],
  ['a-token-of-staging-7', /^$/],
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
