import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newChallenge, seedOf } from '../../conformance/evidence/challenge.ts';
import { evidenceFiles } from '../../conformance/evidence/bundle.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  publicKeyIn,
  signAgain,
  statementIn,
  type KeyFiles,
} from './certificates.testing.ts';
import { forgeBundle } from './forged.testing.ts';
import { verifyBundle, type Verification } from './verify-bundle.ts';

const [challenge, later] = [newChallenge(), newChallenge()];
const profile = 'chat';
let keys: KeyFiles;
let others: KeyFiles;
/** Answers the challenge, but for its self-test; a run from before it; and one of a service that forgets who may speak. */
let bundle: string;
let older: string;
let failing: string;
/** Of a service that a generated input makes err, which only an HTTP obligation forbids: it may be certified. */
let untidy: string;

beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  bundle = await forgeBundle(await checkedWith(seedOf(challenge)), keys, { profile, challenge });
  older = await forgeBundle(await checkedWith(1), keys, { profile });
  failing = await forgeBundle(await checkedWith(1, '--fault', 'chat-body-read-as-latin-1'), keys, { profile });
  untidy = await forgeBundle(await checkedWith(2, '--fault', 'invalid-utf8-500'), keys, { profile });
}, 300_000);

async function checkedWith(seed: number, ...fault: readonly string[]): Promise<string> {
  const [service, out] = [await serve(...fault), emptyFolder()];
  const { url, token, otherToken, provisioner } = service;
  const means = ['--target', url, '--token', token, '--other-token', otherToken, '--provisioner', provisioner];
  await assay(['check', ...means, '--profile', profile, '--seed', `${seed}`, '--out', out]);
  await service.stop();
  return out;
}

/** What is found of a forgery: signed again by that key, unless it is left as it was signed. */
type Forgery = {
  readonly of?: () => string;
  readonly spoil?: (copy: string) => void;
  readonly claims?: object;
  readonly by?: 'others' | 'nobody';
  readonly given?: string;
};

async function foundOf({ of = () => bundle, spoil, claims = {}, by, given }: Forgery): Promise<Verification> {
  const copy = copyOf(of());
  spoil?.(copy);
  if (by !== 'nobody')
    await signAgain(copy, by === 'others' ? others : keys, (statement) => withClaims(statement, claims));
  return verifyBundle(copy, publicKeyIn(keys), new Date(), { challenge: given });
}

const inAll = (copy: string, from: string, to: string): void => {
  for (const name of evidenceFiles) {
    writeFileSync(join(copy, name), readFileSync(join(copy, name), 'utf8').replaceAll(from, to));
  }
};
const seedTo =
  (from: number, to: number) =>
  (copy: string): void => {
    inAll(copy, `"seed":${from}`, `"seed":${to}`);
    inAll(copy, `"seed": ${from}`, `"seed": ${to}`);
  };
