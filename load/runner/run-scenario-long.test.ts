import { describe, expect, it } from 'vitest';
import { clockedServer } from './clocked-server.testing.ts';
import { k6WithKnownPid, onFirst } from './known-pid.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { briefLoad, streamPace, run } from './run.testing.ts';
import type { LoadProgress } from './run-scenario.ts';

/** Emitted, not sent: a real signal would end the test runner too. */
function interruptSelf(): void {
  process.emit('SIGINT', 'SIGINT');
}

describe.skipIf(k6IsMissing)('a long run of the real k6', { timeout: 300_000 }, () => {
  it('ends where its records take the room that there is, and keeps those', async () => {
    await using server = await clockedServer({ ...streamPace, events: 50 });
    const long = { ...briefLoad, durationS: 60, target: server.url, token: 'tok-1' };
    const { outcome, requests } = await run(long, undefined, { mostRecordBytes: 5_000 });
    expect(outcome).toMatchObject({ is: 'stopped', by: 'room', load: { complete: false } });
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
    expect(requests.records.length).toBeGreaterThan(5);
    expect(requests.records.length).toBeLessThan(300);
  });

  it('takes in its records by small pieces while it runs, and lets others work in between', async () => {
    await using server = await clockedServer({ ...streamPace, status: 503 });
    let turn = 0;
    const timer = setInterval(() => (turn += 1), 5);
    const [seen, running] = [new Map<number, number>(), new Map<number, number>()];
    const { requests, text } = await run(
      { ...briefLoad, target: server.url, ratePerS: 600, durationS: 4 },
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
    const interrupt = onFirst(() => server.served.length > 3, interruptSelf);
    const { outcome, requests } = await run({ ...briefLoad, target: server.url, durationS: 60 }, interrupt);
    expect(outcome).toMatchObject({ is: 'interrupted', by: 'SIGINT', load: { complete: false } });
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
    expect(new Set(requests.records.map((record) => record.outcome))).toEqual(new Set(['aborted']));
    // The last one may have been cut off on its way to the server, and have seen no event.
    const recorded = new Map(requests.records.map((record) => [record.id, record.events.length]));
    expect(server.served.filter(({ id }) => !recorded.has(id))).toEqual([]);
    expect(Math.max(...recorded.values())).toBeGreaterThan(0);
  });

  it('is killed by a second interrupt, and what was written by then is kept', async () => {
    await using server = await clockedServer(streamPace);
    await using k6 = await k6WithKnownPid();
    let interrupts = 0;
    const interruptEachSecond = ({ counts }: LoadProgress): void => {
      if (counts.recorded === 0) return;
      // Stopped, it cannot end by itself before the second one.
      if (interrupts === 0) process.kill(k6.pid(), 'SIGSTOP');
      interrupts += 1;
      interruptSelf();
    };
    const options = { ...briefLoad, target: server.url, durationS: 60, k6Path: k6.path };
    const { outcome, requests } = await run(options, interruptEachSecond);
    expect(outcome).toMatchObject({ is: 'interrupted', by: 'SIGINT' });
    expect(interrupts).toBe(2);
    expect(requests.records.length).toBeGreaterThan(0);
    expect(requests).toMatchObject({ torn: false, unreadable: [] });
  });
});
