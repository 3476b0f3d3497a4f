import { describe, expect, it } from 'vitest';
import { clockedServer } from './clocked-server.testing.ts';
import { k6WithKnownPid, once } from './known-pid.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run } from './run.testing.ts';
import { recordsFull, type LoadProgress } from './run-scenario.ts';

/** Emitted, not sent: a real signal would end the test runner too. */
function interruptSelf(): void {
  process.emit('SIGINT', 'SIGINT');
}

/** Short, and evenly spaced: 20 requests in 2 s, of which 4 warm up; none is given up because the machine is busy. */
const brief = {
  arrivals: 'constant',
  ratePerS: 10,
  durationS: 2,
  warmupS: 0.4,
  seed: 3,
  maxLagMs: 60_000,
} as const;

const pace = { firstMs: 100, gapMs: 10, events: 5 };

describe.skipIf(k6IsMissing)('a run of the real k6', { timeout: 300_000 }, () => {
  it('ends where its records take the room that there is, and keeps those', async () => {
    await using server = await clockedServer({ ...pace, events: 50 });
    const long = { ...brief, durationS: 60, target: server.url, token: 'tok-1' };
    const { outcome, requests } = await run(long, undefined, { mostRecordBytes: 5_000 });
    expect(outcome).toMatchObject({ is: 'stopped', because: recordsFull, load: { complete: false } });
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
    expect(requests.records.length).toBeGreaterThan(5);
    expect(requests.records.length).toBeLessThan(300);
  });
  it('sends the whole schedule, and records every request whole', async () => {
    await using server = await clockedServer(pace);
    const { outcome, requests } = await run({ ...brief, target: server.url, token: 'tok-1' });
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
    await using server = await clockedServer(pace);
    const { outcome, requests } = await run({ ...brief, target: server.url, content: 'event=message' });
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
    await using server = await clockedServer({ ...pace, status: 503 });
    const { outcome } = await run({ ...brief, target: server.url, slo: 'failures<50%, ttft.p95<10s' });
    expect(outcome).toMatchObject({ is: 'done', load: { failures: { 'http-503': 16 } } });
  });

  it('records as not sent what could not start within its bound', async () => {
    await using server = await clockedServer({ ...pace, firstMs: 700 });
    const { outcome } = await run({ ...brief, target: server.url, maxInFlight: 2, maxLagMs: 50, warmupS: 0 });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(outcome.load.counts.recorded).toBe(20);
    expect(outcome.load.failures['notSent']).toBeGreaterThan(8);
    expect(server.served.length).toBe(20 - (outcome.load.failures['notSent'] ?? 0));
  });

  it('says how far it is while it runs', async () => {
    await using server = await clockedServer(pace);
    const seen: LoadProgress[] = [];
    await run({ ...brief, target: server.url }, (progress) => void seen.push(progress));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)).toMatchObject({ is: 'progress', counts: { planned: 20 } });
  });

  it('takes in its records by small pieces while it runs, and lets others work in between', async () => {
    await using server = await clockedServer({ ...pace, status: 503 });
    let turn = 0;
    const timer = setInterval(() => (turn += 1), 5);
    const [seen, running] = [new Map<number, number>(), new Map<number, number>()];
    const { requests, text } = await run(
      { ...brief, target: server.url, ratePerS: 600, durationS: 4 },
      // What is read once k6 has ended is read at once.
      () => seen.forEach((records, each) => running.set(each, records)),
      { record: () => void seen.set(turn, (seen.get(turn) ?? 0) + 1) },
    );
    clearInterval(timer);
    const inPiece = (64 * 1024) / (text.length / requests.records.length);
    expect([...running.values()].reduce((sum, records) => sum + records, 0)).toBeGreaterThan(3 * inPiece);
    expect(Math.max(...running.values())).toBeLessThan(1.3 * inPiece);
  });

  it('keeps its records whole when it is interrupted', async () => {
    await using server = await clockedServer({ firstMs: 10, gapMs: 50, events: 1000 });
    const interrupt = once(() => server.served.length > 3, interruptSelf);
    const { outcome, requests } = await run({ ...brief, target: server.url, durationS: 60 }, interrupt);
    expect(outcome).toMatchObject({ is: 'interrupted', by: 'SIGINT', load: { complete: false } });
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
    expect(new Set(requests.records.map((record) => record.outcome))).toEqual(new Set(['aborted']));
    // The last one may have been cut off on its way to the server, and have seen no event.
    const recorded = new Map(requests.records.map((record) => [record.id, record.events.length]));
    expect(server.served.filter(({ id }) => !recorded.has(id))).toEqual([]);
    expect(Math.max(...recorded.values())).toBeGreaterThan(0);
  });

  it('is killed by a second interrupt, and what was written by then is kept', async () => {
    await using server = await clockedServer(pace);
    await using k6 = await k6WithKnownPid();
    let interrupts = 0;
    const interruptEachSecond = ({ counts }: LoadProgress): void => {
      if (counts.recorded === 0) return;
      // Stopped, it cannot end by itself before the second one.
      if (interrupts === 0) process.kill(k6.pid(), 'SIGSTOP');
      interrupts += 1;
      interruptSelf();
    };
    const options = { ...brief, target: server.url, durationS: 60, k6Path: k6.path };
    const { outcome, requests } = await run(options, interruptEachSecond);
    expect(outcome).toMatchObject({ is: 'interrupted', by: 'SIGINT' });
    expect(interrupts).toBe(2);
    expect(requests.records.length).toBeGreaterThan(0);
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
  });

  it('says why when k6 cannot run the scenario, without the token', async () => {
    const { outcome } = await run({ ...brief, target: 'http://127.0.0.1:9', token: 'tok-1', ratePerS: 0 });
    expect(outcome).toMatchObject({ is: 'failed' });
    expect(outcome.is === 'failed' && outcome.because).toContain('ASSAY_RATE');
  });

  it('writes the token nowhere, nor any other secret that it was given', async () => {
    await using server = await clockedServer(pace);
    const target = server.url.replace('http://', 'http://user:pass-2@');
    const { outcome, text } = await run({ ...brief, target, token: 'tok-1', headers: { 'X-Key': 'key-3' } });
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
