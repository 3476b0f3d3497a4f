import { readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeLines,
  copyOf,
  newKeys,
  problemsOf,
  publicBundle,
  publicChecks,
  publicKeyIn,
  signedAnew,
  type KeyFiles,
} from '../certificate/certificates.testing.ts';
import { assay, emptyFolder, type Said } from '../testing/run-assay.testing.ts';
import { openBundle } from '../certificate/verify-bundle.ts';

let keys: KeyFiles;
let others: KeyFiles;
let bundle: string;

beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  bundle = await publicBundle(keys);
});

const verified = (path: string, ...more: readonly string[]): Promise<Said> =>
  assay(['verify', path, '--key', keys.pub, ...more]);

describe('assay verify of a bundle as it was made', () => {
  it('ends 0, says what it is about, and that it was made for tests', async () => {
    const { code, out, err } = await verified(bundle);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`profile     public: ${publicChecks} passed, 0 failed`);
    expect(out).toMatch(/self-test {3}found (\d+) of \1 planted faults, as the signer says/);
    expect(out).toContain('! FOR TESTS ONLY');
    expect(out.trim().split('\n').at(-1)).toBe(
      `✓ Valid certificate: ${publicChecks} findings judged again from the recorded exchanges, all with the same verdict`,
    );
  });
  it('ends 0 for a copy with other times on its files, from a folder where nothing was ever run', async () => {
    const copy = copyOf(bundle);
    for (const name of readdirSync(copy)) utimesSync(join(copy, name), 1, 1);
    expect((await assay(['verify', copy, '--key', keys.pub], { cwd: emptyFolder() })).code).toBe(0);
    expect(readdirSync(copy)).toEqual(readdirSync(bundle));
  });
});

describe('a bundle that is not what it claims ends 1', () => {
  it.each([
    ['another key', [], 'it is signed with another key', () => others.pub],
    ['an expired certificate', ['--at', '2199-01-01'], 'it has expired: it ended at 20', () => keys.pub],
    ['a future one', ['--at', '2001-01-01'], 'it is not valid yet: it begins at 20', () => keys.pub],
  ] as const)('%s', async (_, more, says, pub) => {
    const { code, out } = await assay(['verify', bundle, '--key', pub(), ...more]);
    expect(code).toBe(1);
    expect(out).toContain(`✗ ${says.startsWith('it is signed') ? 'certificate.json: ' : ''}${says}`);
    expect(out).toMatch(/✗ Not valid: 1 reason\n$/);
  });
  it('any flipped bit, at 500 random places over all files', async () => {
    const copy = copyOf(bundle);
    const files = readdirSync(copy)
      .map((name) => ({ name, bytes: readFileSync(join(copy, name)) }))
      .filter(({ bytes }) => bytes.length > 0);
    const place = fc
      .constantFrom(...files)
      .chain(({ name, bytes }) => fc.record({ name: fc.constant(name), at: fc.nat(bytes.length - 1), bit: fc.nat(7) }));
    const flipped = fc.asyncProperty(place, async ({ name, at, bit }) => {
      const whole = files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      writeFileSync(join(copy, name), bytes);
      const sealedAs = await openBundle(copy, publicKeyIn(keys));
      writeFileSync(join(copy, name), whole);
      expect(sealedAs).toHaveProperty('problems');
      expect('problems' in sealedAs && sealedAs.problems.map(({ code }) => code)).toContain(1);
    });
    await fc.assert(flipped, { numRuns: 500 });
    expect(await openBundle(copy, publicKeyIn(keys))).toHaveProperty('statement');
  });
  it('a file that is missing, and one that is too many', async () => {
    const copy = copyOf(bundle);
    rmSync(join(copy, 'journal.ndjson'));
    writeFileSync(join(copy, 'load.json'), '{}');
    expect(await problemsOf(copy, keys)).toEqual([
      '1: journal.ndjson is missing: the certificate names it',
      '1: load.json is there, and the certificate does not name it',
    ]);
  });
  it('an exchange that was removed, or changed, by somebody who cannot sign', async () => {
    const copy = copyOf(bundle);
    changeLines(copy, 'exchanges.ndjson', '"list voices as none#1"', () => undefined);
    expect(await problemsOf(copy, keys)).toEqual([
      '1: exchanges.ndjson was changed after it was signed: its digest is another',
    ]);
    await signedAnew(copy, others);
    expect((await problemsOf(copy, keys))[0]).toMatch(/^1: certificate.json: it is signed with another key/);
  });
  it('a signature of another key under the name of the right one', async () => {
    const copy = copyOf(bundle);
    await signedAnew(copy, others);
    const path = join(copy, 'certificate.json');
    const [ours, theirs] = [bundle, copy].map(
      (each) => /"keyid":"(\w+)"/.exec(readFileSync(join(each, 'certificate.json'), 'utf8'))?.[1] ?? '',
    );
    writeFileSync(path, readFileSync(path, 'utf8').replace(theirs ?? '', ours ?? ''));
    expect(await problemsOf(copy, keys)).toEqual([
      '1: certificate.json: its signature is wrong: it was changed after it was signed, or another key signed it',
    ]);
  });
});

describe('a mistake on the command line ends 3', () => {
  it.each([
    ['no such folder', () => ['no-such-folder'], 'is not a folder'],
    [
      'no bundle',
      () => [emptyFolder()],
      'is not a bundle: there is no certificate.json in it; assay certify makes one',
    ],
    ['the folder around it', () => [join(bundle, '..')], '; did you mean '],
    ['no such key', () => [bundle, '--key', 'no-such-key'], '--key no-such-key cannot be read'],
    ['a private key', () => [bundle, '--key', keys.key], 'is a private key: give its public key'],
    ['no key', () => [bundle, '--key', join(bundle, 'run.json')], 'is not a public key in PEM'],
    ['no time', () => [bundle, '--key', keys.pub, '--at', 'soon'], '--at is "soon", expected a time'],
  ] as const)('%s', async (_, argsOf, says) => {
    const given = argsOf();
    const withKey = given.includes('--key') ? given : [...given, '--key', keys.pub];
    const { code, out, err } = await assay(['verify', ...withKey]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(err).not.toContain('-----BEGIN');
  });
});
