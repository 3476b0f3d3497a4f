import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record } from '../../../load/records/records.testing.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import { liveRunOf } from '../../../reports/live/live-run.testing.ts';
import { rememberSecret } from '../../input/known-secrets.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { mostStreams } from './event-streams.ts';
import { livePointHistory } from './history.ts';

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

describe('the live page', () => {
  let dashboard: Dashboard;
  let interrupts = 0;
  beforeAll(async () => {
    const target = 'https://chat.example/<b>';
    dashboard = await openDashboard({ scenario: 'stream', target, folder: '/f', interrupt: () => (interrupts += 1) });
  });
  afterAll(() => dashboard.close());

  /** As anything on this machine might ask; a header that is `undefined` is left out. */
  function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
    const { hostname, port } = new URL(dashboard.url);
    return new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
        let body = '';
        const { statusCode: status = 0, headers: answered } = response;
        // It would never end.
        if (answered['content-type'] === 'text/event-stream') {
          resolve({ status, headers: answered, body });
          asked.destroy();
          return;
        }
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status, headers: answered, body }));
      });
      asked.on('error', reject).end();
    });
  }
  const own = (): { readonly base: string; readonly origin: string } => {
    const { pathname, origin } = new URL(dashboard.url);
    return { base: pathname, origin };
  };

  it('is on the loopback interface alone, behind what nobody can guess', () => {
    expect(dashboard.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  });

  it('lets a script run only by a nonce of its own, and nothing be fetched, kept or framed', async () => {
    const [first, second] = [await ask(own().base), await ask(own().base)];
    const nonceOf = ({ headers }: Answer): string =>
      /script-src 'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(first.status).toBe(200);
    expect(first.body).toContain(`<script nonce="${nonceOf(first)}">`);
    expect(nonceOf(first)).toHaveLength(24);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.headers['content-security-policy']).toMatch(
      /^default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/,
    );
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(first.body).toContain('https://chat.example/&lt;b&gt;');
    expect(first.body).not.toContain(own().base.slice(1, -1));
  });

  it.each([
    ['a wrong token', () => ['/AAAAAAAAAAAAAAAAAAAAAAAA/', {}] as const, 404],
    ['no token', () => ['/', {}] as const, 404],
    ['another name of this machine', () => [own().base, { host: 'localhost:80' }] as const, 403],
    ['a name that was made to point here', () => [`${own().base}events`, { host: 'evil.example' }] as const, 403],
    ['a script of another page', () => [`${own().base}events`, { origin: 'https://evil.example' }] as const, 403],
    ['something else', () => [`${own().base}run.json`, {}] as const, 404],
    ['a way around', () => [`${own().base}../../etc/passwd`, {}] as const, 404],
  ])('refuses %s', async (_, of, status) => {
    const [path, headers] = of();
    expect((await ask(path, headers)).status).toBe(status);
  });

  it('ends a run only for a page of its own, and once', async () => {
    const { base, origin } = own();
    const stop = async (path: string, headers: Readonly<Record<string, string>>, method = 'POST'): Promise<number> =>
      (await ask(path, headers, method)).status;
    expect(await stop(`${base}stop`, {})).toBe(403);
    expect(await stop(`${base}stop`, { origin: 'null' })).toBe(403);
    expect(await stop(`${base}stop`, { origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await stop(`${base}stop`, { origin, host: 'evil.example' })).toBe(403);
    expect(await stop('/AAAAAAAAAAAAAAAAAAAAAAAA/stop', { origin })).toBe(404);
    expect(await stop(`${base}stop`, { origin }, 'GET')).toBe(404);
    expect(interrupts).toBe(0);
    expect(await stop(`${base}stop`, { origin })).toBe(202);
    expect(await stop(`${base}stop`, { origin })).toBe(202);
    expect(interrupts).toBe(1);
  });

  it('tells nobody a secret that a target quotes', async () => {
    rememberSecret('<token>', 'tok-7f3a9b2c5d8e1f40');
    const because = 'it answered: unknown token tok-7f3a9b2c5d8e1f40';
    const run = liveRunOf([record(1, { outcome: 'http-500', because })], 1_000);
    const { bounds: _, soFar, ...progress } = run;
    const load = (): undefined => undefined;
    dashboard.show({ ...progress, is: 'progress', soFar: () => soFar, load } as unknown as LoadProgress);
    const aborted = new AbortController();
    const { body } = await fetch(`${dashboard.url}events`, { signal: aborted.signal });
    const { value } = (await body?.getReader().read()) ?? {};
    aborted.abort();
    const told = new TextDecoder().decode(value);
    expect(told).toContain('it answered: unknown token <token>');
    expect(told).not.toContain('7f3a9b2c5d8e');
    expect(JSON.parse(told.slice('data: '.length))).toMatchObject({ view: { is: 'running' } });
  });

  it('is told to a few pages at once, and to no more', async () => {
    const aborted = new AbortController();
    const open = await Promise.all(
      Array.from({ length: mostStreams }, () => fetch(`${dashboard.url}events`, { signal: aborted.signal })),
    );
    expect(open.map(({ status }) => status)).toEqual(Array(mostStreams).fill(200));
    expect((await ask(`${own().base}events`)).status).toBe(503);
    aborted.abort();
    await expect
      .poll(async () => {
        const again = new AbortController();
        const { status } = await fetch(`${dashboard.url}events`, { signal: again.signal });
        again.abort();
        return status;
      })
      .toBe(200);
  });
});

it('the charts of a long run have the fewer points of each minute, and no end of them', () => {
  const kept = livePointHistory();
  for (let second = 0; second < 10_000; second += 1) kept.add([second, 1, 2, 3, 4, 0]);
  const times = kept.points().map(([atS]) => atS);
  expect(times.length).toBeLessThanOrEqual(600);
  expect(times.length).toBeGreaterThan(300);
  expect(times[0]).toBe(0);
  expect(new Set(times.slice(1).map((atS, place) => atS - (times[place] ?? 0))).size).toBe(1);
});
