import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { auditKindOf } from '../plan/audit.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run } from './run.testing.ts';

type Asked = { readonly headers: IncomingHttpHeaders; readonly message: string };
type Cheat = { readonly caches?: boolean; readonly knowsExaminer?: boolean };
type Service = AsyncDisposable & { readonly url: string; readonly asked: readonly Asked[] };

/** Repeats what it is told after 150 ms, unless it has said so before, or sees who asks. */
async function cheating({ caches = false, knowsExaminer = false }: Cheat): Promise<Service> {
  const asked: Asked[] = [];
  const known = new Set<string>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { message } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { readonly message: string };
      const { headers } = request;
      asked.push({ headers, message });
      const isExamined = headers['user-agent']?.startsWith('assay') === true || headers['x-request-id'] !== undefined;
      if (!(caches && known.has(message)) && !(knowsExaminer && isExamined)) await after(150);
      known.add(message);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ text: message })}\n\n`);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, [Symbol.asyncDispose]: close };
}

const brief = {
  arrivals: 'constant',
  ratePerS: 40,
  durationS: 6,
  warmupS: 1,
  seed: 9,
  maxLagMs: 60_000,
  userAgent: 'assay/0',
  content: 'text',
  repeats: 'stream',
  audit: true,
} as const;

/** The words are those of the records: a busy machine may make the measurement invalid, which decides nothing then. */
async function audit(cheat: Cheat) {
  await using of = await cheating(cheat);
  const { outcome, requests } = await run({ ...brief, target: of.url });
  if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
  const { audit: found } = outcome.load;
  return { asked: of.asked, requests: requests.records, found, load: outcome.load };
}

describe.skipIf(k6IsMissing)('an audit', () => {
  it('repeats what was said, and comes with the fields of a common client, within the same schedule', async () => {
    const { asked, requests, load } = await audit({ caches: true });
    expect(asked).toHaveLength(240);
    const plain = asked.filter(({ headers }) => headers['user-agent'] === 'curl/8.14.1');
    const planned = Array.from({ length: 240 }, (_, index) => auditKindOf(9, index));
    expect(plain).toHaveLength(planned.filter((kind) => kind === 'plain').length);
    for (const { headers } of plain) {
      expect(headers).toMatchObject({ accept: '*/*', 'content-type': 'application/json' });
      expect(headers).not.toHaveProperty('x-request-id');
    }
    for (const { headers } of asked.filter((each) => !plain.includes(each)))
      expect(headers).toMatchObject({ 'user-agent': 'assay/0', 'x-request-id': expect.any(String) });
    const repeats = asked.length - new Set(asked.map(({ message }) => message)).size;
    const wanted = planned.filter((kind) => kind === 'repeat').length;
    expect(repeats).toBeGreaterThan(wanted - 5);
    expect(repeats).toBeLessThanOrEqual(wanted);
    // The marks of what was repeated are its own.
    expect(new Set(requests.map(({ outcome, because }) => because ?? outcome))).toEqual(new Set(['ok']));
    expect(load.counts.recorded).toBe(240);
  });

  it('finds a cache that flatters', async () => {
    const { found } = await audit({ caches: true });
    expect([found?.repeat.is, found?.plain.is]).toEqual(['differs', 'same']);
  });

  it('finds a service that is faster for its examiner', async () => {
    const { found } = await audit({ knowsExaminer: true });
    expect(found?.plain.is).toBe('differs');
    // Answers of a millisecond vary by more than half on a busy machine.
    expect(found?.repeat.is).not.toBe('differs');
  });

  it('finds nothing in an honest one', async () => {
    const { found, load } = await audit({});
    expect([found?.repeat.is, found?.plain.is]).toEqual(['same', 'same']);
    expect(judgedLoad(load).audit).toBeDefined();
  });
});
