import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../plan/random.ts';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { foldBacklog } from './backlog.ts';

type Times = readonly (readonly [intended: number, end: number])[];

function backlogOf(times: Times, [fromMs, toMs]: readonly [number, number]) {
  const fold = foldBacklog([fromMs, toMs]);
  recordsOf(times).forEach(fold.add);
  return fold.result();
}

function recordsOf(times: Times): readonly RequestRecord[] {
  return times.map(([intended, end], index) => record(index, { intended, end }));
}

/** Poisson arrivals at a service that answers so many at once, in the order in which they come. */
function queued(
  seed: number,
  {
    perS,
    forMs,
    atOnce,
    serviceMs,
  }: { perS: number; forMs: number; atOnce: number; serviceMs: (at: number) => number },
): Times {
  const random = randomFrom(seed, 'backlog');
  const free: number[] = Array.from({ length: atOnce }, () => 0);
  const times: [number, number][] = [];
  for (let at = 0; ;) {
    at -= (Math.log(1 - random()) * 1000) / perS;
    if (at >= forMs) return times;
    const place = free.indexOf(Math.min(...free));
    const end = Math.max(at, free[place] ?? 0) + serviceMs(at);
    free[place] = end;
    times.push([at, end]);
  }
}

const span = [3_000, 15_000] as const;
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const toldIn = (make: (seed: number) => Times, of: readonly [number, number] = span): number =>
  seeds.filter((seed) => backlogOf(make(seed), of) !== undefined).length;

describe('a backlog', () => {
  it('is told of a service that answers fewer than it is asked', () => {
    const asked = { perS: 7, forMs: 15_000, atOnce: 3, serviceMs: () => 630 };
    expect(toldIn((seed) => queued(seed, asked))).toBeGreaterThan(150);
    const [one] = seeds.flatMap((seed) => backlogOf(queued(seed, asked), span) ?? []);
    expect(one?.atEnd).toBeGreaterThan((one?.atStart ?? 0) + 15);
    expect(
      toldIn(
        (seed) => queued(seed, { ...asked, perS: 40, forMs: 60_000, atOnce: 10, serviceMs: () => 300 }),
        [10_000, 60_000],
      ),
    ).toBe(200);
  });

  it('is none where a service keeps up, however its queue varies by chance', () => {
    for (const [perS, atOnce, serviceMs] of [
      [7, 3, 340],
      [7, 100, 630],
      [20, 1, 40],
      [20, 10, 400],
    ] as const) {
      const asked = { perS, forMs: 15_000, atOnce, serviceMs: () => serviceMs };
      expect(toldIn((seed) => queued(seed, asked))).toBe(0);
    }
    const nearly = { perS: 20, forMs: 15_000, atOnce: 1, serviceMs: () => 46 };
    expect(toldIn((seed) => queued(seed, nearly))).toBeLessThan(4);
  });

  it('is none where answers are longer than the run', () => {
    const asked = { perS: 7, forMs: 15_000, atOnce: 1_000, serviceMs: () => 30_000 };
    expect(toldIn((seed) => queued(seed, asked))).toBe(0);
  });

  it('is none where answers get slower, and nobody waits', () => {
    const asked = { perS: 7, forMs: 15_000, atOnce: 1_000, serviceMs: (at: number) => 100 + at / 40 };
    expect(toldIn((seed) => queued(seed, asked))).toBe(0);
  });

  it('is none where a stall or a burst was worked off, or came at the end', () => {
    for (const stallMs of [5_000, 9_000, 13_500]) {
      const stalled = (seed: number): Times =>
        queued(seed, { perS: 7, forMs: 15_000, atOnce: 100, serviceMs: () => 300 }).map(([at, end]) =>
          at >= stallMs && at < stallMs + 2_000 ? [at, Math.max(end, stallMs + 2_300)] : [at, end],
        );
      expect(toldIn(stalled)).toBe(0);
    }
    const burst = (seed: number): Times => {
      const random = randomFrom(seed, 'burst');
      const arrivals = [
        ...Array.from({ length: 60 }, () => random() * 15_000),
        ...Array.from({ length: 20 }, () => 6_000 + random() * 1_000),
      ];
      let free = 0;
      return arrivals.toSorted((a, b) => a - b).map((at) => [at, (free = Math.max(at, free) + 120)]);
    };
    expect(toldIn(burst)).toBe(0);
  });

  it('never is one where no more wait at the end than at the start, in any order of the records', () => {
    const pair = fc.tuple(
      fc.double({ min: 0, max: 20_000, noNaN: true }),
      fc.double({ min: 0, max: 9_000, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 200 }), (pairs) => {
        const times = pairs.map(([at, took]) => [at, at + took] as const);
        const told = backlogOf(times, span);
        expect(backlogOf(times.toReversed(), span)).toEqual(told);
        const at = (moment: number): number => times.filter(([from, end]) => from <= moment && end > moment).length;
        expect(told === undefined || at(span[1]) > at(span[0])).toBe(true);
      }),
    );
  });
});
