import { readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  problemsOf,
  publicBundle,
  publicChecks,
  publicKeyIn,
  signAgain,
  type KeyFiles,
} from '../certificate/certificates.testing.ts';
import { seedOf } from '../../conformance/evidence/challenge.ts';
import type { VerificationResult } from '../../conformance/contract/formats/verification.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { openBundle } from '../certificate/verify-bundle.ts';

let keys: KeyFiles;
let others: KeyFiles;
let bundle: string;

beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  bundle = await publicBundle(keys);
});

const verified = (path: string, ...more: readonly string[]): Promise<CommandOutput> =>
  assay(['verify', path, '--key', keys.pub, ...more]);

describe('assay verify of a bundle as it was made', () => {
  it('ends 0, says what it is about, and that it was made for tests', async () => {
    const { code, out, err } = await verified(bundle);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`profile     public: ${publicChecks} passed, 0 failed`);
    expect(out).toMatch(/self-test {3}found (\d+) of \1 faults, as the signer says/);
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

describe('assay verify --challenge', () => {
  it('alone prints a new challenge, and nothing else', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => assay(['verify', '--challenge'])));
    expect(one).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^[0-9a-f]{64}\n$/) as string });
    expect(two?.out).not.toBe(one?.out);
  });
  it('refuses a bundle that was not made for it, whose requests may be older', async () => {
    const { code, out } = await verified(bundle, '--challenge', 'ab'.repeat(32));
    expect(code).toBe(1);
    expect(out).toContain('✗ it is self-attested and names no challenge, and the given one is abab');
  });
  it('refuses one that names a challenge from which nothing that it sent follows', async () => {
    const challenge = 'ab'.repeat(32);
    const copy = copyOf(bundle);
    const { seed } = JSON.parse(readFileSync(join(copy, 'run.json'), 'utf8')) as { readonly seed: number };
    changeLines(copy, 'findings.ndjson', '"schema":"assay.run/1"', (line) =>
      line.replace(`"seed":${seed}`, `"seed":${seedOf(challenge)}`),
    );
    changeLines(copy, 'run.json', `"seed": ${seed}`, (line) => line.replace(`${seed}`, `${seedOf(challenge)}`));
    await signAgain(copy, keys, (statement) => withClaims(statement, { challenge }));
    const { code, out } = await verified(copy, '--challenge', challenge);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ the challenge abab\w+ bounds nothing: none of its \d+ requests carries a word drawn from it/,
    );
    expect(out).not.toContain('witness');
  });
});

describe('assay verify --json', () => {
  it('prints what the published schema says, with what each part rests on', async () => {
    const { code, out, err } = await verified(bundle, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const result = JSON.parse(out) as VerificationResult;
    expect(schemaErrors('verification', result)).toEqual([]);
    expect(result).toMatchObject({ state: 'valid', exitCode: 0, witness: 'selfAttested', problems: [] });
    expect(new Set(result.basis.map(({ basis }) => basis))).toEqual(
      new Set(['attested', 'recomputed', 'asserted', 'notCovered']),
    );
  });
  it('and of one that is refused the reasons, with the same exit code', async () => {
    const { code, out } = await verified(bundle, '--json', '--at', '2199-01-01');
    const result = JSON.parse(out) as VerificationResult;
    expect(schemaErrors('verification', result)).toEqual([]);
    expect([code, result.exitCode, result.state, result.basis]).toEqual([1, 1, 'refused', []]);
    expect(result.problems[0]?.says).toContain('it has expired');
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
    await signAgain(copy, others);
    expect((await problemsOf(copy, keys))[0]).toMatch(/^1: certificate.json: it is signed with another key/);
  });
  it('a signature of another key under the name of the right one', async () => {
    const copy = copyOf(bundle);
    await signAgain(copy, others);
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
    [
      'no challenge',
      () => [bundle, '--challenge', 'mine'],
      '--challenge is "mine", expected the 64 hexadecimal digits',
    ],
    ['a challenge without its digits', () => [bundle, '--challenge'], '--challenge stands alone, expected the 64'],
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
