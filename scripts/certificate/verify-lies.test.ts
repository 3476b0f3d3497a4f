import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import type { Statement } from '../../conformance/evidence/statement.ts';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  problemsOf,
  publicBundle,
  publicChecks,
  signAgain,
  statementIn,
  type KeyFiles,
} from './certificates.testing.ts';
import { assay } from '../testing/run-assay.testing.ts';

let keys: KeyFiles;
let bundle: string;
beforeAll(async () => {
  keys = await newKeys();
  bundle = await publicBundle(keys);
});

const check = 'voices.list/needs-no-token';

const allPassed = { pass: 400, fail: 0, inconclusive: 0, notApplicable: 0 } as const;

describe('a signer who lies is found out', () => {
  /** A spoilt copy, signed by the right key with all digests right. */
  async function lie(
    spoil: (copy: string) => void,
    change?: (statement: Statement) => unknown,
  ): Promise<readonly string[]> {
    const copy = copyOf(bundle);
    spoil(copy);
    await signAgain(copy, keys, change);
    return problemsOf(copy, keys);
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
    expect(said.at(-2)).toMatch(/^1: nothing may be certified on it: \d+ of \d+ MUST checks failed: /);
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
      changeLines(copy, 'findings.ndjson', `"check":"${check}"`, (line) =>
        line.replace('"title":"', '"title":"Surely '),
      );
      changeLines(copy, 'run.json', '"exitCode": 0', (line) => line.replace('0', '7'));
    });
    expect(said).toEqual([
      `1: ${check}: its stored finding differs in wording from the one judged again`,
      '1: run.json does not match its evidence: exitCode',
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
        line.replace('"Accept","*/*"', '"Accept","application/json"'),
      ),
    );
    expect(said[0]).toContain('is not what this check sends: other header fields');
  });
  it('about what was sent for an observation, which no finding is about', async () => {
    const said = await lie((copy) =>
      changeLines(copy, 'exchanges.ndjson', '"id":"list bots as none#1"', (line) =>
        line.replace('"url":"http://', '"url":"http://evil.test/?'),
      ),
    );
    expect(said).toContain('1: list bots as none#1 is not what this build sends: another address');
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
    expect(said).toEqual([
      `1: 1 of the ${publicChecks} checks of the profile public were not judged, the first ${check}`,
    ]);
  });
  it('about the profile, by its name', async () => {
    const said = await lie(nothing, (statement) => withClaims(statement, { profile: 'all' }));
    const [, lacking, all] =
      /^1: (\d+) of the (\d+) checks of the profile all were not judged/.exec(said[0] ?? '') ?? [];
    expect([Number(lacking) > 0, Number(all)]).toEqual([true, everyCheck.length]);
  });
  it.each([
    ['target', { target: 'https://example.com' }],
    ['embedded', { embedded: false }],
    ['counts', { counts: allPassed }],
    ['controls', { controls: { seen: 1_000 } }],
    ['countsByLevel', { countsByLevel: { MUST: allPassed, HTTP: allPassed, SHOULD: allPassed } }],
    ['selfTest', { selfTest: { faults: 999, found: 999 } }],
    ['strict', { strict: true }],
  ])('about %s', async (name, claim) => {
    const said = await lie(nothing, (statement) => withClaims(statement, claim));
    expect(said).toEqual([`1: the certificate does not match its evidence: ${name}`]);
  });
  it('about the title of the document', async () => {
    const { document } = statementIn(bundle).predicate.assay;
    const said = await lie(
      (copy) => {
        for (const file of ['findings.ndjson', 'run.json'])
          changeLines(copy, file, document.title, (line) => line.replace(document.title, 'A better one'));
      },
      (statement) => withClaims(statement, { document: { ...document, title: 'A better one' } }),
    );
    expect(said).toEqual([`1: it calls the document "A better one", whose title is "${document.title}"`]);
  });
  it('about when an exchange took place', async () => {
    const said = await lie((copy) =>
      changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', (line) =>
        line.replace(/"startedAt":"20../, '"startedAt":"2016'),
      ),
    );
    expect(said).toEqual([
      expect.stringMatching(/^1: list voices as none#1 is of 2016-.*, and the run was between 20.* and 20/),
    ]);
  });
  it('by a self-test of another version, or from before the run', async () => {
    const inSelfTest = (name: string, value: string) => (copy: string) =>
      changeLines(copy, 'self-test.json', `"${name}": "`, (line) =>
        line.replace(new RegExp(`("${name}"): "[^"]*"`), `$1: "${value}"`),
      );
    expect(await lie(inSelfTest('version', '0.0.9'))).toEqual([
      expect.stringMatching(/^1: its self-test is of assay 0\.0\.9, and 0\.1\.0 judged$/),
    ]);
    expect(await lie(inSelfTest('startedAt', '2001-01-01T00:00:00.000Z'))).toEqual([
      expect.stringMatching(/^1: its self-test is of 2001-01-01T00:00:00\.000Z, before the run/),
    ]);
  });
  it('about when it was judged', async () => {
    const validity = { notBefore: '2001-01-01T00:00:00.000Z', notAfter: '2199-01-01T00:00:00.000Z' };
    const said = await lie(nothing, (statement) => withClaims(statement, { validity }));
    expect(said).toEqual(['1: it is valid from 2001-01-01T00:00:00.000Z, before it was judged']);
  });
  it('by a self-test that missed something', async () => {
    const said = await lie((copy) => {
      const path = join(copy, 'self-test.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"missedBy": []', `"missedBy": ["${check}"]`));
    });
    expect(said[0]).toMatch(/^1: the build that judged must not certify: its self-test missed 1 of \d+ faults/);
  });
  it('by a self-test of something else', async () => {
    const said = await lie((copy) => {
      changeLines(copy, 'self-test.json', '"fault": "voices-need-token"', (line) =>
        line.replace('need-token', 'need-no-token'),
      );
    });
    expect(said).toEqual([`1: its self-test does not cover this profile, first ${check}`]);
  });
  it('by a known failure that hides one', async () => {
    const said = await lie((copy) => {
      const known = `"knownFailures":[{"check":"${check}","reason":"none of your business","expires":"2199-01-01"}]`;
      changeLines(copy, 'findings.ndjson', '"schema":"assay.run/1"', (line) => line.replace('{', `{${known},`));
    });
    expect(said.join('\n')).toContain('1: nothing may be certified on it');
  });
});

