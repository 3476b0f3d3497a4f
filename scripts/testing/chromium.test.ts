import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumIn } from '../tools/chromium.ts';
import { emptyFolder } from './run-assay.testing.ts';

/** A folder of programs that do nothing but what their lines say. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, line] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return folder;
}

describe('the browser of the tests', () => {
  const folder = programs({ 'google-chrome': '', mine: '' });
  it('is the first of the usual names on the path', () => {
    expect(chromiumIn({ PATH: `/no/such/folder:${folder}` })).toBe(join(folder, 'google-chrome'));
  });
  it('is the one that is named, and no other', () => {
    expect(chromiumIn({ PATH: folder, ASSAY_CHROMIUM: 'mine' })).toBe(join(folder, 'mine'));
    expect(chromiumIn({ PATH: folder, ASSAY_CHROMIUM: join(folder, 'mine') })).toBe(join(folder, 'mine'));
    expect(chromiumIn({ PATH: folder, ASSAY_CHROMIUM: 'another' })).toBeUndefined();
  });
  it('is none on a machine without', () => {
    expect(chromiumIn({ PATH: programs({}) })).toBeUndefined();
  });
});

describe('.ci/chromium ends 0 whatever happens', () => {
  const script = join(import.meta.dirname, '../../.ci/chromium');
  const plain = { timeout: 'shift 2; exec "$@"', env: 'shift; exec "$@"' };
  const root = { id: 'echo 0' };
  const user = { id: 'echo 1000' };
  const apt = { 'apt-get': 'echo "apt-get $*"' };
  const installs = [
    'Chromium is missing: installing it with apt-get',
    'apt-get -o DPkg::Lock::Timeout=60 --quiet=2 update',
    'apt-get -o DPkg::Lock::Timeout=60 --quiet=2 install --yes --no-install-recommends chromium',
  ];
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['does nothing where there is one', { chromium: '', ...apt, ...root }, []],
    ['installs it as root', { ...apt, ...root }, installs],
    ['installs it by sudo', { ...apt, ...user, sudo: 'shift; exec "$@"', true: '' }, installs],
    [
      'says how where it may not',
      { ...apt, ...user, sudo: 'exit 1' },
      ['Chromium is missing, and installing it takes root: sudo apt-get install chromium'],
    ],
    [
      'says so where there is no apt-get',
      root,
      ['Chromium is missing, and there is no apt-get: install it, or name it by ASSAY_CHROMIUM.'],
    ],
    [
      'says so where apt-get fails',
      { 'apt-get': 'exit 100', ...root },
      [
        'Chromium is missing: installing it with apt-get',
        'Chromium could not be installed: the reports will not be opened in a browser.',
      ],
    ],
  ])('and %s', (_, scripts, says) => {
    const env = { PATH: programs({ ...plain, ...scripts }) };
    const { status, stdout } = spawnSync('/bin/bash', [script], { env, encoding: 'utf8' });
    expect({ status, says: stdout.split('\n').filter((line) => line !== '') }).toEqual({ status: 0, says });
  });
});
