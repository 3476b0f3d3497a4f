import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificate } from '../../fixtures/hostile/certificate.ts';
import { startHostile, type HostileKind } from '../../fixtures/hostile/index.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { doctorText, doctorView, type DoctorView, type Diagnostic } from '../../reports/doctor.ts';
import { certificateDiagnostic } from '../doctor/connection.ts';
import { calibrationDiagnostic, goDiagnostic, timestampsDiagnostic } from '../doctor/load-tools.ts';
import { clockDiagnostic, coresDiagnostic, limitDiagnostics } from '../doctor/machine.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

type Options = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };
type Seen = {
  readonly code: number | null;
  readonly said: string;
  readonly look: (id: string) => Diagnostic | undefined;
};

async function doctor(args: readonly string[], options: Options = {}): Promise<Seen> {
  const { code, out, err } = await assay(['doctor', '--json', ...args], options);
  expect(err).toBe('');
  const view = JSON.parse(out) as DoctorView;
  expect(schemaErrors('doctor', view)).toEqual([]);
  expect(view.exitCode).toBe(code);
  return { code, said: out, look: (id) => view.looks.find((each) => each.id === id) };
}

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:1';

describe('assay doctor', () => {
  it('finds all that a check needs, and says a line for each thing', async () => {
    const { url, token, provisioner, stop } = await serve();
    const flags = ['--target', url, '--token', token, '--provisioner', provisioner];
    const { code, look, said } = await doctor(flags);
    const { out } = await assay(['doctor', ...flags]);
    await stop();
    expect(code).toBe(0);
    expect(look('target')).toMatchObject({ is: 'ok', found: url });
    expect(look('connection')).toMatchObject({ is: 'ok' });
    expect(look('answers')).toMatchObject({ is: 'ok', found: expect.stringContaining('status 200') as string });
    expect(look('token')).toMatchObject({ is: 'ok', found: expect.stringMatching(/with \d+ bots?$/) as string });
    expect(look('provisioner')?.found).toMatch(/not asked/);
    expect(out).toMatch(/^✓ node {2,}\d+\./);
    expect(out).toMatch(/\n✓ A check can run\n$/);
    for (const text of [said, out]) expect(text).not.toContain(token);
  });

  it('asks about the base URL where a page answers for the list of voices', async () => {
    const page = createHttpServer((_, response) => void response.end('<!doctype html><p>Welcome')).listen(
      0,
      '127.0.0.1',
    );
    await once(page, 'listening');
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const { code, look } = await doctor(['--target', url]);
    page.close();
    expect(code).toBe(0);
    expect(look('answers')).toMatchObject({
      is: 'note',
      found: 'status 200 to GET /v1/audio/voices without a token, and no JSON in it',
      todo: 'is the base URL right? A list of voices is JSON',
    });
  });

  it.skipIf(k6IsMissing || process.platform !== 'linux')('has k6 say whether the kernel timestamps', async () => {
    expect((await doctor(['--timeout', '60s'])).look('kernel timestamps')).toMatchObject({ is: 'ok' });
  });

  it('looks for k6 where load would', async () => {
    const env = { XDG_CACHE_HOME: emptyFolder(), XDG_STATE_HOME: emptyFolder() };
    const { code, look } = await doctor([], { env });
    expect(code).toBe(0);
    expect(look('k6')).toMatchObject({ is: 'note', found: 'not built yet' });
    expect(look('kernel timestamps')).toMatchObject({ is: 'note' });
    expect(look('calibration')).toMatchObject({ is: 'note', found: 'none for this machine' });
  });

  it('says who asks, unless a header says it', async () => {
    const hostile = await startHostile('server error');
    await doctor(['--target', hostile.url, '--token', 'tok-1']);
    await doctor(['--target', hostile.url, '--token', 'tok-1', '--header', 'user-agent: gate']);
    await hostile.close();
    const agents = hostile.requests.map(({ headers }) => String(headers['user-agent']).replace(/\/.*/, ''));
    expect(agents).toEqual(['assay', 'assay', 'gate', 'gate']);
    expect(new Set(hostile.requests.map(({ headers }) => headers['x-request-id'])).size).toBe(4);
  });

  it.each([
    ['nobody listens', nowhere, /ECONNREFUSED/],
    ['the name is not known', 'http://no-such-host.invalid', /ENOTFOUND|EAI_AGAIN/],
  ])('misses the target where %s', async (_, target, found) => {
    const { code, look } = await doctor(['--target', target]);
    expect(code).toBe(2);
    expect(look('connection')).toMatchObject({ is: 'missing', found: expect.stringMatching(found) as string });
    expect(look('answers')).toBeUndefined();
  });

  it('waits no longer than it is told for a target that never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const { code, look } = await doctor(['--target', `http://127.0.0.1:${port}`, '--timeout', '300ms']);
    const tls = await doctor(['--target', `https://127.0.0.1:${port}`, '--timeout', '300ms']);
    silent.close();
    expect(code).toBe(2);
    expect(look('answers')).toMatchObject({ is: 'missing', found: expect.stringContaining('timeout') as string });
    expect(tls.look('TLS')).toMatchObject({ is: 'missing', found: 'no answer within 0.3 s' });
  });

  it.each<[HostileKind, RegExp]>([
    ['unavailable', /^status 503 .*: not available now$/],
    ['too many requests, wait an hour', /^status 429 .*: not available now$/],
    ['endless slow body', /^status 200 .*, but the answer did not end within 0\.3 s$/],
  ])('misses the answers of a target that is dead: %s', async (kind, found) => {
    const hostile = await startHostile(kind);
    const { code, look } = await doctor(['--target', hostile.url, '--timeout', '300ms']);
    await hostile.close();
    expect(code).toBe(2);
    expect(look('answers')).toMatchObject({ is: 'missing', found: expect.stringMatching(found) as string });
    expect(look('answers')?.todo?.includes('a longer --timeout')).toBe(kind === 'endless slow body');
  });

  it('looks at the certificate, with the authority that is given', async () => {
    const { url, stop } = await serve();
    const hostile = await startHostile('server error', { tls: true, behind: url, on: () => false });
    const ca = join(emptyFolder(), 'ca.pem');
    writeFileSync(ca, certificate.cert);
    const untrusted = await doctor(['--target', hostile.url]);
    const trusted = await doctor(['--target', hostile.url, '--ca', ca]);
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'tokn: 1\n');
    const beside = await doctor(['--target', hostile.url, '--ca', ca], { cwd });
    await Promise.all([hostile.close(), stop()]);
    expect(untrusted.code).toBe(2);
    expect(untrusted.look('TLS')).toMatchObject({ is: 'missing', todo: expect.stringContaining('--ca') as string });
    expect(trusted.look('TLS')).toMatchObject({ is: 'ok', found: expect.stringContaining('valid until 2') as string });
    expect(trusted.look('answers')).toMatchObject({ is: 'ok' });
    // A mistake in assay.yaml is none of the certificate's.
    expect(beside.look('TLS')).toMatchObject({ is: 'ok' });
  });

  it('tells a refused token from one that nothing free can tell', async () => {
    const strict = await serve();
    const refused = await doctor(['--target', strict.url, '--token', 'token-of-nobody']);
    await strict.stop();
    expect(refused.code).toBe(2);
    expect(refused.look('token')).toMatchObject({ is: 'missing', found: 'refused: status 401 to GET /v1/bots' });
    expect(refused.said).not.toContain('token-of-nobody');
    const open = await serve('--variant', 'bots-public');
    const unknown = await doctor(['--target', open.url, '--token', open.token]);
    await open.stop();
    expect(unknown).toMatchObject({ code: 0 });
    expect(unknown.look('token')).toMatchObject({ is: 'note', found: expect.stringContaining('without') as string });
  });

  it('takes every flag of check, fuzz, load and certify, so that their command line can be asked about', async () => {
    const { url, token, otherToken, stop } = await serve();
    const target = ['--target', url, '--token', token, '--other-token', otherToken];
    const check = ['--only', 'speech.*', '--profile', 'all', '--strict', 'http', '--resume', 'x', '--format', 'har'];
    const load = ['--rate', '5', '--concurrency', '1,2', '--no-canary', '--slo', 'ttft.p95<1s', '--bot', 'any'];
    const { code, look } = await doctor([...target, ...check, ...load, '--runs', '5', '--key', 'k']);
    const refused = await doctor(['--target', url, '--token', token, '--other-token', 'of-nobody-0123456']);
    const same = await doctor(['--target', url, '--token', token, '--other-token', token]);
    await stop();
    expect(code).toBe(0);
    expect(look('other token')).toMatchObject({ is: 'ok', found: 'accepted: status 200 to GET /v1/bots' });
    expect(refused.look('other token')).toMatchObject({ is: 'note', found: 'refused: status 401 to GET /v1/bots' });
    expect(same.look('other token')).toMatchObject({ is: 'missing' });
  });

  it('asks the provisioner only where it is asked to, and repeats nothing of a command', async () => {
    const { url, provisioner, stop } = await serve();
    const made = await doctor(['--target', url, '--provisioner', provisioner, '--provision']);
    const command = "ADMIN=very-secret sh -c 'exit 7'";
    const failed = await doctor(['--target', url, '--provisioner', command, '--provision']);
    const none = await doctor(['--target', url, '--provision']);
    await stop();
    expect(made.look('provisioner')).toMatchObject({ is: 'ok', found: 'a URL, made a workspace, and took it back' });
    expect(failed).toMatchObject({ code: 2 });
    expect(failed.look('provisioner')).toMatchObject({ found: expect.stringContaining('exit code 7') as string });
    expect(failed.said).not.toContain('very-secret');
    expect(none.look('provisioner')).toMatchObject({ is: 'missing', found: 'none to ask' });
  });

  it('names what is wrong in assay.yaml, and goes on', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'tokn: 1\n');
    const { code, look } = await doctor([], { cwd });
    expect(code).toBe(2);
    expect(look('settings')).toMatchObject({ is: 'missing', found: expect.stringContaining('tokn is not') as string });
    expect(look('node')).toMatchObject({ is: 'ok' });
    writeFileSync(join(cwd, 'assay.yaml'), 'seed: 7\n');
    expect((await doctor([], { cwd })).look('assay.yaml')).toMatchObject({ is: 'ok', found: 'read' });
  });

  it('misses the target in CI, where the embedded service would need to be asked for', async () => {
    const { code, look } = await doctor([], { env: { CI: 'true' } });
    expect(look('target')).toBeUndefined();
    expect(code).toBe(2);
    expect(look('settings')).toMatchObject({ found: expect.stringContaining('no target was given') as string });
    expect((await doctor(['--target', nowhere], { env: { CI: 'true' } })).look('settings')).toBeUndefined();
  });

  it('names a proxy without its password', async () => {
    const env = { HTTP_PROXY: 'http://user:very-secret@127.0.0.1:1' };
    const { look, said } = await doctor(['--target', 'http://staging.test', '--timeout', '1s'], { env });
    expect(look('proxy')).toMatchObject({ found: 'http_proxy 127.0.0.1:1; the target is reached through it' });
    expect(look('connection')).toMatchObject({ is: 'ok', found: expect.stringContaining('through a proxy') as string });
    expect(said).not.toContain('very-secret');
  });

  it.each([
    [['--target', 'staging'], '--target is "staging"'],
    [['--timeout', 'soon'], '--timeout is "soon"'],
    [['--tokn', 'x'], "unknown option '--tokn'"],
  ])('takes %j for a mistake on the command line', async (flags, says) => {
    const { code, out, err } = await assay(['doctor', ...flags]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
  });
});

