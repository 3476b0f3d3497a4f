import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StatusEntry } from '../../conformance/contract/formats/status.ts';
import type { VerificationResult } from '../../conformance/contract/formats/verification.ts';
import { nextStatus, type Recheck } from '../../conformance/evidence/status/next-status.ts';
import { statusListText } from '../../conformance/evidence/status/status-list.ts';
import { version } from '../package/version.ts';
import { assay, emptyFolder, serve, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { newKeys, privateKeyIn, statementIn, type KeyFiles } from './certificates.testing.ts';
import { forgeBundle } from './forged.testing.ts';

const rechecked = { passed: 8, of: 8, failed: [], inconclusive: [] };
const confirmed: Recheck = { is: 'confirmed', rechecked };
const away: Recheck = { is: 'inconclusive', because: 'it was away', rechecked };
const failed: Recheck = { is: 'failed', rechecked: { ...rechecked, failed: ['voices.list/says-json'] } };
const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

let keys: KeyFiles;
let others: KeyFiles;
let bundle: string;
beforeAll(async () => {
  [keys, others] = await Promise.all([newKeys(), newKeys()]);
  const [service, out] = [await serve(), emptyFolder()];
  await assay(['check', '--target', service.url, '--token', service.token, '--profile', 'public', '--out', out]);
  await service.stop();
  bundle = await forgeBundle(out, keys, { profile: 'public' });
}, 120_000);

/** What a list says of the certificate after these checks of it, each so many days ago. */
function entryAfter(...checks: readonly (readonly [Recheck, days: number])[]): StatusEntry {
  const { target, profile, validity } = statementIn(bundle).predicate.assay;
  const certificate = createHash('sha256')
    .update(readFileSync(join(bundle, 'certificate.json')))
    .digest('hex');
  const known = { certificate, target, profile, notAfter: validity.notAfter };
  const all = checks.reduce<StatusEntry | undefined>(
    (before, [recheck, days]) => nextStatus(before, known, recheck, daysAgo(days).toISOString()),
    undefined,
  );
  if (all === undefined) throw new Error('no check, no entry');
  return all;
}

/** A list with this one entry, in a folder of its own. */
function listOf(entry: StatusEntry, { days = 0, by = keys, folder = emptyFolder() } = {}): string {
  const file = join(folder, 'status.json');
  writeFileSync(file, statusListText([], entry, { at: daysAgo(days), version, key: privateKeyIn(by) }));
  return file;
}

const verify = (...more: readonly string[]): Promise<CommandOutput> =>
  assay(['verify', bundle, '--key', keys.pub, ...more]);

describe('assay verify --status', () => {
  it.each([
    ['active', 'active', [[confirmed, 0]], {}, 0, / active since .*: 8 of 8 MUST checks passed again \(list of /],
    [
      'degraded',
      'degraded within its grace',
      [
        [confirmed, 2],
        [away, 0],
      ],
      {},
      0,
      / degraded since .*it was away/,
    ],
    [
      'expired',
      'degraded, and its grace is over',
      [[away, 8]],
      { days: 1 },
      1,
      /✗ it is expired by the status list: it could not/,
    ],
    [
      'revoked',
      'revoked',
      [
        [confirmed, 1],
        [failed, 0],
      ],
      {},
      1,
      /✗ it is revoked by the status list: a MUST fails: voices\.list/,
    ],
    [
      'active',
      'active by a list that is too old',
      [[confirmed, 8]],
      { days: 8 },
      2,
      /\? its status list is of .*, and the next/,
    ],
  ] as const)('says %s of a certificate that is %s', async (is, _, checks, made, code, says) => {
    const file = listOf(entryAfter(...checks), made);
    const said = await verify('--status', file);
    expect(said).toMatchObject({ code, err: '' });
    expect(said.out).toMatch(says);
    const { out } = await verify('--status', file, '--json');
    const result = JSON.parse(out) as VerificationResult;
    expect(schemaErrors('verification', result)).toEqual([]);
    expect({ exitCode: result.exitCode, rests: result.basis.length > 0 }).toEqual({
      exitCode: code,
      rests: code === 0,
    });
    expect(result.status?.is).toBe(is);
    const told = result.basis.filter(({ what }) => what === 'status').map(({ basis }) => basis);
    expect(told).toEqual(code === 0 ? ['attested'] : []);
  });

  it('takes a list that an editor saved with a byte order mark for the same list', async () => {
    const file = listOf(entryAfter([confirmed, 0]));
    writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
    const { code, out } = await verify('--status', file);
    expect({ code, is: /^status +active since/m.test(out) }).toEqual({ code: 0, is: true });
  });

  it('ends 2 where the list does not name it', async () => {
    const file = listOf({ ...entryAfter([confirmed, 0]), certificate: '0'.repeat(64) });
    const { code, out } = await verify('--status', file);
    expect({
      code,
      says: /^\? the status list .* does not list this certificate; assay recheck adds it$/m.test(out),
    }).toEqual({ code: 2, says: true });
  });

  it('takes the key of whoever keeps the list, where that is somebody else', async () => {
    const file = listOf(entryAfter([confirmed, 0]), { by: others });
    const { code, out } = await verify('--status', file, '--status-key', others.pub);
    expect({ code, is: /^status +active since/m.test(out) }).toEqual({ code: 0, is: true });
  });

  it.each([
    ['a list of somebody else', () => ['--status', listOf(entryAfter([confirmed, 0]), { by: others })], 'another key'],
    ['no such list', () => ['--status', join(emptyFolder(), 'status.json')], 'is not there'],
    ['a certificate in its place', () => ['--status', join(bundle, 'certificate.json')], 'is not a status list'],
    ['a key alone', () => ['--status-key', others.pub], '--status-key needs --status FILE'],
  ] as const)('ends 3, and says no verdict: %s', async (_, flagsOf, says) => {
    const { code, out, err } = await verify(...flagsOf());
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
  });
});

describe('assay report --certificates with a status list', () => {
  const page = async (entry: StatusEntry, made = {}) => {
    const folder = emptyFolder();
    cpSync(bundle, join(folder, 'ours'), { recursive: true });
    listOf(entry, { folder, ...made });
    const said = await assay(['report', '--certificates', folder, '--key', keys.pub]);
    return { said, folder };
  };
  const htmlIn = (folder: string): string => readFileSync(join(folder, 'index.html'), 'utf8');

  it('shows the status, its history and a badge of each service', async () => {
    const { said, folder } = await page(entryAfter([confirmed, 3], [away, 2], [confirmed, 0]));
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('Valid certificate: ours');
    expect(said.out).toContain('1 certified implementation\n');
    const html = htmlIn(folder);
    expect(html).toContain('8 of 8 MUST checks passed again');
    expect(html).toContain('it could not be confirmed: it was away');
    const badges = join(folder, 'badges');
    const [badge = ''] = readdirSync(badges);
    const svg = readFileSync(join(badges, badge), 'utf8');
    expect(svg).toContain('valid until');
    // That of a service whose bundle was removed goes too, and nothing else.
    writeFileSync(join(badges, 'removed.example.svg'), svg);
    writeFileSync(join(badges, 'logo.svg'), '<svg/>');
    expect((await assay(['report', '--certificates', folder, '--key', keys.pub])).code).toBe(0);
    expect(readdirSync(badges).toSorted()).toEqual([badge, 'logo.svg'].toSorted());
  });

  it('certifies nothing that is revoked, or that an old list calls active', async () => {
    const revoked = await page(entryAfter([confirmed, 1], [failed, 0]));
    expect(revoked.said.out).toContain('Not valid: ours');
    expect(htmlIn(revoked.folder)).toContain('a MUST fails: voices.list/says-json');
    const old = await page(entryAfter([confirmed, 9]), { days: 9 });
    expect(old.said.out).toContain('Cannot be judged: ours');
    expect(old.said.out).toContain('0 certified implementations, and 1 bundle not certified');
  });

  it('shows no service as valid by a bundle that the list does not name, and says the same as verify', async () => {
    const folder = emptyFolder();
    cpSync(bundle, join(folder, 'older'), { recursive: true });
    const file = listOf({ ...entryAfter([failed, 0]), certificate: '0'.repeat(64) }, { folder });
    const { code, out } = await assay(['report', '--certificates', folder, '--key', keys.pub]);
    expect(code).toBe(0);
    expect(out).toContain('Cannot be judged: older');
    const says = 'does not list this certificate; assay recheck adds it';
    expect(htmlIn(folder)).toContain(says);
    expect((await verify('--status', file)).out).toContain(says);
    const [badge = ''] = readdirSync(join(folder, 'badges'));
    expect(readFileSync(join(folder, 'badges', badge), 'utf8')).toContain('cannot be judged');
  });

  it('takes the list from its keeper alone, who signs no certificate by that', async () => {
    const { folder } = await page(entryAfter([confirmed, 1], [failed, 0]), { by: others });
    const report = (...flags: readonly string[]) => assay(['report', '--certificates', folder, ...flags]);
    const both = await report('--key', keys.pub, '--key', others.pub);
    expect(both).toMatchObject({ code: 3, out: '' });
    expect(both.err).toContain('give --status-key FILE, the public key of whoever keeps it');
    const kept = await report('--key', keys.pub, '--status-key', others.pub);
    expect(kept).toMatchObject({ code: 0, err: '' });
    expect(htmlIn(folder)).toContain('it is revoked by the status list: a MUST fails: voices.list');
    const swapped = await report('--key', others.pub, '--status-key', keys.pub);
    expect(swapped).toMatchObject({ code: 3, out: '' });
    expect(swapped.err).toContain('is no valid status list');
  });

  it('ends 3, and writes no page, with a list of somebody else', async () => {
    const { said, folder } = await page(entryAfter([confirmed, 0]), { by: others });
    expect(said).toMatchObject({ code: 3, out: '' });
    expect(said.err).toContain('is no valid status list');
    expect(readdirSync(folder).toSorted()).toEqual(['ours', 'status.json']);
  });
});

/** What was revoked would be forgotten, if a list whose place is taken were begun anew. */
it('no command takes a link to nowhere for a list that was not begun yet', async () => {
  const file = join(emptyFolder(), 'status.json');
  symlinkSync('an-unmounted-disk', file);
  const own = ['--key', keys.key, '--status', file, '--revoke', 'so'];
  for (const args of [
    ['verify', bundle, '--key', keys.pub, '--status', file],
    ['recheck', bundle, ...own],
  ]) {
    const { code, out, err } = await assay(args);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('cannot be read');
  }
});
