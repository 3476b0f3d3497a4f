import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  publicBundle,
  signAgain,
  type KeyFiles,
} from './certificates.testing.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

let keys: KeyFiles;
let others: KeyFiles;
let bundle: string;
beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  bundle = await publicBundle(keys);
});

/** As if the target had not been the embedded service. */
async function ofSomebody(folder: string, name: string, by: KeyFiles): Promise<void> {
  const copy = copyOf(bundle);
  changeLines(copy, 'findings.ndjson', '"embedded":true', (line) =>
    line.replace('"embedded":true', '"embedded":false'),
  );
  changeLines(copy, 'run.json', '"embedded": true', (line) => line.replace('true', 'false'));
  await signAgain(copy, by, (statement) => withClaims(statement, { embedded: false }));
  cpSync(copy, join(folder, name), { recursive: true });
}

/** Bundles in a folder in which the page's place is taken. */
function unwritable(): string {
  const folder = emptyFolder();
  cpSync(bundle, join(folder, 'one'), { recursive: true });
  mkdirSync(join(folder, 'index.html'));
  return folder;
}

/** Bundles whose owner would have the badges written to a folder of somebody else. */
function linked(): string {
  const folder = emptyFolder();
  cpSync(bundle, join(folder, 'one'), { recursive: true });
  symlinkSync(emptyFolder(), join(folder, 'badges'));
  return folder;
}

describe('assay report --certificates', () => {
  it('lists as certified what verifies by one of the keys, and the rest as what it is', async () => {
    const folder = emptyFolder();
    await ofSomebody(folder, 'ours & <b>', keys);
    await ofSomebody(join(folder, 'theirs'), 'bundle', others);
    await ofSomebody(folder, 'changed', keys);
    writeFileSync(join(folder, 'changed', 'run.json'), '{}');
    cpSync(bundle, join(folder, 'embedded'), { recursive: true });
    mkdirSync(join(folder, 'something else'));
    const args = ['report', '--certificates', folder, '--key', keys.pub, '--key', others.pub];
    const { code, out, err } = await assay(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toEqual([
      'Not valid: changed',
      'Valid certificate for tests only: embedded',
      'Valid certificate: ours & <b>',
      'Valid certificate: theirs/bundle',
      '',
      `${join(folder, 'index.html')}: 1 certified implementation (2 certificates), and 2 bundles not certified`,
    ]);
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const [certified = '', rest = ''] = page.split('<h2>Not certified</h2>');
    expect(certified).toContain('href="./ours%20%26%20%3Cb%3E/certificate.json">ours &amp; &lt;b&gt;</a>');
    expect(certified).toContain('>theirs/bundle</a>');
    expect(rest).toContain('run.json was changed after it was signed');
    expect(rest).toMatch(/For tests only/);
    expect(page).not.toContain('<b>/');
    expect(page).not.toContain('<script');
  });

  it.each([
    ['no page that can be written', () => ['--certificates', unwritable(), '--key', keys.pub], 'index.html cannot be'],
    [
      'badges that go elsewhere',
      () => ['--certificates', linked(), '--key', keys.pub],
      'badges, where the badges of the page go, is a link; remove it',
    ],
    ['no such folder', () => ['--certificates', 'nowhere', '--key', keys.pub], 'is not a folder'],
    ['no bundle in it', () => ['--certificates', emptyFolder(), '--key', keys.pub], 'holds no bundle'],
    ['no key', () => ['--certificates', join(bundle, '..')], '--key FILE is needed'],
    ['nothing', () => [], 'report needs a result folder, or --certificates DIR'],
    ['a bundle in the place of a result folder', () => [bundle], 'is the bundle of a certificate'],
  ] as const)('ends 3, and writes nothing: %s', async (_, args, says) => {
    const before = readdirSync(join(bundle, '..'));
    const { code, out, err } = await assay(['report', ...args()]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(readdirSync(join(bundle, '..'))).toEqual(before);
  });
});