describe('what doctor makes of', () => {
  const day = 86_400_000;
  const now = Date.parse('2026-11-21T12:00:00Z');

  it('a certificate', () => {
    expect(certificateDiagnostic(now + 30 * day, undefined, now)).toMatchObject({ is: 'ok' });
    expect(certificateDiagnostic(now + 3 * day, undefined, now)).toMatchObject({
      is: 'note',
      todo: 'it ends in 3 days: renew it',
    });
    expect(certificateDiagnostic(now - day, 'CERT_HAS_EXPIRED', now)).toMatchObject({
      is: 'missing',
      found: 'the certificate is not trusted: CERT_HAS_EXPIRED, valid until 2026-11-20',
    });
  });
  const again = 'run doctor again on an idle machine';
  it('Go, which may be there if it gave no answer in time', () => {
    const silent = { is: 'noGo', because: '`go version` gave no answer in time', isUnknown: true } as const;
    expect(goDiagnostic(silent, false)).toMatchObject({ is: 'note', found: silent.because, todo: again });
    expect(goDiagnostic(silent, true).found).toBe(
      '`go version` gave no answer in time; it is not needed, as k6 is built',
    );
    expect(goDiagnostic({ is: 'noGo', because: 'Go was not found' }, true).found).toBe(
      'not found; it is not needed, as k6 is built',
    );
  });
  it('timestamps', () => {
    expect(timestampsDiagnostic(true, true)).toMatchObject({ is: 'ok' });
    expect(timestampsDiagnostic(false, true, 'linux')).toMatchObject({ is: 'note', found: 'the kernel gives none' });
    expect(timestampsDiagnostic(undefined, true, 'linux')).toMatchObject({
      found: 'k6 did not say in time',
      todo: again,
    });
    expect(timestampsDiagnostic(undefined, false, 'darwin')).toMatchObject({ found: 'on Linux only' });
  });
  it('a calibration', () => {
    expect(calibrationDiagnostic('2026-11-20T11:00:00Z', now)).toMatchObject({
      is: 'ok',
      found: '2026-11-20, 1 day old',
    });
    expect(calibrationDiagnostic('2026-01-01T00:00:00Z', now)).toMatchObject({ is: 'note' });
  });
  it('a clock', () => {
    expect(clockDiagnostic('tsc', 0.4)).toMatchObject({ is: 'ok' });
    expect(clockDiagnostic('hpet', 0)).toMatchObject({ is: 'note', found: 'hpet' });
    expect(clockDiagnostic('tsc', -3_000)).toMatchObject({
      is: 'note',
      found: expect.stringContaining('-3000 ms') as string,
    });
  });
  it('a small machine', () => {
    expect(coresDiagnostic(1)).toMatchObject({ is: 'note' });
    expect(limitDiagnostics({ ports: 100, fileHandles: 150 }).map(({ is }) => is)).toEqual(['note', 'note']);
    expect(limitDiagnostics({ ports: 28_000, fileHandles: 1_024 }).map(({ is }) => is)).toEqual(['ok', 'ok']);
    expect(limitDiagnostics({})[0]).toMatchObject({ is: 'note', found: 'not known on this system' });
  });
  it('hostile text: it is shown and cannot act', () => {
    const look: Diagnostic = { id: 'TLS', is: 'missing', found: 'a\u001b[2J\nb', todo: 'c\r' };
    const text = doctorText(doctorView([look]), { colour: false, width: 80 });
    expect(text).toBe('✗ TLS  a\\u{1b}[2J\\nb\n       → c\\r\n\n✗ Missing: TLS');
  });
});