const finding = (id: string): string => `"check":"${id}"`;
const listed = 'bots.list/succeeds';
const odd = 'chat.generated/odd-bytes-are-no-server-error';
const first = '"id":"list bots as token#1"';
const inCertificate = (copy: string, from: string | RegExp, to: string): void => {
  const path = join(copy, 'certificate.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};
const keyIdIn = (folder: string): string =>
  /"keyid":"([0-9a-f]+)"/.exec(readFileSync(join(folder, 'certificate.json'), 'utf8'))?.[1] ?? '';

/** Each has to be refused, with exit code 1, and a reason that has these words. */
const refused: Readonly<Record<string, Forgery & { readonly says: RegExp }>> = {
  'an old run under a new challenge': {
    of: () => older,
    claims: { challenge },
    says: /do not follow from the challenge/,
  },
  'an old run under a new challenge, with the seed edited': {
    of: () => older,
    spoil: seedTo(1, seedOf(challenge)),
    claims: { challenge },
    says: /is not what this check sends: another body/,
  },
  'a run for one challenge under the next': { claims: { challenge: later }, says: /do not follow from the challenge/ },
  'a self-attested run where a challenge was given': { of: () => older, given: challenge, says: /names no challenge/ },
  'a run for another challenge than was given': { given: later, says: /it is for the challenge/ },
  'a challenged run with the challenge taken out': {
    claims: { challenge: undefined },
    given: challenge,
    says: /names no challenge/,
  },
  'exchanges of another service': {
    spoil: (copy) => writeFileSync(join(copy, 'exchanges.ndjson'), readFileSync(join(older, 'exchanges.ndjson'))),
    says: /is not what this check sends: another address/,
  },
  'another target by name alone': {
    claims: { target: 'https://somebody.example' },
    says: /does not match its evidence: target/,
  },
  'a failure called a pass': {
    of: () => failing,
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', '"is":"fail"', (line) =>
        line.replace(/"verdict":\{"is":"fail","because":"(?:[^"\\]|\\.)*"\}/, '"verdict":{"is":"pass"}'),
      ),
    says: /stored as pass; judged again: fail/,
  },
  'a failure dropped from the findings': {
    of: () => failing,
    spoil: (copy) => changeLines(copy, 'findings.ndjson', '"verdict":{"is":"fail"', () => undefined),
    says: /stored as nothing; judged again: fail/,
  },
  'a failure by a judge that says it is another version': {
    of: () => failing,
    spoil: (copy) => {
      inAll(copy, '"version":"0.1.0"', '"version":"9.9.9"');
      inAll(copy, '"version": "0.1.0"', '"version": "9.9.9"');
      changeLines(copy, 'findings.ndjson', '"verdict":{"is":"fail"', () => undefined);
    },
    claims: { tool: { name: 'assay', version: '9.9.9' } },
    says: /which is that of assay 0\.1\.0, and not of 9\.9\.9[^]*stored as nothing; judged again: fail/,
  },
  'a check dropped from the plan': {
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', '"schema":"assay.run/1"', (line) => line.replace(`"${listed}",`, '')),
    says: /1 of the \d+ checks of the profile chat were not judged/,
  },
  'a MUST called a SHOULD': {
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', finding(listed), (line) =>
        line.replace('"level":"MUST"', '"level":"SHOULD"'),
      ),
    says: /differs in wording/,
  },
  'a title that promises more': {
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', finding(listed), (line) => line.replace('"title":"', '"title":"Always ')),
    says: /differs in wording/,
  },
  'a generated input whose reason was edited': {
    of: () => untidy,
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', finding(odd), (line) =>
        line.replace('"input":{"is":"unspecified"', '"input":{"is":"invalid"'),
      ),
    says: /^chat\.generated\/odd-bytes-are-no-server-error: its stored finding differs in wording/,
  },
  'a generated failure that lost its control': {
    of: () => untidy,
    spoil: (copy) =>
      changeLines(copy, 'findings.ndjson', finding(odd), (line) => line.replace(/"controls":\[[^\]]*\],/, '')),
    says: /^chat\.generated\/odd-bytes-are-no-server-error: its stored finding differs in wording/,
  },
  'counts that nobody counted': {
    claims: { counts: { pass: 999, fail: 0, inconclusive: 0, notApplicable: 0 } },
    says: /its evidence: counts/,
  },
  'a judge that was modified, by a requirement set of its own': {
    claims: { requirements: { release: '0.1.0', sha256: 'ab'.repeat(32) } },
    says: /it names the requirement set .* which assay 0\.1\.0 does not have/,
  },
  'a wider profile': { claims: { profile: 'all' }, says: /checks of the profile all were not judged/ },
  'a target called the reference service': { claims: { embedded: true }, says: /its evidence: embedded/ },
  'an answer with another status': {
    spoil: (copy) =>
      changeLines(copy, 'exchanges.ndjson', first, (line) => line.replace('"status":200', '"status":500')),
    says: /bots\.list\/succeeds: stored as pass; judged again: /,
  },
  'an exchange left out': {
    spoil: (copy) => changeLines(copy, 'exchanges.ndjson', first, () => undefined),
    says: /is not among the exchanges/,
  },
  'an exchange that nobody asked for': {
    spoil: (copy) =>
      changeLines(copy, 'exchanges.ndjson', first, (line) => `${line}\n${line.replace('token#1"', 'token#9"')}`),
    says: /no check asks for it/,
  },
  'an exchange twice': {
    spoil: (copy) => changeLines(copy, 'exchanges.ndjson', first, (line) => `${line}\n${line}`),
    says: /twice/,
  },
  'a request that was made easier': {
    spoil: (copy) =>
      changeLines(copy, 'exchanges.ndjson', first, (line) => line.replace('"method":"GET"', '"method":"HEAD"')),
    says: /is not what this check sends: another method/,
  },
  'a self-test without the fault that was missed': {
    spoil: (copy) => inAll(copy, '"fault": "bots-', '"fault": "bats-'),
    says: /its self-test does not cover this profile/,
  },
  'a certificate that begins before it was judged': {
    claims: { validity: { notBefore: '2001-01-01T00:00:00.000Z', notAfter: '2199-01-01T00:00:00.000Z' } },
    says: /before it was judged/,
  },
  'another signer': { by: 'others', says: /signed with another key/ },
  'a signature that this key did not make': {
    by: 'nobody',
    spoil: (copy) => inCertificate(copy, /"sig":"[^"]{8}/, '"sig":"AAAAAAAA'),
    says: /its signature is wrong/,
  },
  'a key swapped in the envelope alone': {
    by: 'nobody',
    spoil: (copy) => inCertificate(copy, keyIdIn(copy), 'ab'.repeat(32)),
    says: /signed with another key/,
  },
  'a signature of something else than a statement': {
    by: 'nobody',
    spoil: (copy) => inCertificate(copy, 'application/vnd.in-toto+json', 'text/plain'),
    says: /its signature is wrong/,
  },
  'a file slipped in': {
    by: 'nobody',
    spoil: (copy) => writeFileSync(join(copy, 'extra.json'), '{}'),
    says: /does not belong/,
  },
  'a link in the place of a file': {
    by: 'nobody',
    spoil: (copy) => symlinkSync(join(older, 'run.json'), join(copy, 'load.json')),
    says: /is not a plain file/,
  },
};

