import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  withClaims,
  copyOf,
  newKeys,
  publicChecks,
  signAgain,
  statementIn,
  type KeyFiles,
} from '../certificate/certificates.testing.ts';
import { assay, emptyFolder, serve, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

let keys: KeyFiles;
let valid: Made;
beforeAll(async () => {
  keys = await newKeys();
  valid = await certified(
    undefined,
    '--valid-for',
    '7d',
    '--header',
    'X-Stage: a-secret-of-staging',
    '--bot',
    'support',
  );
});

type Made = CommandOutput & { readonly bundle: string; readonly target: string };

/** Certifies the public profile of a service with one fault. */
async function certified(fault: string | undefined, ...more: readonly string[]): Promise<Made> {
  const service = await serve(...(fault === undefined ? [] : ['--fault', fault]));
  const out = more.includes('--out') ? (more[more.indexOf('--out') + 1] ?? '') : emptyFolder();
  const credentials = ['--target', service.url, '--token', service.token];
  const args = [...credentials, '--profile', 'public', '--key', keys.key, '--out', out];
  const said = await assay(['certify', ...args, ...more]);
  await service.stop();
  return { ...said, bundle: join(out, 'bundle'), target: service.url };
}

/** A MUST, and the fault that it alone finds. */
const failing = 'voices.list/says-json';
const fault = 'voices-content-type-text';

const verify = (bundle: string, ...more: readonly string[]): Promise<CommandOutput> =>
  assay(['verify', bundle, '--key', keys.pub, ...more]);

function knownFailures(expires: string): string {
  const file = join(emptyFolder(), 'known.yaml');
  writeFileSync(file, `- check: ${failing}\n  reason: fixed in 2.1\n  expires: ${expires}\n`);
  return file;
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('assay keygen', () => {
  it('makes a pair whose private half only its owner reads', () => {
    expect(statSync(keys.key).mode & 0o777).toBe(0o600);
    expect(readFileSync(keys.key, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(readFileSync(keys.pub, 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });
  it.each(['key.pem', 'pub.pem'])('overwrites nothing: %s', async (name) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, name), 'mine');
    const { code, err } = await assay(['keygen', '--out', folder]);
    expect(code).toBe(3);
    expect(err).toContain(`${name} is there already, and keys are never overwritten`);
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });
});

describe('assay certify', () => {
  it('issues nothing where what is kept, without a secret, comes to another verdict', async () => {
    // It stands in every list of voices, and without it none of them is JSON.
    const field = 'X-Odd: "voices":["alloy","echo","fable","onyx","nova"';
    const { code, out, bundle } = await certified(undefined, '--header', field);
    expect(code).toBe(2);
    expect(out).toMatch(
      /✗ No certificate was issued: an answer contained a secret; once it is masked, \S+ is judged fail instead of pass/,
    );
    expect(existsSync(bundle)).toBe(false);
  });
  it('certifies a valid service, which verify confirms', async () => {
    const { code, out, err, bundle, target } = valid;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`✓ Certified until ${inDays(7)}: ${bundle}`);
    expect(out).toMatch(/^✓ found (\d+) of \1$/m);
    const { predicate, subject } = statementIn(bundle);
    expect(predicate).toMatchObject({ result: 'PASSED', failedTests: [], warnedTests: [] });
    expect(predicate.passedTests).toHaveLength(publicChecks);
    expect(predicate.assay).toMatchObject({ target, embedded: false, profile: 'public', knownFailures: [] });
    expect(subject.map(({ name }) => name)).toEqual(readdirSync(bundle).filter((name) => name !== 'certificate.json'));
    const confirmed = await verify(bundle);
    expect(confirmed.code).toBe(0);
    expect(confirmed.out).not.toContain('FOR TESTS ONLY');
  });

  it('writes what the published schemas say, and no secret', () => {
    const { bundle } = valid;
    const read = (file: string): string => readFileSync(join(bundle, file), 'utf8');
    const [header = ''] = read('findings.ndjson').split('\n');
    expect(schemaErrors('run', JSON.parse(header), '#/$defs/headerLine')).toEqual([]);
    expect(schemaErrors('self-test', JSON.parse(read('self-test.json')))).toEqual([]);
    expect(schemaErrors('certificate', statementIn(bundle))).toEqual([]);
    expect(header).toContain('"given":{"credentials":["token"],"bot":"support","headers":["X-Stage"]}');
    for (const file of readdirSync(bundle)) expect(read(file)).not.toContain('a-secret-of-staging');
  });

  it('issues none where a MUST failed, and leaves none of an earlier run', async () => {
    const bundle = copyOf(valid.bundle);
    const { code, out } = await certified(fault, '--out', join(bundle, '..'));
    expect(code).toBe(1);
    // The same count as in the lines above it.
    const [, counted] = /^Interface: (1 of \d+ MUST checks) failed/m.exec(out) ?? [];
    expect(out.trimEnd().split('\n').at(-1)).toBe(`✗ No certificate was issued: ${counted} failed: ${failing}`);
    expect(readdirSync(bundle)).toEqual([]);
    expect(readFileSync(join(bundle, '../summary.md'), 'utf8')).toContain(failing);
  });

  it('issues none where a MUST does not apply, and says so before it sends anything', async () => {
    const { code, out } = await certified(undefined, '--profile', 'metering');
    expect(code).toBe(2);
    expect(out).toMatch(
      /^✗ No certificate was issued: \d+ of \d+ MUST checks do not apply: .*no provisioner was given.*\. Nothing was sent\n$/,
    );
  });

  it('says what in its folder is about an earlier certificate', { timeout: 120_000 }, async () => {
    const out = emptyFolder();
    const again = () => assay(['certify', '--embedded', '--profile', 'public', '--key', keys.key, '--out', out]);
    expect((await again()).out).not.toContain(out + '/status.json');
    for (const name of ['status.json', 'index.html']) writeFileSync(join(out, name), '{}');
    const { code, out: said } = await again();
    expect(code).toBe(0);
    expect(said).toContain(
      `\n${out}/status.json does not list it yet: npx assay recheck ${out}/bundle --status ${out}/status.json\n`,
    );
    expect(said).toContain(`\n${out}/index.html is from before: npx assay report --certificates ${out}\n`);
  });

  it('draws a run from a challenge, which verify confirms to who gave it', { timeout: 300_000 }, async () => {
    const [challenge, out] = ['cd'.repeat(32), emptyFolder()];
    const more = ['--profile', 'chat', '--key', keys.key, '--out', out, '--challenge', challenge];
    const made = await assay(['certify', '--embedded', ...more]);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('\n! Certified FOR TESTS ONLY (the embedded reference service) until ');
    expect(made.out).not.toContain('✓ Certified');
    const { code, out: said } = await verify(join(out, 'bundle'), '--challenge', challenge);
    expect(code).toBe(0);
    expect(said).toContain(`you: the run was drawn from the challenge that you gave, ${challenge}`);
    expect(said).toMatch(/attested +challenge +by you, who gave it: .* [1-9]\d* of \d+ requests carry a word/);
  });

  it('issues none for a challenge from which nothing that the profile sends follows', async () => {
    const { code, out, bundle } = await certified(undefined, '--challenge', 'ab'.repeat(32));
    expect(code).toBe(2);
    expect(out).toMatch(
      /✗ No certificate was issued: the challenge abab\w+ bounds nothing: .*; certify another --profile/,
    );
    expect(existsSync(bundle)).toBe(false);
  });

  it('issues none where nothing could be judged, and says why', async () => {
    const { code, out } = await certified(undefined, '--target', 'http://127.0.0.1:1');
    expect(code).toBe(2);
    expect(out).toMatch(/✗ No certificate was issued: connection refused: 127\.0\.0\.1:1 /);
  });

  it.each([
    ['token', '--token', /^the token was refused: 401 wrong_token at GET \/v1\/bots; is it the token of this system/],
    ['other token', '--other-token', /checks could not be judged.*--other-token is refused \(status 401/],
  ])('issues none where the %s is refused, and spends nothing on it', async (_, flag, because) => {
    const service = await serve();
    const means = {
      '--token': service.token,
      '--other-token': service.otherToken,
      '--provisioner': service.provisioner,
    };
    const given = Object.entries({ ...means, [flag]: 'key_of-nobody-0123' }).flat();
    const own = ['--target', service.url, '--key', keys.key, '--out', emptyFolder()];
    const { code, out } = await assay(['certify', ...given, ...own]);
    await service.stop();
    const lines = out.trim().split('\n');
    expect(code).toBe(2);
    expect(lines.length).toBeLessThanOrEqual(7);
    expect(lines[0]).toMatch(/^certify: .* cannot be judged: /);
    expect(out).toMatch(new RegExp(`→ Nothing was spent\\. ${flag} or `));
    expect(out).toContain(' · 0 credits spent');
    expect(lines.at(-1)?.replace('✗ No certificate was issued: ', '')).toMatch(because);
  });

  it('names known failures, is valid no longer than they are accepted, and verify says them', async () => {
    const day = inDays(20);
    const { code, out, bundle } = await certified(fault, '--known-failures', knownFailures(day));
    expect(code).toBe(0);
    expect(out).toContain(`✓ Certified until ${day}`);
    expect(statementIn(bundle).predicate).toMatchObject({
      result: 'WARNED',
      failedTests: [failing],
    });
    const confirmed = await verify(bundle);
    expect(confirmed.code).toBe(0);
    expect(confirmed.out).toContain(`KNOWN FAIL  ${failing}: fixed in 2.1 (accepted until ${day})`);
    expect(confirmed.out).toContain(`✓ Valid certificate, with 1 known failure: ${publicChecks} findings`);
    expect((await verify(bundle, '--at', inDays(21))).out).toContain('✗ it has expired');
    // Whoever signs does not make it longer either.
    const { notBefore } = statementIn(bundle).predicate.assay.validity;
    const validity = { notBefore, notAfter: '2199-01-01T00:00:00.000Z' };
    await signAgain(bundle, keys, (statement) => withClaims(statement, { validity }));
    expect((await verify(bundle)).out).toContain('longer than a known failure is accepted');
  });

  it('issues none on a known failure that is out of date', async () => {
    const { code, out } = await certified(fault, '--known-failures', knownFailures('2020-01-01'));
    expect(code).toBe(1);
    expect(out).toContain('✗ No certificate was issued: 1 known failure is stale or expired');
  });

  it('issues none when it is interrupted', async () => {
    const out = emptyFolder();
    const service = await serve('--delay', '300ms');
    const running = startAssay([
      'certify',
      '--target',
      service.url,
      '--token',
      service.token,
      '--profile',
      'public',
      '--key',
      keys.key,
      '--out',
      out,
    ]);
    await running.untilOutput('certify: ');
    running.child.kill('SIGINT');
    const { code, out: said } = await running.said;
    await service.stop();
    expect(code).toBe(130);
    expect(said).toContain('✗ No certificate was issued: the run was interrupted');
    expect(existsSync(join(out, 'bundle'))).toBe(false);
  });
});

describe('a mistake on the command line of certify ends 3, and sends nothing', () => {
  it.each([
    ['no key', () => [], '--key FILE is needed'],
    ['a public key', () => ['--key', keys.pub], 'is not a private key in PEM; assay keygen makes one'],
    ['no such key', () => ['--key', 'nowhere.pem'], '--key nowhere.pem cannot be read'],
    ['no days', () => ['--key', keys.key, '--valid-for', 'ever'], '--valid-for is "ever", expected days from 1d'],
    ['no challenge', () => ['--key', keys.key, '--challenge', 'mine'], '--challenge is "mine", expected 64 hex'],
    [
      'a seed beside a challenge',
      () => ['--key', keys.key, '--challenge', 'ab'.repeat(32), '--seed', '1'],
      '--challenge decides the seed of the run: leave out --seed (1)',
    ],
    ['no load run', () => ['--key', keys.key, '--load', emptyFolder()], 'needs a --target: the embedded service'],
    ['no such profile', () => ['--key', keys.key, '--profile', 'speach'], 'no profile is called "speach"'],
  ] as const)('%s', async (_, args, says) => {
    const cwd = emptyFolder();
    const { code, out, err } = await assay(['certify', '--embedded', ...args()], { cwd });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(readdirSync(cwd)).toEqual([]);
  });
  it('only a part of a profile, of assay.yaml', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'only: [voices.*]\n');
    const { code, err } = await assay(['certify', '--embedded', '--key', keys.key], { cwd });
    expect(code).toBe(3);
    expect(err).toContain('certify checks a whole profile');
  });
  it('a bundle folder that holds other files, which stay', async () => {
    const bundle = copyOf(valid.bundle);
    writeFileSync(join(bundle, 'mine.txt'), 'mine');
    const { code, err } = await certified(undefined, '--out', join(bundle, '..'));
    expect(code).toBe(3);
    expect(err).toContain('holds mine.txt, which is not part of a bundle');
    expect(readdirSync(bundle)).toEqual([...readdirSync(valid.bundle), 'mine.txt'].toSorted());
  });
});
