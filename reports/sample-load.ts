import type { Distribution } from '../load/model/distribution.ts';
import type { Load } from '../load/model/load.ts';

/** A load run for tests: 40 measured requests, all answered unless the parts say otherwise. */
export function sampleLoad(parts: Partial<Load> = {}): Load {
  const target = 'https://staging.example';
  return {
    schema: 'assay.load/1',
    scenario: 'stream',
    target,
    seed: 7,
    run: '5f0c2a',
    startedAt: '2026-11-21T05:00:00.000Z',
    stamps: 'user',
    settings: {
      target,
      botId: 'bot-1',
      arrivals: 'poisson',
      ratePerS: 5,
      durationMs: 10_000,
      warmupMs: 2000,
      maxInFlight: 100,
      maxLagMs: 1000,
      timeoutMs: 60_000,
      planned: 50,
    },
    complete: true,
    counts: { planned: 50, recorded: 50, warmup: 10, warmupFailed: 0, measured: 40, ok: 40, failed: 0, aborted: 0 },
    rates: { intendedPerS: 5, achievedPerS: 4.98 },
    failures: {},
    ttftMs: times(120, 40),
    serviceTtftMs: times(118, 40),
    gapMs: {
      n: 1200,
      min: 18.2,
      mean: 20.1,
      max: 61.3,
      p50: 20,
      p90: 22.4,
      p95: 25,
      p99: 40.25,
      p999: 60.9,
      missing: {},
    },
    wholeMs: times(1400, 40),
    lagMs: times(0.6, 40),
    events: { count: 1240, dropped: 0, coalesced: 12, coalescedShare: 12 / 1240 },
    connections: { opened: 3, reused: 37 },
    ...parts,
  };
}

/** With 40 samples a p99 cannot be told: it needs 100. */
function times(middle: number, n: number): Distribution {
  return {
    n,
    min: middle * 0.8,
    mean: middle,
    max: middle * 2,
    p50: middle,
    p90: middle * 1.4,
    p95: middle * 1.7,
    missing: { p99: 100 - n, p999: 1000 - n },
  };
}
