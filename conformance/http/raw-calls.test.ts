import { createSecureServer } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { certificate } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { unanswered } from '../expectations/sample-exchange.testing.ts';
import { checks } from '../index.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../judged-at.testing.ts';
import { classify } from '../classification/classify.ts';
import { isWorthRetrying } from '../classification/retrying.ts';

const open: (Server | RunningService)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const each of open.splice(0)) await each.close();
});

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"voices":[]}';

/** A raw server that answers short requests, and hangs up on long ones. */
async function impatient(): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => (data.length > 4_000 ? socket.destroy() : socket.write(ok)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refusal = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n';

/**
 * A proxy whose tunnels all lead to this port. Without a port it makes no tunnel, and answers all other requests
 * itself.
 */
async function tunnelling(
  port: number | undefined,
): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      asked.push(head.toString('latin1').trim());
      const isTunnel = head.toString('latin1').startsWith('CONNECT ');
      if (port === undefined) return void socket.end(isTunnel ? refusal : ok);
      const onward = connect(port, '127.0.0.1');
      for (const each of [socket, onward])
        each.on('error', () => undefined).on('close', () => (socket.destroy(), onward.destroy()));
      if (isTunnel) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      else onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('a call that is sent raw', () => {
  it('may be answered by hanging up where its probe says so, and is then not sent again', async () => {
    const checks = checksNamed('transport.requests/huge-header-is-no-server-error');
    const { findings, exchanges } = await judgeTarget(await impatient(), checks);
    expect(verdictsIn(findings)).toEqual(['pass']);
    expect(exchanges.filter(({ probe }) => probe.includes('KiB')).map(({ attempt }) => attempt)).toEqual([1]);
  });
  it('is recorded as it was sent, with its secrets and the fields of the caller masked', async () => {
    const service = await startService();
    open.push(service);
    const { exchanges, findings } = await judgeTarget(
      service.url,
      checksNamed('transport.requests/chunked-body-is-accepted'),
      { token: service.token, headers: [['X-Own', 'a-secret']] },
    );
    expect(verdictsIn(findings)).toEqual(['pass']);
    const raw = exchanges.find(({ request }) => request.raw !== undefined)?.request.raw ?? '';
    expect(raw).toMatch(/^authorization: Bearer +\$\{ASSAY_TOKEN\}\r$/im);
    expect(raw).toContain('X-Own: ***\r\n');
    expect(raw).not.toContain(service.token);
  });
  it('has a field of the caller in the place of its own, and none where it means to have none', async () => {
    const heads: string[] = [];
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        heads.push(data.toString('latin1'));
        socket.write(ok);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push(server);
    const headers = [
      ['Host', 'tenant.test'],
      ['user-agent', 'pipeline'],
      ['X-Own', 'more'],
    ] as const;
    const ids = ['http-1.0-gets', 'missing-host'].flatMap((word) => checks.filter(({ id }) => id.includes(word)));
    const own = [...checksNamed('voices.list/needs-no-token'), ...ids];
    const port = (server.address() as AddressInfo).port;
    const { exchanges } = await judgeTarget(`http://127.0.0.1:${port}`, own, { headers });
    const hostsIn = (head: string): readonly string[] => head.match(/^host: .*$/gim) ?? [];
    expect(heads.map((head) => hostsIn(head).map((line) => line.toLowerCase()))).toEqual(
      heads.map((head) => (/^GET \S+ HTTP\/1.1\r\nx-request-id/.test(head) ? [] : ['host: tenant.test'])),
    );
    expect(heads.filter((head) => hostsIn(head).length === 0)).toHaveLength(1);
    for (const head of heads) {
      expect(head.match(/^user-agent: .*$/gim)).toEqual(['user-agent: pipeline']);
      expect(head.match(/^x-own: more$/gim)).toHaveLength(1);
    }
    expect(exchanges.flatMap(({ request }) => hostsIn(request.raw ?? ''))).not.toContain('Host: tenant.test');
  });
  it('is tunnelled through a proxy, with all else that goes there', async () => {
    const service = await startService();
    const proxy = await tunnelling(Number(new URL(service.url).port));
    open.push(service);
    vi.stubEnv('http_proxy', proxy.url.replace('//', '//me:pass%40word@'));
    vi.stubEnv('no_proxy', '');
    const checks = checksNamed('transport.http/refusals-are-framed-one-way', 'voices.list/needs-no-token');
    const { findings } = await judgeTarget('http://far.test:81', checks, { token: service.token });
    expect(verdictsIn(findings)).toEqual(['pass', 'pass']);
    const credentials = Buffer.from('me:pass@word').toString('base64');
    expect(proxy.asked).toContain(
      `CONNECT far.test:81 HTTP/1.1\r\nHost: far.test:81\r\nProxy-Authorization: Basic ${credentials}`,
    );
  });
  it('is not sent where the proxy makes no tunnel, and that is asked once', async () => {
    const proxy = await tunnelling(undefined);
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    const ids = ['transport.http/bodies-are-not-cut-short', 'transport.requests/huge-header-is-no-server-error'];
    const { findings } = await judgeTarget('http://far.test', checksNamed(...ids), { concurrency: 1 });
    const words = 'notApplicable: raw requests cannot reach it:';
    const refused = `${words} the proxy opens no tunnel: CONNECT was answered with 403`;
    expect(verdictsIn(findings)).toEqual([refused, refused]);
    expect(proxy.asked.filter((head) => head.startsWith('CONNECT'))).toHaveLength(1);
  });
  it('is not applicable to a target that speaks HTTP/2 only', async () => {
    const server = createSecureServer(certificate, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"voices":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() } as RunningService);
    const ids = ['voices.list/needs-no-token', 'transport.requests/huge-header-is-no-server-error'];
    const { findings } = await judgeTarget(
      `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      checksNamed(...ids),
      { http2: true, ca: certificate.cert },
    );
    expect(verdictsIn(findings)).toEqual([
      'pass',
      'notApplicable: raw requests cannot reach it: it speaks no HTTP/1.1',
    ]);
  });
});

describe('silence that is judged', () => {
  const silent = (because: 'dropped' | 'timeout' | 'refused', silence: 'closing' | 'any') => {
    const exchange = unanswered(because);
    return { ...exchange, request: { ...exchange.request, noResponse: silence } };
  };
  it.each([
    ['dropped', 'closing', 'judgeable'],
    ['timeout', 'closing', 'noResponse'],
    ['timeout', 'any', 'judgeable'],
    ['refused', 'any', 'outage'],
  ] as const)('%s where it is %s: %s', (because, silence, classification) => {
    const exchange = silent(because, silence);
    expect(classify(exchange).is).toBe(classification);
    expect(isWorthRetrying(exchange)).toBe(classification !== 'judgeable');
  });
});
