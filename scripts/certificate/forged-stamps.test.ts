import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newChallenge } from '../../conformance/evidence/challenge.ts';
import { testAuthority, type TestAuthority } from '../../conformance/evidence/stamps/authority.testing.ts';
import { openingMessage, seedAfter } from '../../conformance/evidence/stamps/opening.ts';
import { stampRequest } from '../../conformance/evidence/stamps/request.ts';
import { readAuthorities } from '../input/authorities.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  publicKeyIn,
  signAgain,
  type KeyFiles,
} from './certificates.testing.ts';
import { forgeBundle } from './forged.testing.ts';
import { verifyBundle, type Verification } from './verify-bundle.ts';

const profile = 'chat';
const challenge = newChallenge();
let keys: KeyFiles;
let [authority, foreign, expired]: readonly TestAuthority[] = [];
let bundle: string;
let opened: Buffer;

const stampBy = async (by: TestAuthority | undefined, message: Uint8Array): Promise<Buffer> =>
  by?.answer((await stampRequest(message)).der) ?? Buffer.alloc(0);

beforeAll(async () => {
  keys = await newKeys();
  [authority, foreign, expired] = [
    testAuthority(),
    testAuthority({ name: 'foreign authority' }),
    testAuthority({ to: '20210101000000Z' }),
  ];
  opened = await stampBy(authority, openingMessage(challenge));
  const seed = seedAfter(challenge, createHash('sha256').update(opened).digest('hex'));
  const [service, out] = [await serve(), emptyFolder()];
  const means = ['--token', service.token, '--other-token', service.otherToken, '--provisioner', service.provisioner];
  await assay(['check', '--target', service.url, ...means, '--profile', profile, '--seed', `${seed}`, '--out', out]);
  await service.stop();
  bundle = await forgeBundle(out, keys, { profile, challenge, opening: challenge, opened });
}, 300_000);

type Forgery = {
  readonly spoil?: (copy: string) => void | Promise<void>;
  readonly claims?: object;
  /** Who stamps the certificate as it was signed last. */
  readonly by?: () => TestAuthority | undefined;
  /** What is done once everything was signed and stamped. */
  readonly after?: (copy: string) => void | Promise<void>;
  readonly trusting?: () => TestAuthority | undefined;
};

async function foundOf({ spoil, claims = {}, by = () => authority, after, trusting }: Forgery): Promise<Verification> {
  const copy = copyOf(bundle);
  await spoil?.(copy);
  await signAgain(copy, keys, (statement) => withClaims(statement, claims));
  const certificate = readFileSync(join(copy, 'certificate.json'));
  writeFileSync(join(copy, 'certificate.tsr'), await stampBy(by(), certificate));
  await after?.(copy);
  const { folder } = (trusting ?? (() => authority))() ?? {};
  const authorities = folder === undefined ? undefined : readAuthorities(join(folder, 'root.pem'));
  return verifyBundle(copy, publicKeyIn(keys), new Date(), { challenge, authorities });
}

const openedBy =
  (by: () => TestAuthority | undefined, message = challenge) =>
  async (copy: string): Promise<void> =>
    writeFileSync(join(copy, 'opened.tsr'), await stampBy(by(), openingMessage(message)));
const began = (to: string) => (copy: string) => {
  for (const [file, colon] of [
    ['findings.ndjson', ':'],
    ['run.json', ': '],
  ] as const)
    changeLines(copy, file, '"startedAt"', (line) =>
      line.replace(new RegExp(`"startedAt"${colon}"[^"]+"`), `"startedAt"${colon}"${to}"`),
    );
};

describe('a certificate with timestamps, as it was made', () => {
  it('is valid, and says when it was made', async () => {
    const { problems, stamps, basis = [] } = await foundOf({});
    expect(problems).toEqual([]);
    expect(stamps?.opened).toMatchObject({ by: 'CN=assay test authority', trusted: true });
    expect(basis.filter((each) => each.basis === 'attested').map(({ what }) => what)).toEqual([
      'signature',
      'challenge',
      'not before',
      'not after',
    ]);
  });
  it('is valid too where nobody vouches for the authority, and says that', async () => {
    const { problems, stamps, basis = [] } = await foundOf({ trusting: () => undefined });
    expect(problems).toEqual([]);
    expect(stamps?.certified.trusted).toBe(false);
    const times = basis.filter(({ what }) => ['not before', 'not after'].includes(what));
    expect(times.map((each) => each.basis)).toEqual(['asserted', 'asserted']);
  });
});

