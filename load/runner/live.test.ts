import { describe, expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { liveFold, steadyClock } from './live.ts';

describe('what a run is like just now', () => {
  const t0Ms = header.t0UnixNs / 1e6;
  it('is told of the requests that ended lately, and where the schedule is', () => {
    const live = liveFold(header, [0, 500, 1_000, 1_500, 9_000]);
    live.add(record(0, { credits: 1 }));
    live.add(record(1, { credits: 1, outcome: 'timeout' }));
    expect(live.now(t0Ms + 1_600)).toEqual({
      elapsedMs: expect.closeTo(1_600, 0) as number,
      phase: 'measuring',
      leftMs: expect.closeTo(400, 0) as number,
      ratePerS: expect.closeTo(2.5, 2) as number,
      inFlight: 2,
      recent: { of: 'TTFT', p50: 100, p95: 100 },
      lagP99Ms: 1,
    });
  });
  it('is warming up before, and ending after what is measured', () => {
    const live = liveFold(header, []);
    expect(live.now(t0Ms + 499)).toMatchObject({ phase: 'warm-up', leftMs: expect.closeTo(1_501, 0) as number });
    expect(live.now(t0Ms + 2_001)).toMatchObject({ phase: 'ending', leftMs: 0 });
  });
  it('is at a step of its schedule', () => {
    const settings = { ...header.settings, durationMs: 9_000, warmupMs: 0, peakRatePerS: 9 };
    const live = liveFold({ ...header, scenario: 'spike', settings }, []);
    expect(live.now(t0Ms + 4_000).step).toMatchObject({ place: 2, of: 3, ratePerS: 9 });
    expect(live.now(t0Ms + 9_001)).not.toHaveProperty('step');
  });
  it('calls the time to a first event so, where no rule tells which has text, and that of a document E2E latency', () => {
    const { content: _, ...settings } = header.settings;
    const live = liveFold({ ...header, settings }, []);
    const { firstEvent: __, firstContent: ___, ...document } = record(0, { events: [], end: 30 });
    live.add(document);
    expect(live.now(t0Ms).recent).toEqual({ of: 'E2E latency', p50: 30, p95: 30 });
    live.add(record(1, { firstEvent: 580, firstContent: 700 }));
    expect(live.now(t0Ms).recent).toMatchObject({ of: 'TTFE', p50: 80 });
  });
  it('is told the real-time factor of speech', () => {
    const live = liveFold(header, []);
    const {
      firstEvent: _,
      firstContent: __,
      ...spoken
    } = record(0, { operation: 'speech', audioSeconds: 2, end: 501 });
    live.add(spoken);
    expect(live.now(t0Ms).recent).toEqual({ of: 'real-time factor', p50: 0.25, p95: 0.25 });
  });
  it('has the rate at which requests are sent, though none is answered, and none once the schedule is over', () => {
    const settings = { ...header.settings, durationMs: 30_000 };
    const due = Array.from({ length: 300 }, (_, index) => index * 100 + 50);
    const live = liveFold({ ...header, settings }, due);
    expect(live.now(t0Ms + 20_000).ratePerS).toBeCloseTo(10, 1);
    for (let index = 0; index < 18; index += 1) {
      const { sent: _, ...unsent } = record(index, { intended: 12_000 + index * 100, outcome: 'notSent' });
      live.add(unsent);
    }
    expect(live.now(t0Ms + 20_000).ratePerS).toBeCloseTo(8, 1);
    expect(live.now(t0Ms + 31_000)).toMatchObject({ phase: 'ending', ratePerS: 0 });
  });
  it('has the rate of the last seconds, as that of a load in steps changes', () => {
    const live = liveFold(header, undefined);
    for (let index = 0; index < 100; index += 1) live.add(record(index, { intended: 0, sent: index * 1_000 }));
    for (let index = 0; index < 101; index += 1) live.add(record(index, { intended: 0, sent: 100_000 + index * 100 }));
    expect(live.now(t0Ms).ratePerS).toBe(10);
  });
  it('forgets the requests of long ago', () => {
    const live = liveFold(header, []);
    for (let index = 0; index < 1_000; index += 1) {
      const late = index < 400 ? 5_000 : 50;
      live.add(record(index, { firstContent: index * 500 + late }));
    }
    expect(live.now(t0Ms).recent?.p95).toBe(50);
  });
  it('does not pretend to know what is in flight where nobody knows what is due', () => {
    const live = liveFold(header, undefined);
    live.add(record(0));
    expect(live.now(t0Ms + 1_600)).not.toHaveProperty('inFlight');
  });
  it('has no more in flight than is allowed: the rest waits to be sent', () => {
    const live = liveFold({ ...header, settings: { ...header.settings, maxInFlight: 2 } }, [0, 1, 2, 3, 4]);
    live.add(record(0));
    expect(live.now(t0Ms + 10)).toMatchObject({ inFlight: 2, waiting: 2 });
  });
  it('knows only what is due before anything was answered', () => {
    const now = liveFold(header, [0]).now(t0Ms + 10);
    expect(now).toEqual({
      elapsedMs: expect.closeTo(10, 0) as number,
      phase: 'warm-up',
      leftMs: expect.closeTo(1_990, 0) as number,
      ratePerS: 1,
      inFlight: 1,
    });
  });
});

it('a clock that is set meanwhile goes on as it was', () => {
  let wallMs = 1_000_000;
  const now = steadyClock(() => wallMs);
  wallMs = 5_000_000;
  const first = now();
  expect(first).toBeGreaterThanOrEqual(1_000_000);
  expect(first).toBeLessThan(5_000_000);
  expect(now()).toBeGreaterThanOrEqual(first);
});
