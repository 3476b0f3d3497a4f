import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../conformance/certificate/statement.ts';
import {
  changeLines,
  copyOf,
  newKeys,
  publicKeyIn,
  signedAnew,
  statementIn,
  type KeyFiles,
} from './certificates.testing.ts';
import { assay, emptyFolder, type Said } from './run-assay.testing.ts';
import { openBundle, verifyBundle } from './verify-bundle.ts';

let keys: KeyFiles;
let others: KeyFiles;
let bundle: string;

beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  const out = emptyFolder();
  const { code, err } = await assay(['certify', '--embedded', '--profile', 'public', '--key', keys.key, '--out', out]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  bundle = join(out, 'bundle');
}, 60_000);

const verified = (path: string, ...more: readonly string[]): Promise<Said> =>
  assay(['verify', path, '--key', keys.pub, ...more]);
/** In this process: what is wrong with a bundle, each with its code. */
const problemsOf = async (path: string, at = new Date()): Promise<readonly string[]> =>
  (await verifyBundle(path, publicKeyIn(keys), at)).problems.map(({ code, says }) => `${code}: ${says}`);

const check = 'voices.list/needs-no-token';

describe('assay verify of a bundle as it was made', () => {
  it('ends 0, says what it is about, and that it was made for tests', async () => {
    const { code, out, err } = await verified(bundle);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('profile     public: 44 passed, 0 failed');
    expect(out).toMatch(/self-test {3}found (\d+) of \1 planted faults, as the signer says/);
    expect(out).toContain('! FOR TESTS ONLY');
    expect(out.trim().split('\n').at(-1)).toBe(
      '✓ Valid certificate: 44 findings judged again from what was recorded, and every one came out the same',
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
  it('any flipped bit, at 500 random places over all files', { timeout: 60_000 }, async () => {
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
    rmSync(join(copy, 'circumstances.ndjson'));
    writeFileSync(join(copy, 'load.json'), '{}');
    expect(await problemsOf(copy)).toEqual([
      '1: circumstances.ndjson is missing: the certificate names it',
      '1: load.json is there, and the certificate does not name it',
    ]);
  });
  it('an exchange that was removed, or changed, by somebody who cannot sign', async () => {
    const copy = copyOf(bundle);
    changeLines(copy, 'exchanges.ndjson', '"list voices as none#1"', () => undefined);
    expect(await problemsOf(copy)).toEqual([
      '1: exchanges.ndjson was changed after it was signed: its digest is another',
    ]);
    await signedAnew(copy, others);
    expect((await problemsOf(copy))[0]).toMatch(/^1: certificate.json: it is signed with another key/);
  });
  it('a signature of another key under the name of the right one', async () => {
    const copy = copyOf(bundle);
    await signedAnew(copy, others);
    const path = join(copy, 'certificate.json');
    const [ours, theirs] = [bundle, copy].map(
      (each) => /"keyid":"(\w+)"/.exec(readFileSync(join(each, 'certificate.json'), 'utf8'))?.[1] ?? '',
    );
    writeFileSync(path, readFileSync(path, 'utf8').replace(theirs ?? '', ours ?? ''));
    expect(await problemsOf(copy)).toEqual([
      '1: certificate.json: its signature is wrong: it was changed after it was signed, or another key signed it',
    ]);
  });
});

describe('a signer who lies is found out', () => {
  /** A spoilt copy, signed by the right key with all digests right. */
  async function lie(
    spoil: (copy: string) => void,
    change?: (statement: Statement) => unknown,
  ): Promise<readonly string[]> {
    const copy = copyOf(bundle);
    spoil(copy);
    await signedAnew(copy, keys, change);
    return problemsOf(copy);
  }
  const nothing = (): void => undefined;

  it('about an answer that shows a failure', async () => {
    const said = await lie((copy) =>
      changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', (line) =>
        line.replace('"status":200', '"status":401'),
      ),
    );
    expect(said[0]).toMatch(
      /^1: voices\.list\/needs-no-token: stored as pass; judged again: fail \(status: expected .*401/,
    );
    expect(said.at(-2)).toMatch(/^1: nothing may be certified on it: \d+ of 44 checks failed/);
  });
  it('about a verdict', async () => {
    const said = await lie((copy) => {
      changeLines(copy, 'findings.ndjson', `"check":"${check}"`, (line) =>
        line.replace('{"is":"pass"}', '{"is":"fail","because":"so he says"}'),
      );
    });
    expect(said).toEqual([`1: ${check}: stored as fail (so he says); judged again: pass`]);
  });
  it('about the words of a finding, and about what run.json makes of them', async () => {
    const said = await lie((copy) => {
      changeLines(copy, 'findings.ndjson', `"check":"${check}"`, (line) => line.replace('"says":"', '"says":"Surely '));
      changeLines(copy, 'run.json', '"exitCode": 0', (line) => line.replace('0', '7'));
    });
    expect(said).toEqual([
      `1: ${check}: its finding is in other words than what is judged again`,
      '1: run.json is not what its evidence comes to: exitCode',
    ]);
  });
  it('about an exchange that is not there', async () => {
    const said = await lie((copy) =>
      changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', () => undefined),
    );
    expect(said).toContain(
      `1: ${check}: stored as pass; judged again: inconclusive (list voices as none#1 is not among the exchanges)`,
    );
  });
  it('about what was sent', async () => {
    const said = await lie((copy) =>
      changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', (line) =>
        line.replace('"accept","*/*"', '"accept","application/json"'),
      ),
    );
    expect(said[0]).toContain('is not what this check sends: its header fields are another');
  });
  it('by an exchange that nobody asked for, and by one that stands there twice', async () => {
    const again =
      (change: (line: string) => string) =>
      (copy: string): void =>
        changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', (line) => `${line}\n${change(line)}`);
    const more = await lie(again((line) => line.replace('none#1"', 'none#1.2"').replace('"attempt":1', '"attempt":2')));
    expect(more).toContain('1: list voices as none#1.2 is among the exchanges, and no check asks for it');
    expect(await lie(again((line) => line))).toEqual(['1: exchanges.ndjson has list voices as none#1 twice']);
  });
  it('about the profile, by leaving checks out', async () => {
    const said = await lie((copy) => {
      changeLines(copy, 'findings.ndjson', '"schema":"assay.run/1"', (line) => line.replace(`"${check}",`, ''));
    });
    expect(said).toEqual([`1: 1 of the 44 checks of the profile public were not judged, the first ${check}`]);
  });
  it('about the profile, by its name', async () => {
    const said = await lie(nothing, (statement) => claiming(statement, { profile: 'all' }));
    expect(said[0]).toMatch(/^1: 42\d of the 467 checks of the profile all were not judged/);
  });
  it.each([
    ['target', { target: 'https://example.com' }],
    ['embedded', { embedded: false }],
    ['counts', { counts: { pass: 400, fail: 0, inconclusive: 0, notApplicable: 0 } }],
    ['selfTest', { selfTest: { faults: 999, found: 999 } }],
    ['strict', { strict: true }],
  ])('about %s', async (name, claim) => {
    const said = await lie(nothing, (statement) => claiming(statement, claim));
    expect(said).toEqual([`1: the certificate says something else than its evidence: ${name}`]);
  });
  it('by a self-test that missed something', async () => {
    const said = await lie((copy) => {
      const path = join(copy, 'self-test.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"missedBy": []', `"missedBy": ["${check}"]`));
    });
    expect(said[0]).toMatch(/^1: the build that judged must not certify: its self-test missed 1 of \d+ faults/);
  });
  it('by a known failure that hides one', async () => {
    const said = await lie((copy) => {
      const known = `"knownFailures":[{"check":"${check}","reason":"none of your business","expires":"2199-01-01"}]`;
      changeLines(copy, 'findings.ndjson', '"schema":"assay.run/1"', (line) => line.replace('{', `{${known},`));
    });
    expect(said.join('\n')).toContain('1: nothing may be certified on it');
  });
});

function claiming(statement: Statement, claim: object): Statement {
  const { predicate } = statement;
  return { ...statement, predicate: { ...predicate, assay: { ...predicate.assay, ...claim } } };
}

describe('what this build cannot judge ends 2', () => {
  it('a bundle from another version of the document', async () => {
    const copy = copyOf(bundle);
    const { sha256 } = statementIn(copy).predicate.assay.document;
    const other = sha256.replaceAll(/\w/g, '0');
    for (const file of ['findings.ndjson', 'run.json'])
      changeLines(copy, file, sha256, (line) => line.replace(sha256, other));
    await signedAnew(
      copy,
      keys,
      (statement) => JSON.parse(JSON.stringify(statement).replaceAll(sha256, other)) as unknown,
    );
    const { code, out } = await verified(copy);
    expect(code).toBe(2);
    expect(out).toMatch(/\? it is about another version of the document: .* sha256 000000000000…/);
    expect(out).toMatch(/\? Cannot be judged: 1 reason\n$/);
  });
  it('what another version of assay would judge otherwise', async () => {
    const copy = copyOf(bundle);
    for (const file of ['findings.ndjson', 'run.json', 'self-test.json'])
      changeLines(copy, file, '"version"', (line) => line.replace(/("version": ?)"[^"]+"/, '$1"9.9.9"'));
    changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', () => undefined);
    await signedAnew(copy, keys, (statement) => claiming(statement, { tool: { name: 'assay', version: '9.9.9' } }));
    const problems = await problemsOf(copy);
    expect(problems).toContain(
      `2: ${check}: stored as pass; judged again: inconclusive (list voices as none#1 is not among the exchanges)`,
    );
    expect(problems.filter((problem) => !problem.startsWith('2: '))).toEqual([]);
  });
  it('a statement of another form', async () => {
    const copy = copyOf(bundle);
    await signedAnew(copy, keys, (statement) => ({ ...statement, predicateType: 'https://example.com/other' }));
    expect(await problemsOf(copy)).toEqual([
      '2: certificate.json: what is signed is no certificate as this version of assay writes it',
    ]);
  });
});

describe('a hostile bundle is refused without harm', () => {
  const refused = async (spoil: (copy: string) => void): Promise<readonly string[]> => {
    const copy = copyOf(bundle);
    spoil(copy);
    return problemsOf(copy);
  };
  const noEnvelope = ['1: certificate.json: it is no DSSE envelope with one signature, as assay writes it'];

  it.each([
    ['no JSON', 'what is this'],
    ['null', 'null'],
    ['an empty file', ''],
    ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['fields that are no texts', '{"payload":1,"payloadType":{},"signatures":[{"keyid":[],"sig":null}]}'],
    ['no signature', '{"payload":"","payloadType":"","signatures":[]}\n'],
    ['a name twice', '{"payload":"","payload":"","payloadType":"","signatures":[{"keyid":"","sig":""}]}\n'],
  ])('whose certificate is %s', async (_, text) => {
    expect(await refused((copy) => writeFileSync(join(copy, 'certificate.json'), text))).toEqual(noEnvelope);
  });
  it('whose certificate is a thousand gigabytes long', async () => {
    expect(await refused((copy) => truncateSync(join(copy, 'certificate.json'), 1e12))).toEqual([
      '1: certificate.json is far too long to be a certificate',
    ]);
  });
  it('with a link, a folder, or a file of another name', async () => {
    const link = await refused((copy) => {
      rmSync(join(copy, 'run.json'));
      symlinkSync('/etc/passwd', join(copy, 'run.json'));
    });
    expect(link).toEqual(['1: run.json is no plain file']);
    expect(await refused((copy) => mkdirSync(join(copy, 'load.json')))).toEqual(['1: load.json is no plain file']);
    expect(await refused((copy) => writeFileSync(join(copy, 'report.html'), 'hi'))).toEqual([
      '1: "report.html" is in it, which no bundle has',
    ]);
  });
  it.each([
    ['a path that leads out', '../../etc/passwd'],
    ['a name twice', 'run.json'],
    ['an absolute path', '/etc/passwd'],
  ])('that names %s', async (_, name) => {
    const copy = copyOf(bundle);
    await signedAnew(copy, keys, (statement) => ({
      ...statement,
      subject: [...statement.subject, { name, digest: { sha256: '0'.repeat(64) } }],
    }));
    expect(await problemsOf(copy)).toEqual([
      `2: certificate.json: it names ${JSON.stringify(name)}, twice or as no bundle does`,
    ]);
  });
  it.each([
    ['run.json', '{"a":'.repeat(200_000), 'run.json is no JSON that can be read'],
    ['run.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'run.json is no JSON that can be read'],
    ['findings.ndjson', '', 'the first line of findings.ndjson has not the form that assay writes'],
    ['exchanges.ndjson', '{"id":7}\n', 'line 1 of exchanges.ndjson has not the form that assay writes'],
    ['exchanges.ndjson', '{}', 'exchanges.ndjson ends within a line'],
    [
      'circumstances.ndjson',
      '{"is":"workspace"}\n',
      'line 1 of circumstances.ndjson has not the form that assay writes',
    ],
    ['self-test.json', '[]', 'self-test.json has not the form that assay writes'],
  ])('that was signed with %s in another form', async (file, text, says) => {
    const copy = copyOf(bundle);
    writeFileSync(join(copy, file), text);
    await signedAnew(copy, keys);
    expect(await problemsOf(copy)).toEqual([`1: ${says}`]);
  });
});

describe('a mistake on the command line ends 3', () => {
  it.each([
    ['no such folder', () => ['no-such-folder'], 'is no folder'],
    ['no bundle', () => [emptyFolder()], 'is no bundle: there is no certificate.json in it; assay certify makes one'],
    ['the folder around it', () => [join(bundle, '..')], '; did you mean '],
    ['no such key', () => [bundle, '--key', 'no-such-key'], '--key no-such-key cannot be read'],
    ['a private key', () => [bundle, '--key', keys.key], 'is a private key: give its public half'],
    ['no key', () => [bundle, '--key', join(bundle, 'run.json')], 'is no public key in PEM'],
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
