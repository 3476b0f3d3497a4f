import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleOf, type ScheduleOptions } from './scheduled-times.ts';

const plan: ScheduleOptions = { arrivals: 'constant', ratePerS: 5, durationMs: 10_000, seed: 1 };

const options = fc.record({
  arrivals: fc.constantFrom('constant' as const, 'poisson' as const),
  ratePerS: fc.integer({ min: 1, max: 500 }),
  durationMs: fc.integer({ min: 0, max: 5_000 }),
  seed: fc.maxSafeInteger(),
});

describe('scheduleOf', () => {
  it('spaces constant arrivals evenly from 0', () => {
    const times = [...scheduleOf(plan)];
    expect(times).toHaveLength(50);
    expect(times.slice(0, 3)).toEqual([0, 200, 400]);
    expect(times.at(-1)).toBe(9_800);
  });

  it('is ascending, within the duration, and the same each time', () => {
    fc.assert(
      fc.property(options, (given) => {
        const times = scheduleOf(given);
        expect(times.every((at, k) => at >= (times[k - 1] ?? 0) && at < given.durationMs)).toBe(true);
        expect(scheduleOf(given)).toEqual(times);
      }),
    );
  });

  it('makes 3 requests of 0.1/s in 30 s, whatever binary fractions say', () => {
    expect([...scheduleOf({ ...plan, ratePerS: 0.1, durationMs: 30_000 })]).toEqual([0, 10_000, 20_000]);
  });

  it('has the mean and the variance of a Poisson process', () => {
    const times = scheduleOf({ ...plan, arrivals: 'poisson', ratePerS: 100, durationMs: 600_000 });
    const gaps = times.map((at, k) => at - (times[k - 1] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(mean).toBeGreaterThan(9.8);
    expect(mean).toBeLessThan(10.2);
    // Exponential: the standard deviation is the mean.
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(0.97);
    expect(Math.sqrt(variance) / mean).toBeLessThan(1.03);
  });

  it('has as random a number of requests as a Poisson process, whose variance is its mean', () => {
    const numbers = Array.from(
      { length: 2_000 },
      (_, seed) => scheduleOf({ ...plan, arrivals: 'poisson', ratePerS: 5, durationMs: 10_000, seed }).length,
    );
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
    const variance = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length;
    expect(Math.abs(mean - 50)).toBeLessThan(0.7);
    expect(Math.abs(variance / mean - 1)).toBeLessThan(0.15);
  });

  it('keeps five million times in the room that their numbers need', () => {
    const many = scheduleOf({ ...plan, arrivals: 'poisson', ratePerS: 5_000, durationMs: 1_000_000 });
    expect(many.buffer.byteLength).toBeLessThan(41e6);
    expect(many.length).toBeGreaterThan(4.98e6);
  });

  it('gives other Poisson arrivals for another seed', () => {
    const poisson = { ...plan, arrivals: 'poisson' } as const;
    expect(scheduleOf(poisson)).not.toEqual(scheduleOf({ ...poisson, seed: 2 }));
  });
});
