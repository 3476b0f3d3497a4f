import { describe, expect, it } from 'vitest';
import { header, record } from '../model/records.testing.ts';
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
      ttftP50Ms: 100,
      ttftP95Ms: 100,
      failed: 1,
      credits: 2,
      creditsForAnswers: 1,
      lagP99Ms: 1,
    });
  });
  it('forgets the requests of long ago', () => {
    const live = liveFold(header, []);
    for (let index = 0; index < 1_000; index += 1) {
      const late = index < 400 ? 5_000 : 50;
      live.add(record(index, { firstContent: index * 500 + late }));
    }
    expect(live.now(t0Ms).ttftP95Ms).toBe(50);
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
