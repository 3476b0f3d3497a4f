import { cpus } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needOfEach, podsFor } from './need.ts';

const calibration = { machine: 'm', maxRatePerS: 300, maxStreams: 400, errorP99Ms: 0.4, at: '2026-11-25T00:00:00Z' };

describe('the pods that a rate needs', () => {
  it('are as few as bear it by the calibration', () => {
    const load = fc.record({
      ratePerS: fc.integer({ min: 0, max: 50_000 }),
      inFlight: fc.integer({ min: 1, max: 50_000 }),
    });
    fc.assert(
      fc.property(load, (burden) => {
        const pods = podsFor(burden, calibration);
        const bears = (count: number): boolean =>
          burden.ratePerS <= count * calibration.maxRatePerS && burden.inFlight <= count * calibration.maxStreams;
        expect([bears(pods), pods > 1 && bears(pods - 1)]).toEqual([true, false]);
      }),
    );
  });
  it('have each its share, and the memory of what it has in flight', () => {
    const need = needOfEach({ ratePerS: 600, inFlight: 1_000 }, 4, calibration);
    expect(need).toMatchObject({ ratePerS: 150, inFlight: 250, eventsPerS: 12_500 });
    expect(need.processors).toBe(Math.max(0.5, Math.ceil((250 / 400) * cpus().length * 10) / 10));
    const megabytes = (bytes: number): number => bytes / 1024 / 1024;
    expect([megabytes(need.k6Bytes), megabytes(need.memoryBytes)]).toEqual([1_134, 1_390]);
    expect(needOfEach({ ratePerS: 600, inFlight: 1_000 }, 4, undefined).processors).toBe(1);
  });
});
