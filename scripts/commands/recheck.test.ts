import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StatusList } from '../../conformance/contract/formats/status.ts';
import { readStatusList } from '../../conformance/evidence/status/status-list.ts';
import {
  withClaims,
  copyOf,
  newKeys,
  publicKeyIn,
  signAgain,
  statementIn,
  type KeyFiles,
} from '../certificate/certificates.testing.ts';
import { forgeBundle } from '../certificate/forged.testing.ts';
import { assay, emptyFolder, serve, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

const failing = 'voices.list/says-json';
const fault = 'voices-content-type-text';

let keys: KeyFiles;
let bundle: string;
let target: string;
beforeAll(async () => {
  keys = await newKeys();
  const [service, out] = [await serve(), emptyFolder()];
  target = service.url;
  const means = ['--target', target, '--token', service.token];
  await assay(['check', ...means, '--profile', 'public', '--out', out]);
  await service.stop();
  bundle = await forgeBundle(out, keys, { profile: 'public' });
}, 120_000);

const recheck = (status: string, ...more: readonly string[]): Promise<CommandOutput> =>
  assay(['recheck', bundle, '--key', keys.key, '--status', status, ...more]);
/** Where the service of the certificate was, with these flags. */
const servedAgain = (...flags: readonly string[]) => serve('--port', new URL(target).port, ...flags);
const newStatus = (): string => join(emptyFolder(), 'status.json');

function listIn(file: string): StatusList {
  const read = readStatusList(readFileSync(file, 'utf8'), publicKeyIn(keys));
  if (read.is === 'refused') throw new Error(read.because);
  expect(schemaErrors('status', read.list)).toEqual([]);
  return read.list;
}

describe('assay recheck', { timeout: 120_000 }, () => {
  it('moves the status with what the service does: active, degraded while it is away, active, revoked for ever', async () => {
    const status = newStatus();
    const up = await servedAgain();
    const first = await recheck(status);
    await up.stop();
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/\n✓ active: (\d+) of \1 MUST checks passed again \(for the first time\)\n/);
    const away = await recheck(status);
    expect(away.code).toBe(2);
    expect(away.out).toMatch(/\n\? degraded: it could not be confirmed: .*; it expires at 20.* \(before: active\)\n/);
    const back = await servedAgain();
    expect((await recheck(status)).code).toBe(0);
    await back.stop();
    const broken = await servedAgain('--fault', fault);
    const found = await recheck(status);
    await broken.stop();
    expect(found.code).toBe(1);
    expect(found.out).toContain(`\n✗ revoked: a MUST fails: ${failing} (before: active)\n`);
    const [entry] = listIn(status).certificates;
    expect(entry).toMatchObject({ target, profile: 'public', is: 'revoked' });
    expect(entry?.history.map(({ is }) => is)).toEqual(['active', 'degraded', 'active', 'revoked']);
    expect(entry?.history.at(-1)?.rechecked?.failed).toEqual([failing]);
    const healed = await servedAgain();
    const late = await recheck(status);
    await healed.stop();
    expect(late).toMatchObject({ code: 1, err: '' });
    expect(late.out).toContain('a revoked certificate stays revoked; nothing was sent');
  });

  it('revokes by hand with the reason, and sends nothing', async () => {
    const status = newStatus();
    const { code, out } = await recheck(status, '--revoke', 'the service was replaced');
    expect(code).toBe(1);
    expect(out).toContain('✗ revoked: the service was replaced');
    expect(listIn(status).certificates[0]?.history).toHaveLength(1);
  });

  it('revokes one whose bundle was changed, and expires one whose time is over', async () => {
    const status = newStatus();
    const changed = copyOf(bundle);
    writeFileSync(join(changed, 'run.json'), '{}');
    const first = await assay(['recheck', changed, '--key', keys.key, '--status', status]);
    expect(first.code).toBe(1);
    expect(first.out).toContain('✗ revoked: the bundle of the certificate does not verify: run.json was changed');
    const old = copyOf(bundle);
    const { judgedAt } = statementIn(old).predicate.assay;
    const over = new Date(Date.parse(judgedAt) + 1).toISOString();
    const validity = { notBefore: judgedAt, notAfter: over };
    await signAgain(old, keys, (statement) => withClaims(statement, { validity }));
    const second = await assay(['recheck', old, '--key', keys.key, '--status', status]);
    expect(second.code).toBe(1);
    expect(second.out).toContain(`✗ expired: its validity ended at ${over}`);
    expect(listIn(status).certificates.map(({ is }) => is)).toEqual(['revoked', 'expired']);
  });

  it('takes the limits of a run', async () => {
    const status = newStatus();
    const up = await servedAgain();
    const { code } = await recheck(status, '--time', '30s', '--max-credits', '1');
    await up.stop();
    expect(code).toBe(0);
    const [entry] = listIn(status).certificates;
    expect(entry?.history[0]?.rechecked?.failed).toEqual([]);
  });
});

