import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { answered, unanswered } from '../../expect/sample-exchange.testing.ts';
import { checksNamed, judgedAt, verdictsIn } from '../../judged-at.testing.ts';
import { curlOf } from '../curl.ts';
import { createHangs } from '../hangs.ts';
import { isWorthRetrying, weatherOf } from '../weather.ts';

const open: (Server | RunningService)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const each of open.splice(0)) await each.close();
});

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"voices":[]}';

/** A server by hand that answers what is short, and hangs up on what is long. */
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

describe('a call that is sent raw', () => {
  it('may be answered by hanging up where its probe says so, and is then not sent again', async () => {
    const checks = checksNamed('transport.requests/huge-header-is-no-server-error');
    const { findings, exchanges } = await judgedAt(await impatient(), checks);
    expect(verdictsIn(findings)).toEqual(['pass']);
    expect(exchanges.filter(({ probe }) => probe.includes('KiB')).map(({ attempt }) => attempt)).toEqual([1]);
  });
  it('is recorded as it was sent, with its secrets and the fields of the caller masked', async () => {
    const service = await startService();
    open.push(service);
    const { exchanges, findings } = await judgedAt(
      service.url,
      checksNamed('transport.requests/chunked-body-is-accepted'),
      { token: service.token, headers: [['X-Own', 'a-secret']] },
    );
    expect(verdictsIn(findings)).toEqual(['pass']);
    const raw = exchanges.find(({ request }) => request.raw !== undefined)?.request.raw ?? '';
    expect(raw).toContain('authorization: Bearer ${ASSAY_TOKEN}\r\n');
    expect(raw).toContain('X-Own: ***\r\n');
    expect(raw).not.toContain(service.token);
  });
  it('is not sent through a proxy, which would rewrite it', async () => {
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    vi.stubEnv('no_proxy', '');
    const [check] = checksNamed('transport.http/refusals-are-framed-one-way');
    const { findings } = await judgedAt('http://far.test', check === undefined ? [] : [check]);
    expect(verdictsIn(findings)).toEqual(['inconclusive: not sent: a proxy would rewrite what is sent byte by byte']);
  });
  it('is shown as a line for a plain connection', () => {
    const exchange = answered();
    const raw = 'GET / HTTP/1.1\r\nA: \\ ${ASSAY_TOKEN}\r\n\r\n';
    const line = (url: string, text = raw) => curlOf({ ...exchange, request: { ...exchange.request, url, raw: text } });
    expect(line('http://h.test/v1/x')).toBe(
      String.raw`printf '%b' 'GET / HTTP/1.1\r\nA: \\ '"` + '${ASSAY_TOKEN}' + String.raw`"'\r\n\r\n' | nc h.test 80`,
    );
    expect(line('https://h.test:8443/', 'x')).toBe("printf '%b' 'x' | openssl s_client -quiet -connect h.test:8443");
    expect(line('http://h.test/', 'x'.repeat(5_000))).toBe('nc h.test 80 < raw-request-of-the-exchange');
  });
});

describe('silence that is judged', () => {
  const silent = (because: 'dropped' | 'timeout' | 'refused', silence: 'closing' | 'any') => {
    const exchange = unanswered(because);
    return { ...exchange, request: { ...exchange.request, silence } };
  };
  it.each([
    ['dropped', 'closing', 'judge'],
    ['timeout', 'closing', 'silence'],
    ['timeout', 'any', 'judge'],
    ['refused', 'any', 'outage'],
  ] as const)('%s where it is %s: %s', (because, silence, weather) => {
    const exchange = silent(because, silence);
    expect(weatherOf(exchange, false).is).toBe(weather);
    expect(isWorthRetrying(exchange, false)).toBe(weather !== 'judge');
  });
  it('of raw bytes says nothing of the operation', () => {
    const hangs = createHangs();
    const exchange = { ...unanswered('timeout', 'chat'), attempt: 2 };
    hangs.note({ ...exchange, request: { ...exchange.request, raw: 'GET' } });
    expect(hangs.reasonToSkip('chat')).toBeUndefined();
    hangs.note(exchange);
    expect(hangs.reasonToSkip('chat')).toBe('not sent: chat hung twice before, at probe#1');
  });
});