it('a certificate with a generated failure is valid, and its input is told as it was', async () => {
  const { problems, run } = await foundOf({ of: () => untidy });
  expect(problems).toEqual([]);
  const shown = { verdict: { is: 'fail' }, input: { is: 'unspecified' }, controls: [expect.any(String)] };
  expect(run?.findings.find(({ check }) => check === odd)).toMatchObject(shown);
});

describe('a forgery is refused', () => {
  it.each(Object.entries(refused))('%s', { timeout: 60_000 }, async (_, { says, ...forgery }) => {
    const { problems, basis } = await foundOf(forgery);
    const because = problems.filter(({ code }) => code === 1).map((problem) => problem.says);
    expect(because.join('\n')).toMatch(says);
    expect(basis).toBeUndefined();
  });
});

const assertedIn = ({ basis = [] }: Verification): readonly string[] =>
  basis.filter((each) => each.basis === 'asserted').map(({ what, says }) => `${what}: ${says}`);

describe('a forgery that nothing shows is told as what the signer asserts', () => {
  it('a self-test that never took place, and the challenge is attested all the same', async () => {
    const found = await foundOf({ given: challenge });
    expect(found.problems).toEqual([]);
    expect(assertedIn(found)).toContainEqual(
      expect.stringMatching(/^self-test: that the build found (\d+) of \1 faults/),
    );
    const [, drawn] = (found.basis ?? []).filter(({ basis }) => basis === 'attested');
    expect(drawn?.by).toBe('you, who gave it');
    expect(drawn?.says).toMatch(
      / [1-9]\d* of \d+ requests carry a word drawn from it, and [1-9]\d* answers repeat one/,
    );
  });
  it('the exchanges of one service under the name of another, throughout', async () => {
    const { host } = new URL(statementIn(older).predicate.assay.target);
    const target = 'http://127.0.0.1:9';
    const spoil = (copy: string): void => inAll(copy, host, '127.0.0.1:9');
    const found = await foundOf({ of: () => older, spoil, claims: { target } });
    expect(found.problems).toEqual([]);
    expect(assertedIn(found)).toContainEqual(expect.stringContaining(`exchanges: that ${target} gave these answers`));
  });
  it('a run that is said to have begun earlier', async () => {
    const spoil = (copy: string): void => {
      const { startedAt } = JSON.parse(readFileSync(join(copy, 'run.json'), 'utf8')) as { startedAt: string };
      for (const [file, colon] of [
        ['findings.ndjson', ':'],
        ['run.json', ': '],
      ] as const)
        changeLines(copy, file, `"startedAt"${colon}"${startedAt}"`, (line) =>
          line.replace(`"startedAt"${colon}"${startedAt}"`, `"startedAt"${colon}"2001-01-01T00:00:00.000Z"`),
        );
    };
    const found = await foundOf({ of: () => older, spoil });
    expect(found.problems).toEqual([]);
    expect(assertedIn(found)).toContainEqual(expect.stringContaining('between 2001-01-01T00:00:00.000Z and'));
  });
  it('a challenge that was asked of oneself', async () => {
    const found = await foundOf({});
    expect(found.problems).toEqual([]);
    expect(assertedIn(found)).toContainEqual(expect.stringMatching(/^challenge: .*ask who gave it/));
    expect((found.basis ?? []).filter(({ basis }) => basis === 'attested')).toHaveLength(1);
  });
});