describe('a forged timestamp is refused', () => {
  const refused: Readonly<Record<string, Forgery & { readonly says: RegExp }>> = {
    'a stamp that is far too long': {
      after: (copy) => writeFileSync(join(copy, 'certificate.tsr'), Buffer.alloc(200_000)),
      says: /^certificate\.tsr: it is longer than 65536 bytes$/,
    },
    'a first stamp that is far too long': {
      spoil: (copy) => writeFileSync(join(copy, 'opened.tsr'), Buffer.alloc(200_000)),
      says: /^opened\.tsr: it is longer than 65536 bytes$/,
    },
    'a later stamp in the place of the first one': {
      spoil: openedBy(() => authority),
      says: /its requests do not follow from the challenge/,
    },
    'a first stamp over something else': {
      spoil: openedBy(() => authority, newChallenge()),
      says: /^opened\.tsr: it is made over something else/,
    },
    'a first stamp by an authority that nobody trusts': {
      spoil: openedBy(() => foreign),
      says: /^opened\.tsr: it is by an authority that the given certificates do not vouch for: CN=foreign authority/,
    },
    'a last stamp by an authority that nobody trusts': {
      by: () => foreign,
      says: /^certificate\.tsr: it is by an authority/,
    },
    'a last stamp by an authority whose certificate had expired': {
      by: () => expired,
      trusting: () => expired,
      spoil: openedBy(() => expired),
      says: /the certificate of its authority was valid from 2020.* to 2021/,
    },
    'a last stamp over the certificate as it was before': {
      after: async (copy) =>
        writeFileSync(
          join(copy, 'certificate.tsr'),
          await stampBy(authority, readFileSync(join(bundle, 'certificate.json'))),
        ),
      spoil: began('2026-01-01T00:00:00.000Z'),
      says: /^certificate\.tsr: it is made over something else/,
    },
    'a run that is said to be older than its first stamp': {
      spoil: began('2001-01-01T00:00:00.000Z'),
      says: /it says that its run began at 2001-01-01.*, and what it was drawn from was timestamped after that/,
    },
    'a certificate that is said to be from later than its last stamp': {
      claims: { validity: { notBefore: '2098-01-01T00:00:00.000Z', notAfter: '2099-01-01T00:00:00.000Z' } },
      says: /it is valid from 2098-01-01T00:00:00\.000Z, and it was timestamped before/,
    },
    'a last stamp that was taken away': {
      after: (copy) => rmSync(join(copy, 'certificate.tsr')),
      says: /^certificate\.tsr is missing/,
    },
    'stamps that the certificate does not name': {
      claims: { opening: undefined },
      says: /it names opened\.tsr and no opening/,
    },
    'an opening that is not the challenge': {
      claims: { opening: newChallenge() },
      says: /it was opened by a timestamp over \w+, and not over its challenge/,
    },
    'a first stamp that was cut': {
      spoil: (copy) => writeFileSync(join(copy, 'opened.tsr'), opened.subarray(0, -20)),
      says: /^opened\.tsr: it is not an answer of a timestamp authority/,
    },
    'a first stamp of which a byte was changed': {
      spoil: (copy) =>
        writeFileSync(join(copy, 'opened.tsr'), opened.with(opened.length - 3, (opened.at(-3) ?? 0) ^ 1)),
      says: /^opened\.tsr: /,
    },
    'a first stamp that was put in after all was signed': {
      after: openedBy(() => authority),
      says: /^opened\.tsr was changed after it was signed/,
    },
    'a first stamp that was taken away': {
      after: (copy) => rmSync(join(copy, 'opened.tsr')),
      says: /^opened\.tsr is missing: the certificate names it/,
    },
    'a last stamp that was cut': {
      after: (copy) => {
        const file = join(copy, 'certificate.tsr');
        writeFileSync(file, readFileSync(file).subarray(0, -20));
      },
      says: /^certificate\.tsr: it is not an answer of a timestamp authority/,
    },
    'the last stamp in the place of the first': {
      spoil: async (copy) =>
        writeFileSync(
          join(copy, 'opened.tsr'),
          await stampBy(authority, readFileSync(join(bundle, 'certificate.json'))),
        ),
      says: /^opened\.tsr: it is made over something else/,
    },
    'the first stamp in the place of the last': {
      after: (copy) => writeFileSync(join(copy, 'certificate.tsr'), opened),
      says: /^certificate\.tsr: it is made over something else/,
    },
    'a last stamp that is no stamp': {
      after: (copy) => writeFileSync(join(copy, 'certificate.tsr'), 'stamped!'),
      says: /^certificate\.tsr: it is not an answer of a timestamp authority/,
    },
  };
  it.each(Object.entries(refused))('%s', { timeout: 60_000 }, async (_, { says, ...forgery }) => {
    const { problems, basis } = await foundOf(forgery);
    expect(problems.map((problem) => problem.says)).toContainEqual(expect.stringMatching(says));
    expect(basis).toBeUndefined();
  });
  it('where the certificate has none at all, and an authority is asked for', async () => {
    const without = copyOf(bundle);
    await signAgain(without, keys, (statement) => {
      const subject = statement.subject.filter(({ name }) => name !== 'opened.tsr');
      return withClaims({ ...statement, subject }, { opening: undefined });
    });
    rmSync(join(without, 'opened.tsr'));
    const authorities = readAuthorities(join(authority?.folder ?? '', 'root.pem'));
    const { problems } = await verifyBundle(without, publicKeyIn(keys), new Date(), { authorities });
    expect(problems.map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^it has no timestamps, and --timestamp-ca asks/),
    );
  });
});
