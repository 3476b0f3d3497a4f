import { describe, expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import type { Breakdown } from '../figures/breakdown.ts';
import { partNames, splitRequestTime } from '../figures/breakdown.ts';
import type { RequestRecord } from '../records/record.ts';
import { clockedServer } from './clocked-server.testing.ts';
import { k6WithKnownPid, onFirst } from './known-pid.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run, type ScenarioRun } from './run.testing.ts';
import { delayingProxy } from './delaying-proxy.testing.ts';

const brief = {
  arrivals: 'constant',
  ratePerS: 10,
  durationS: 2,
  warmupS: 0,
  seed: 3,
  maxLagMs: 60_000,
  content: 'event=message',
} as const;

const pace = { firstMs: 100, gapMs: 10, events: 3, claimMs: 100 };

function breakdownIn({ outcome }: ScenarioRun): Breakdown {
  if (outcome.is !== 'done' || outcome.load.breakdown === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.load.breakdown;
}

/** Of each request, in milliseconds. */
function partsIn({ requests }: ScenarioRun): readonly { readonly [name: string]: number }[] {
  return requests.records.map((record: RequestRecord) => {
    const { partsUs } = splitRequestTime(record, record.sent ?? 0, record.firstContent ?? 0);
    return Object.fromEntries(partNames.map((name, place) => [name, (partsUs[place] ?? 0) / 1000]));
  });
}

describe.skipIf(k6IsMissing)('whose milliseconds a run of the real k6 tells of', { timeout: 300_000 }, () => {
  it("are the server's as it claims, and a request goes before it has it", async () => {
    await using server = await clockedServer(pace);
    const ran = await run({ ...brief, target: server.url });
    expect(breakdownIn(ran)).toMatchObject({ of: 'ttft', n: 20, claims: 20, claimsBeyond: 0 });
    // The way comes first, and nothing is believed beyond what is left.
    for (const { server: claimed } of partsIn(ran)) expect(claimed).toBeGreaterThan(99);
    if (process.platform !== 'linux') return;
    expect(breakdownIn(ran)).toMatchObject({ transmitted: 20, roundTrips: 20 });
    const t0Ns = BigInt(Math.round(ran.requests.header?.t0MonotonicNs ?? 0));
    const received = new Map(server.served.map(({ id, receivedNs }) => [id, Number(receivedNs - t0Ns) / 1e6]));
    for (const { id, sent = 0, transmitted = 0, rttMs = 0, serverMs } of ran.requests.records) {
      expect(serverMs).toBe(100);
      expect(transmitted).toBeGreaterThanOrEqual(sent);
      // The two clocks are mapped to within some 100 ns.
      expect(transmitted).toBeLessThanOrEqual((received.get(id) ?? 0) + 0.05);
      // The server acknowledges with its answer: TCP's smoothed round trip would be its own time.
      expect(rttMs).toBeGreaterThan(0);
      expect(rttMs).toBeLessThan(50);
    }
  });

  it("are not the server's beyond what passed, whatever it claims", async () => {
    await using server = await clockedServer({ ...pace, claimMs: 600_000 });
    const ran = await run({ ...brief, target: server.url });
    expect(breakdownIn(ran)).toMatchObject({ n: 20, claims: 20, claimsBeyond: 20 });
    for (const { totalMs, partsMs } of breakdownIn(ran).near) {
      expect(partsMs).toMatchObject({ rest: 0 });
      expect(partsMs.server).toBeLessThan(totalMs);
    }
  });

  it("are nobody's where something before the server has them", async () => {
    await using server = await clockedServer(pace);
    await using way = await delayingProxy(server.url, 30);
    const ran = await run({ ...brief, target: way.url });
    // Node's timers may end a millisecond early. What TCP sees of the way ends at the one who slows it.
    for (const { server: claimed, way: seen, rest } of partsIn(ran)) {
      expect(claimed).toBeGreaterThan(99);
      expect(seen).toBeLessThan(30);
      expect(rest).toBeGreaterThan(55);
    }
  });

  it('are our lag where the generator was stopped', async () => {
    await using server = await clockedServer(pace);
    await using k6 = await k6WithKnownPid();
    const stop = onFirst(
      ({ counts }) => counts.recorded > 0,
      () => {
        const pid = k6.pid();
        process.kill(pid, 'SIGSTOP');
        setTimeout(() => process.kill(pid, 'SIGCONT'), 500);
      },
    );
    const ran = await run({ ...brief, durationS: 4, target: server.url, k6Path: k6.path }, stop);
    const parts = partsIn(ran);
    expect(parts).toHaveLength(40);
    // A request is due every 100 ms.
    expect(Math.max(...parts.map(({ lag = 0 }) => lag))).toBeGreaterThan(350);
    for (const { server: claimed } of parts) expect(claimed).toBeGreaterThan(99);
  });

  it.each(['chat', 'speech', 'voices'] as const)(
    'are those until the end of what is not streamed: %s',
    async (scenario) => {
      const { url, token, close } = await startService({ delayMs: 80 });
      try {
        const given = { ...brief, scenario, target: url, token, botId: 'support', content: undefined };
        const ran = await run(given);
        const { of, n, near, transmitted, roundTrips } = breakdownIn(ran);
        expect([of, n]).toEqual(['e2e', 20]);
        const [p50] = near;
        const parts = Object.values(p50?.partsMs ?? {});
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(p50?.totalMs ?? 0, 1);
        // It says nothing of its own time, which is then what nobody else had.
        expect(p50?.partsMs.rest).toBeGreaterThan(75);
        const known = process.platform === 'linux' ? 20 : 0;
        expect([transmitted, roundTrips]).toEqual([known, known]);
      } finally {
        await close();
      }
    },
  );

  it('are told without the kernel as far as they are known', async () => {
    await using server = await clockedServer(pace);
    const ran = await run({ ...brief, target: server.url, timestamps: 'user' });
    expect(breakdownIn(ran)).toMatchObject({ transmitted: 0, roundTrips: 0, claims: 20, clientMs: { n: 0 } });
    for (const { client, way, server: claimed } of partsIn(ran)) {
      expect([client, way, claimed]).toEqual([0, 0, 100]);
    }
  });
});
