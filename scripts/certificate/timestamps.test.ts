import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerificationResult } from '../../conformance/contract/formats/verification.ts';
import { newChallenge } from '../../conformance/evidence/challenge.ts';
import {
  opensslVerifies,
  testAuthority,
  type TestAuthority,
} from '../../conformance/evidence/stamps/authority.testing.ts';
import { readAuthorities } from '../input/authorities.ts';
import { assay, emptyFolder, serve, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { serveAuthority, type AuthorityServer } from './authority-server.testing.ts';
import { newKeys, statementIn, type KeyFiles } from './certificates.testing.ts';

let keys: KeyFiles;
let authority: TestAuthority;
let server: AuthorityServer;
let ca: string;
beforeAll(async () => {
  keys = await newKeys();
  authority = testAuthority();
  server = await serveAuthority(authority);
  ca = join(authority.folder, 'root.pem');
});
afterAll(() => server.close());

async function certified(
  url: string,
  ...more: readonly string[]
): Promise<CommandOutput & { readonly bundle: string }> {
  const out = emptyFolder();
  const args = ['certify', '--embedded', '--profile', 'public', '--key', keys.key, '--timestamp', url, '--out', out];
  return { ...(await assay([...args, ...more])), bundle: join(out, 'bundle') };
}

const verified = (bundle: string, ...more: readonly string[]): Promise<CommandOutput> =>
  assay(['verify', bundle, '--key', keys.pub, ...more]);
const fileIn = (bundle: string, name: string): Buffer => readFileSync(join(bundle, name));

describe('assay certify --timestamp', () => {
  it('is stamped before and after, by stamps that OpenSSL verifies, and verify says by whom', async () => {
    const challenge = newChallenge();
    const own = ['--profile', 'chat', '--challenge', challenge];
    const { code, err, bundle } = await certified(server.url, ...own);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(statementIn(bundle).predicate.assay).toMatchObject({ opening: challenge, challenge });
    const stamped = [
      ['opened.tsr', Buffer.from(challenge)],
      ['certificate.tsr', fileIn(bundle, 'certificate.json')],
    ] as const;
    for (const [name, over] of stamped) expect(opensslVerifies(authority, fileIn(bundle, name), over)).toBe(true);
    const { code: found, out } = await verified(bundle, '--challenge', challenge, '--timestamp-ca', ca);
    expect(found).toBe(0);
    expect(out).toMatch(/^timestamps {2}between 20\d\d-.* and 20\d\d-.*, by CN=assay test authority$/m);
    expect(out).toMatch(
      /^attested +not before +by the timestamp authority CN=assay test authority: [1-9]\d* of \d+ requests carry/m,
    );
    expect(out).toMatch(
      /^attested +not after +by the timestamp authority CN=assay test authority: the certificate exis/m,
    );
    expect(out).toMatch(/^recomputed here requests +each .* from the challenge \w+ and the timestamp over it$/m);
  }, 300_000);

  it('sends an authority the request and nothing else, and the target no less', async () => {
    const service = await serve();
    const secret = 'a-secret-of-staging';
    const [before, own] = [server.heard.length, ['--target', service.url, '--token', service.token]];
    const out = emptyFolder();
    const args = ['certify', ...own, '--header', `X-Stage: ${secret}`, '--profile', 'public', '--key', keys.key];
    const { code } = await assay([...args, '--timestamp', server.url, '--out', out]);
    await service.stop();
    expect(code).toBe(0);
    const heard = server.heard.slice(before);
    expect(heard.map(({ method, headers }) => [method, headers['content-type']])).toEqual(
      Array.from({ length: 2 }, () => ['POST', 'application/timestamp-query']),
    );
    const names = new Set(heard.flatMap(({ headers }) => Object.keys(headers)));
    expect([...names].toSorted()).toEqual(['accept', 'connection', 'content-length', 'content-type', 'host']);
    const said = JSON.stringify(heard);
    for (const word of [secret, service.token]) expect(said).not.toContain(word);
  });

  it('says of a profile that sends nothing drawn that the answers may be older', async () => {
    const { code, bundle } = await certified(server.url);
    expect(code).toBe(0);
    const { out } = await verified(bundle, '--timestamp-ca', ca, '--json');
    const result = JSON.parse(out) as VerificationResult;
    expect(schemaErrors('verification', result)).toEqual([]);
    expect(result.stamps).toMatchObject({ opened: { trusted: true }, certified: { trusted: true } });
    expect(result.basis.filter(({ what }) => what.startsWith('not ')).map(({ basis, what }) => [basis, what])).toEqual([
      ['attested', 'not after'],
      ['asserted', 'not before'],
    ]);
    const untrusted = await verified(bundle);
    expect(untrusted.code).toBe(0);
    expect(untrusted.out).toMatch(/^timestamps {2}.*, for which you gave no certificate \(--timestamp-ca\)$/m);
    expect(untrusted.out).not.toMatch(/^attested +not/m);
    const foreign = join(testAuthority({ name: 'another' }).folder, 'root.pem');
    const refused = await verified(bundle, '--timestamp-ca', foreign);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('✗ opened.tsr: it is by an authority that the given certificates do not vouch for');
  });
});

describe('an authority that gives no stamp', () => {
  const failing = [
    ['refuses', (_, answer) => void answer.writeHead(403).end(), 'it answered with status 403', 1],
    ['is down', (_, answer) => void answer.writeHead(503).end(), 'it answered with status 503', 3],
    [
      'redirects',
      (_, answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'it answered with status 302',
      1,
    ],
    [
      'answers with something else',
      (_, answer) => void answer.writeHead(200).end('hello'),
      'its answer is no timestamp to rely on: it is not an answer of a timestamp authority (RFC 3161), or is damaged',
      1,
    ],
    [
      'never ends',
      (_, answer) => {
        answer.writeHead(200);
        const chunk = Buffer.alloc(16 * 1024);
        const more = (): void => void (answer.destroyed || answer.write(chunk, more));
        more();
      },
      'its answer is longer than 65536 bytes',
      1,
    ],
  ] as const satisfies readonly (readonly [string, Parameters<typeof serveAuthority>[1], string, number])[];
  it.each(failing)(
    '%s: ends 2, sends nothing to the target, and says what to do',
    async (_, answering, says, times) => {
      const broken = await serveAuthority(authority, answering);
      const { code, out, bundle } = await certified(broken.url);
      await broken.close();
      expect(code).toBe(2);
      const { origin } = new URL(broken.url);
      expect(out).toBe(
        `✗ No certificate was issued: the timestamp authority ${origin} gave no timestamp: ${says}; try again later, give another --timestamp, or leave it out. Nothing was sent to the target\n`,
      );
      expect(existsSync(bundle)).toBe(false);
      expect(broken.heard).toHaveLength(times);
    },
  );
  it('over the finished certificate: there is none, and the run is kept', async () => {
    const away = await serveAuthority(authority, (query, answer, nth) => {
      if (nth === 1) answer.writeHead(200).end(authority.answer(query));
      else answer.writeHead(403).end();
    });
    const { code, out, bundle } = await certified(away.url);
    await away.close();
    expect(code).toBe(2);
    expect(out).toMatch(/✗ No certificate was issued: the timestamp authority .* What was judged is in \//);
    expect(existsSync(join(bundle, 'certificate.json'))).toBe(false);
    expect(existsSync(join(bundle, '..', 'report.html'))).toBe(true);
  });
  it('for a moment is asked again', async () => {
    const late = await serveAuthority(authority, (query, answer, nth) => {
      if (nth === 1) answer.destroy();
      else answer.writeHead(200).end(authority.answer(query));
    });
    const { code } = await certified(late.url);
    await late.close();
    expect([code, late.heard.length]).toEqual([0, 3]);
  });
});

describe('a mistake on the command line ends 3', () => {
  const withCa = (text: string): string => {
    const file = join(emptyFolder(), 'ca.pem');
    writeFileSync(file, text);
    return file;
  };
  it.each([
    ['no URL', ['--timestamp', 'freetsa'], '--timestamp is not the URL of a timestamp authority'],
    ['a password', ['--timestamp', 'http://me:secret@127.0.0.1:1/'], '--timestamp holds a user name or a password'],
    ['a seed', ['--timestamp', 'http://127.0.0.1:1/', '--seed', '7'], '--timestamp decides the seed of the run'],
  ])('of certify: %s', async (_, more, says) => {
    const { code, out, err } = await assay(['certify', '--embedded', '--key', keys.key, ...more]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(err).not.toContain('secret');
  });
  it.each([
    ['no file', 'nowhere.pem', '--timestamp-ca nowhere.pem cannot be read'],
    ['no certificate', withCa('nothing'), 'holds no certificate in PEM, or one that is damaged'],
    [
      'a damaged one',
      withCa(`-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      'or one that is damaged',
    ],
  ])('of verify: %s', (_, file, says) => {
    expect(() => readAuthorities(file)).toThrow(says);
  });
});
