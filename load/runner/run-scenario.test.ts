import { describe, expect, it } from 'vitest';
import { clockedServer } from './clocked-server.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { briefLoad, streamPace, run } from './run.testing.ts';
import type { LoadProgress } from './run-scenario.ts';

describe.skipIf(k6IsMissing)('a run of the real k6', { timeout: 300_000 }, () => {
  it('sends the whole schedule, and records every request whole', async () => {
    await using server = await clockedServer(streamPace);
    const { outcome, requests } = await run({ ...briefLoad, target: server.url, token: 'tok-1' });
    expect(outcome).toMatchObject({ is: 'done' });
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
    expect(requests.records.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
    for (const record of requests.records) {
      expect(record).toMatchObject({ outcome: 'ok', status: 200, intended: record.index * 100 });
      expect(record.events).toHaveLength(5);
      expect(record.sent).toBeGreaterThanOrEqual(record.intended);
    }
    expect(server.served.map(({ id }) => id).toSorted()).toEqual(requests.records.map(({ id }) => id).toSorted());
    expect(new Set(server.served.map(({ body }) => body)).size).toBe(20);
    expect(server.served[0]).toMatchObject({ path: '/v1/bots/bot/chat/stream', authorization: 'Bearer tok-1' });
  });

  it('measures times that the server knows to be true', async () => {
    await using server = await clockedServer(streamPace);
    const { outcome, requests } = await run({ ...briefLoad, target: server.url, content: 'event=message' });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(outcome.load.counts).toMatchObject({
      planned: 20,
      recorded: 20,
      warmup: 4,
      measured: 16,
      ok: 16,
      failed: 0,
    });
    expect(outcome.load.complete).toBe(true);
    expect(outcome.load.rates.intendedPerS).toBe(10);
    expect(outcome.load.ttftMs.min).toBeGreaterThanOrEqual(100);
    // Also those of one read, as on a busy machine: these lie between two times.
    expect(outcome.load.gapMs.n).toBe(64);
    const t0 = requests.header?.t0MonotonicNs;
    if (t0 === undefined || process.platform !== 'linux') return;
    for (const { id, writtenNs } of server.served) {
      const events = requests.records.find((record) => record.id === id)?.events ?? [];
      const writtenMs = writtenNs.map((at) => (Number(at) - t0) / 1e6);
      for (const [place, arrivedMs] of events.entries()) {
        // An arrival is never before its writing: the same clock, in two processes.
        expect(arrivedMs).toBeGreaterThan(writtenMs[place] ?? Number.NaN);
        // Nor after the next event's, however busy the machine is, unless the kernel handed over both at once.
        if (arrivedMs === events[place + 1]) continue;
        expect(arrivedMs).toBeLessThan(writtenMs[place + 1] ?? Number.POSITIVE_INFINITY);
      }
    }
  });

  it('counts failures by outcome, and takes a missed threshold of k6 for a run that is done', async () => {
    await using server = await clockedServer({ ...streamPace, status: 503 });
    const { outcome } = await run({ ...briefLoad, target: server.url, slo: 'failures<50%, ttft.p95<10s' });
    expect(outcome).toMatchObject({ is: 'done', load: { failures: { 'http-503': 16 } } });
  });

  it('records as not sent what could not start within its bound', async () => {
    await using server = await clockedServer({ ...streamPace, firstMs: 700 });
    const { outcome } = await run({ ...briefLoad, target: server.url, maxInFlight: 2, maxLagMs: 50, warmupS: 0 });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(outcome.load.counts.recorded).toBe(20);
    expect(outcome.load.failures['notSent']).toBeGreaterThan(8);
    expect(server.served.length).toBe(20 - (outcome.load.failures['notSent'] ?? 0));
  });

  it('says how far it is while it runs', async () => {
    await using server = await clockedServer(streamPace);
    const seen: LoadProgress[] = [];
    await run({ ...briefLoad, target: server.url }, (progress) => void seen.push(progress));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)).toMatchObject({ is: 'progress', counts: { planned: 20 } });
  });

  it('says why when k6 cannot run the scenario, without the token', async () => {
    const { outcome } = await run({ ...briefLoad, target: 'http://127.0.0.1:9', token: 'tok-1', ratePerS: 0 });
    expect(outcome).toMatchObject({ is: 'failed' });
    expect(outcome.is === 'failed' && outcome.because).toContain('ASSAY_RATE');
  });

  it('writes the token nowhere, nor any other secret that it was given', async () => {
    await using server = await clockedServer(streamPace);
    const target = server.url.replace('http://', 'http://user:pass-2@');
    const { outcome, text } = await run({ ...briefLoad, target, token: 'tok-1', headers: { 'X-Key': 'key-3' } });
    expect(server.served).toHaveLength(20);
    for (const secret of ['tok-1', 'pass-2', 'key-3']) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });

  it('knows its scenarios', async () => {
    const { outcome } = await run({ target: 'http://127.0.0.1:9', scenario: '../stream' });
    expect(outcome).toEqual({ is: 'failed', because: 'there is no scenario ../stream' });
  });
});
