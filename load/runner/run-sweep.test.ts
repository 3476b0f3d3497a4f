import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judgedLoad } from '../verdict/judged-load.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run } from './run.testing.ts';

type Shop = AsyncDisposable & {
  readonly url: string;
  readonly asked: { count: number; mostAtOnce: number };
};

/** Serves so many at once, each for 100 ms; the others wait in a queue. `status` other than 200 is said at once. */
async function shop(counters: number, status = 200): Promise<Shop> {
  const asked = { count: 0, mostAtOnce: 0 };
  let [inside, serving] = [0, 0];
  const queue: (() => void)[] = [];
  const server: Server = createServer((request, response) => {
    asked.count += 1;
    inside += 1;
    asked.mostAtOnce = Math.max(asked.mostAtOnce, inside);
    const serve = async (): Promise<void> => {
      await request.resume().toArray();
      if (serving >= counters) await new Promise<void>((resolve) => queue.push(resolve));
      serving += 1;
      if (status === 200) await after(100);
      serving -= 1;
      queue.shift()?.();
      inside -= 1;
      response.writeHead(status, { 'content-type': 'text/event-stream' }).end('data: {"text":"a"}\n\n');
    };
    serve().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, [Symbol.asyncDispose]: close };
}

/** No request is given up because the machine is busy. */
const brief = { scenario: 'sweep', durationS: 2, seed: 3, maxLagMs: 60_000, content: 'text' } as const;

describe.skipIf(k6IsMissing)('a sweep', { timeout: 120_000 }, () => {
  it('has at each level so many users, who send again when they were answered', async () => {
    await using of = await shop(2);
    const { outcome, requests } = await run({ ...brief, target: of.url, concurrency: [1, 2, 6] });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(of.asked).toEqual({ count: requests.records.length, mostAtOnce: 6 });
    expect(new Set(requests.records.map(({ index }) => index)).size).toBe(requests.records.length);
    const users = Map.groupBy(requests.records, ({ index }) => index % 6);
    for (const each of users.values()) {
      const turns = each.toSorted((a, b) => a.index - b.index);
      // The moment of being free is the intended time, unless a level had no place meanwhile.
      turns.slice(1).forEach(({ intended }, place) => expect(intended).toBe(turns[place]?.end));
    }
    const { steps = [], complete } = judgedLoad(outcome.load);
    expect(complete).toBe(true);
    expect(steps.map(({ throughput }) => (throughput?.answersPerS ?? 0) > 0)).toEqual([true, true, true]);
    // A second user is served beside the first; four more wait. A machine that stops for a second changes no median.
    const e2eMs = steps.map(({ e2eMs: { p50 = 0 } }) => p50);
    expect(e2eMs[1]).toBeLessThan(1.5 * (e2eMs[0] ?? 0));
    expect(e2eMs[2]).toBeGreaterThan(1.8 * (e2eMs[1] ?? 0));
  });

  it('spends no credit more than it may, and says in which level it ended', async () => {
    await using of = await shop(4);
    const { outcome, requests } = await run({ ...brief, target: of.url, concurrency: [2, 4], maxCredits: 50 });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(of.asked.count).toBe(50);
    // What was not paid for was not asked for, and is no failure.
    expect(requests.records.map(({ outcome: each }) => each)).toEqual(Array.from({ length: 50 }, () => 'ok'));
    const { steps, complete, credits } = judgedLoad(outcome.load);
    expect([complete, credits]).toEqual([false, 50]);
    expect(steps?.at(-1)?.inconclusive).toBe('the run ended within it');
  });

  it('does not hammer a service that refuses', async () => {
    await using of = await shop(8, 503);
    const { outcome } = await run({ ...brief, target: of.url, concurrency: [4] });
    expect(outcome.is).toBe('done');
    // Four users for two seconds, each once a second.
    expect(of.asked.count).toBeLessThanOrEqual(12);
  });

  it('sweeps speech, and any other operation, by the mix', async () => {
    await using of = await shop(4);
    const { requests } = await run({ ...brief, target: of.url, concurrency: [2], mix: 'voices=1', durationS: 1 });
    expect(new Set(requests.records.map(({ operation }) => operation))).toEqual(new Set(['voices']));
    expect(requests.records.length).toBeGreaterThan(0);
  });
});
