import { boundOf } from '../../load/slo/bound-of.testing.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { Breakdown } from '../../load/figures/breakdown.ts';

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
    timestamps: 'user',
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
      content: 'delta.text',
      contentFrom: '2 streams, certain: together their texts are exactly the words that the bot was asked to repeat',
    },
    complete: true,
    counts: {
      planned: 50,
      recorded: 50,
      warmup: 10,
      warmupFailed: 0,
      drain: 0,
      measured: 40,
      ok: 40,
      failed: 0,
      aborted: 0,
    },
    rates: { intendedPerS: 5, achievedPerS: 4.98 },
    failures: {},
    failureShare: { n: 40, share: 0, interval: [0, 0.088] },
    credits: 50,
    creditsForAnswers: 50,
    clientErrors: 0,
    ttfeMs: times(110, 40),
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
    e2eMs: times(1400, 40),
    lagMs: times(0.6, 40),
    events: {
      count: 1240,
      dropped: 0,
      coalesced: 12,
      coalescedShare: 12 / 1240,
      uncertain: 0,
      uncertainShare: 0,
      uncertainUnplaced: 0,
      unsureGaps: 0,
      unsureGapsShare: 0,
      uncertainFirst: 0,
      uncertainFirstShare: 0,
      uncertainContent: 0,
      uncertainContentShare: 0,
    },
    connections: { opened: 3, reused: 37, protocols: [{ protocol: 'HTTP/1.1', answers: 40 }] },
    series: {
      windowMs: 5000,
      relativeError: 1 / 256,
      windows: [
        { fromMs: 0, intended: 26, sent: 26, failed: 0, inFlight: 0, ttftP50Ms: 121, ttftP95Ms: 200 },
        { fromMs: 5000, intended: 24, sent: 24, failed: 0, inFlight: 7, ttftP50Ms: 119, ttftP95Ms: 198 },
      ],
    },
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

export function sampleBreakdown(): Breakdown {
  const partsMs = { lag: 0.6, dns: 0, connect: 0.2, tls: 1, client: 0.2, way: 12, server: 80, rest: 26 };
  return {
    of: 'ttft',
    n: 40,
    transmitted: 40,
    roundTrips: 40,
    claims: 38,
    claimsBeyond: 1,
    clientMs: times(0.2, 40),
    near: [
      { percent: 50, n: 10, totalMs: 120, partsMs, receiveMs: 0.04 },
      { percent: 95, n: 2, totalMs: 204, partsMs: { ...partsMs, rest: 110 }, receiveMs: 0.05 },
    ],
  };
}

/** A load run with everything that only some runs have. */
export function fullLoad(): Load {
  const { series: _, connections: __, clientErrors: ___, counts, ...rest } = sampleLoad();
  const {
    rates,
    failures,
    failureShare,
    ttfeMs,
    ttftMs,
    serviceTtftMs,
    gapMs,
    e2eMs,
    lagMs,
    events,
    credits,
    creditsForAnswers,
  } = rest;
  const goodput = { count: 38, perS: 4.75, n: 40, share: 0.95, interval: [0.835, 0.986] as const };
  const figures = {
    rates,
    failures,
    failureShare,
    goodput,
    ttfeMs,
    ttftMs,
    serviceTtftMs,
    gapMs,
    e2eMs,
    lagMs,
    events,
    credits,
    creditsForAnswers,
  };
  const { planned: ____, ...figureCounts } = counts;
  const slo = {
    text: 'ttft.p95<100ms, failures<1%',
    is: 'violated',
    bounds: [
      { ...boundOf('ttft.p95<100ms'), is: 'violated', value: 204, interval: [180, 231.5] },
      { ...boundOf('gap.p99.9<1000ms'), is: 'inconclusive', because: 'suppressed: <b>early</b>' },
      { ...boundOf('failures<1%'), is: 'met', value: 0 },
    ],
  } as const;
  return sampleLoad({
    goodput,
    slo,
    operations: { stream: { ...figures, counts: figureCounts }, '<chat>': { ...figures, counts: figureCounts } },
    steps: [{ ...figures, counts: figureCounts, step: { fromMs: 0, toMs: 5000, ratePerS: 5, settleMs: 1000 }, slo }],
    gapMs: {
      ...gapMs,
      relativeError: 1 / 256,
      intervals: { p50: [19.8, 20.2] },
      asked: [{ percent: 97.5, value: 31, interval: [30, 32] }],
    },
    ttftMs: {
      ...ttftMs,
      suppressed: { p95: 'uncertain events' },
      curve: [{ percent: 0, value: 96, interval: [90, 99] }],
      curveSuppressed: 'uncertain events',
    },
    speech: {
      answers: 10,
      measured: 9,
      audioSeconds: 45.5,
      audioSecondsPerS: 5.688,
      chars: 900,
      charsPerS: 112.5,
      realTimeFactor: times(0.08, 40),
      requestCharsPerS: times(220, 40),
      flags: { silent: 1 },
    },
    breakdown: sampleBreakdown(),
    validity: {
      is: 'valid',
      notes: ['k6 read events up to 0.2 ms (p99) after they arrived; kernel timestamps exclude this delay'],
    },
    instrument: {
      schema: 'assay.instrument/1',
      timestamps: 'kernel',
      histograms: { readDelayMs: [[0.2, 1240]], gapMs: [] },
      clockSteps: 0,
      cpu: { ownS: 1, systemBusyS: 4, stealS: 0, wallS: 10, cores: 2 },
      ephemeralPortFailures: 0,
      fileHandleFailures: 0,
      events: 1240,
      uncertain: 0,
      reads: 1228,
    },
    canary: { ratePerS: 45, events: 450, errorMs: { p50: 0.1, p95: 0.3, p99: 0.6, max: 1.2 } },
    calibration: {
      machine: 'a machine',
      maxRatePerS: 800,
      maxStreams: 500,
      errorP99Ms: 0.4,
      at: '2026-11-20T05:00:00.000Z',
    },
    environment: {
      assay: '0.1.0',
      node: '24.21.0',
      k6: '2.1.0',
      machine: 'a machine',
      memoryGb: 7.8,
      embedded: false,
    },
    gate: {
      is: 'fail',
      says: '2 of 40 MUST checks failed',
      target: 'https://staging.example',
      startedAt: '2026-11-20T06:00:00.000Z',
      failed: ['speech.speed/rejects-above-maximum', '<b>/x'],
    },
  });
}