describe('what this build cannot judge ends 2', () => {
  it('a bundle from another version of the document', async () => {
    const copy = copyOf(bundle);
    const { sha256 } = statementIn(copy).predicate.assay.document;
    const other = sha256.replaceAll(/\w/g, '0');
    for (const file of ['findings.ndjson', 'run.json'])
      changeLines(copy, file, sha256, (line) => line.replace(sha256, other));
    await signAgain(
      copy,
      keys,
      (statement) => JSON.parse(JSON.stringify(statement).replaceAll(sha256, other)) as unknown,
    );
    const { code, out } = await assay(['verify', copy, '--key', keys.pub]);
    expect(code).toBe(2);
    expect(out).toMatch(/\? it is about another version of the document: .* sha256 000000000000…/);
    expect(out).toMatch(/\? Cannot be judged: 1 reason\n$/);
  });
  it('what another version of assay would judge otherwise', async () => {
    const copy = copyOf(bundle);
    for (const file of ['findings.ndjson', 'run.json', 'self-test.json'])
      changeLines(copy, file, '"version"', (line) => line.replace(/("version": ?)"[^"]+"/, '$1"9.9.9"'));
    changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', () => undefined);
    await signAgain(copy, keys, (statement) =>
      withClaims(statement, {
        tool: { name: 'assay', version: '9.9.9' },
        requirements: { release: '9.9.9', sha256: 'ab'.repeat(32) },
      }),
    );
    const problems = await problemsOf(copy, keys);
    expect(problems).toContain(
      `2: ${check}: stored as pass; judged again: inconclusive (list voices as none#1 is not among the exchanges)`,
    );
    expect(problems.filter((problem) => !problem.startsWith('2: '))).toEqual([]);
  });
  it('a statement of another form', async () => {
    const copy = copyOf(bundle);
    await signAgain(copy, keys, (statement) => ({ ...statement, predicateType: 'https://example.com/other' }));
    expect(await problemsOf(copy, keys)).toEqual([
      '2: certificate.json: what is signed is not a certificate as this version of assay writes it: /predicateType is "https://example.com/other", expected "https://in-toto.io/attestation/test-result/v0.1"',
    ]);
  });
});
