import { describe, expect, it } from 'vitest';
import { randomFrom } from '../plan/random.ts';
import type { LoadStep } from '../plan/steps.ts';
import { foldThroughput } from './throughput.ts';

/** Measured from 2 s to 10 s. */
const level: LoadStep = { fromMs: 0, toMs: 12_000, users: 1, settleMs: 2_000, drainMs: 2_000 };

/** One user whose answers take these times one after the other, with an event at the end of each. */
function answered(times: Iterable<number>, outcome = 'ok') {
  const fold = foldThroughput([level]);
  let at = 0;
  for (const ms of times) {
    fold.add({ intended: at, end: at + ms, events: [at + ms], outcome });
    at += ms;
  }
  return fold.result()[0];
}

describe('throughput', () => {
  it('counts an answer by the part of its time that lies in the measured time', () => {
    // 1.43 a second: whole answers would make 11 or 12 of 8 s, 1.375 or 1.5.
    expect(answered(Array.from({ length: 20 }, () => 700))?.answersPerS).toBeCloseTo(1000 / 700, 2);
  });

  it('is of answers, and of the events that arrived meanwhile', () => {
    expect(answered(Array.from({ length: 30 }, () => 500))).toMatchObject({ answersPerS: 2, eventsPerS: 2 });
    expect(answered([500, 500], 'http-503')).toEqual({ answersPerS: 0, eventsPerS: 0 });
  });

  it('has an interval that holds the true rate in about 95 of 100 runs', () => {
    let [held, runs] = [0, 400];
    for (let seed = 0; seed < runs; seed += 1) {
      const random = randomFrom(seed, 'answers');
      const times = Array.from({ length: 4_000 }, () => -Math.log(1 - random()) * 20);
      const [low, high] = answered(times)?.interval ?? [0, 0];
      if (low <= 50 && 50 <= high) held += 1;
    }
    expect(held / runs).toBeGreaterThan(0.91);
    expect(held / runs).toBeLessThan(0.99);
  });

  it('has none where answers are longer than the stretches of time that would show a spread', () => {
    expect(answered([3_000, 3_000, 3_000, 3_000])).not.toHaveProperty('interval');
  });
});