describe('the credentials of a recheck', { timeout: 120_000 }, () => {
  /** What came to the place of the service, as their authorization. */
  async function heard(args: readonly string[], env: Readonly<Record<string, string>>) {
    const seen: (string | undefined)[] = [];
    const spy = createServer(({ headers }, answer) => {
      seen.push(headers.authorization);
      answer.writeHead(503).end();
    });
    await new Promise<void>((listens) => spy.listen(Number(new URL(target).port), '127.0.0.1', listens));
    const said = await assay(['recheck', ...args, '--key', keys.key, '--status', newStatus()], { env });
    spy.closeAllConnections();
    await new Promise((closed) => spy.close(closed));
    return { ...said, seen };
  }
  /** One whose checks need the token. */
  const freeBundle = async (): Promise<string> => {
    const [service, out] = [await servedAgain(), emptyFolder()];
    const means = ['--target', target, '--token', service.token];
    await assay(['check', ...means, '--profile', 'free', '--out', out]);
    await service.stop();
    return forgeBundle(out, keys, { profile: 'free' });
  };
  const elsewhere = { ASSAY_TARGET: 'http://127.0.0.1:1', ASSAY_TOKEN: 'of-another-service' };

  it('do not go to a service that the bundle names where the environment names another', async () => {
    const free = await freeBundle();
    const refused = await heard([free], elsewhere);
    expect(refused).toMatchObject({ code: 3, out: '', seen: [] });
    expect(refused.err).toContain(
      `the certificate is about ${target}, and ASSAY_TARGET is http://127.0.0.1:1: what is set for that service (token) is not sent to another one`,
    );
    expect(refused.err).toContain(`or give --target ${target}`);
    for (const [more, env] of [
      [['--target', target], elsewhere],
      [['--token', 'of-another-service'], { ASSAY_TARGET: elsewhere.ASSAY_TARGET }],
      [[], { ...elsewhere, ASSAY_TARGET: target }],
    ] as const)
      expect((await heard([free, ...more], env)).seen).toContain('Bearer of-another-service');
  });

  it('go nowhere where no check of the certificate needs them', async () => {
    const { code, seen } = await heard([bundle], elsewhere);
    expect(code).toBe(2);
    expect(new Set(seen)).toEqual(new Set([undefined]));
  });
});

describe('a mistake on the command line of recheck ends 3, and leaves the list as it is', () => {
  const others = async (): Promise<string> => {
    const status = newStatus();
    const { key } = await newKeys();
    await assay(['recheck', bundle, '--key', key, '--signer', keys.pub, '--status', status, '--revoke', 'so']);
    return status;
  };
  it.each([
    ['no bundle', async () => [emptyFolder()], 'is not a bundle'],
    ['a list of somebody else', async () => [bundle, '--status', await others()], 'is no valid status list'],
    ['another service', async () => [bundle, '--target', 'http://127.0.0.1:1'], 'or leave it out'],
    [
      'another signer',
      async () => [bundle, '--signer', (await newKeys()).pub],
      'give --signer FILE, the public key of the signer',
    ],
  ] as const)('%s', async (_, argsOf, says) => {
    const given = await argsOf();
    const at = given.indexOf('--status');
    const status = at < 0 ? newStatus() : (given[at + 1] ?? '');
    const before = existsSync(status) ? readFileSync(status, 'utf8') : undefined;
    const more = at < 0 ? ['--status', status] : [];
    const { code, out, err } = await assay(['recheck', ...given, '--key', keys.key, ...more]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(existsSync(status) ? readFileSync(status, 'utf8') : undefined).toBe(before);
  });
});
