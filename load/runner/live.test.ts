import { describe, expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { liveFold, steadyClock } from './live.ts';

describe('what a run is like just now', () => {
  const t0Ms = header.t0UnixNs / 1e6;
  it('is told of the requests that ended lately', () => {
    const live = liveFold(header, [0, 500, 1_000, 1_500, 9_000]);
    live.add(record(0, { credits: 1 }));
    live.add(record(1, { credits: 1, outcome: 'timeout' }));
    expect(live.now(t0Ms + 1_600)).toMatchObject({
      elapsedMs: expect.closeTo(1_600, 0) as number,
      ratePerS: 2,
      inFlight: 2,
      firstP50Ms: 100,
      firstP95Ms: 100,
      failed: 1,
      credits: 2,
      creditsForAnswers: 1,
      lagP99Ms: 1,
    });
  });
  it('calls the time to a first event so, where no rule tells which has text, and to a document’s first byte that', () => {
    const { content: _, ...settings } = header.settings;
    const live = liveFold({ ...header, settings }, []);
    const { firstEvent: __, firstContent: ___, ...document } = record(0, { events: [], firstByte: 30 });
    live.add(document);
    expect(live.now(t0Ms)).toMatchObject({ first: 'first byte', firstP50Ms: 30 });
    live.add(record(1, { firstEvent: 580, firstContent: 700 }));
    expect(live.now(t0Ms)).toMatchObject({ first: 'TTFE', firstP50Ms: 80 });
  });
  it('forgets the requests of long ago', () => {
    const live = liveFold(header, []);
    for (let index = 0; index < 1_000; index += 1) {
      const late = index < 400 ? 5_000 : 50;
      live.add(record(index, { firstContent: index * 500 + late }));
    }
    expect(live.now(t0Ms).firstP95Ms).toBe(50);
  });
  it('does not pretend to know what is in flight where nobody knows what is due', () => {
    const live = liveFold(header, undefined);
    live.add(record(0));
    expect(live.now(t0Ms + 1_600)).not.toHaveProperty('inFlight');
  });
  it('knows nothing before anything was sent', () => {
    const now = liveFold(header, [0]).now(t0Ms + 10);
    expect(now).toEqual({
      elapsedMs: expect.closeTo(10, 0) as number,
      ratePerS: 0,
      first: 'TTFT',
      inFlight: 1,
      failed: 0,
      credits: 0,
      creditsForAnswers: 0,
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
