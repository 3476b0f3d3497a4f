import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGaps } from '../figures/gaps.ts';
import { quantileNames, type Distribution } from '../statistics/distribution.ts';
import { coalescedRecord, headers, others, arbitraryReads } from './coalesced.testing.ts';
import type { RequestRecord } from './record.ts';
import { eachGap, gapsOf } from './record-gaps.ts';
import { record } from './records.testing.ts';

function rangesOf(of: RequestRecord): (readonly [low: number, high: number])[] {
  const ranges: (readonly [number, number])[] = [];
  eachGap(of, (low, high) => ranges.push([low, high]));
  return ranges;
}

function between(times: readonly number[]): readonly number[] {
  return times.slice(1).map((at, place) => at - (times[place] ?? 0));
}

const ascending = (one: number, next: number): number => one - next;

function withoutMeans({ atLeast, intervals, ...rest }: Distribution) {
  return { ...rest, mean: 0, atLeast: { ...atLeast, mean: 0 }, intervals: { ...intervals, mean: [0, 0] } };
}

describe('the gaps of a record', () => {
  it('are its own, also where another before it had the same events', () => {
    const events = [100, 130, 130, 190];
    const sure = record(0, { sent: 50, headers: 60, ownDelay: 0, events });
    const late = { ...sure, early: 1, earlyAt: [1] };
    const apart: readonly (readonly [number, number])[] = rangesOf(sure);
    expect(rangesOf(late)).not.toEqual(apart);
    expect(rangesOf(sure)).toEqual(apart);
    // Several figures ask for them.
    expect(rangesOf(sure)).toEqual(apart);
  });

  it('are all counted, and by size each lies between what is told, whatever the reads', () => {
    fc.assert(
      fc.property(arbitraryReads, others, headers, (waits, without, header) => {
        const { truth, record: one } = coalescedRecord(waits, without, header);
        const gaps = between(truth.filter((_, place) => !without.includes(place))).toSorted(ascending);
        const ranges = rangesOf(one);
        expect(ranges).toHaveLength(gaps.length);
        expect(ranges.every(([low, high]) => low <= high)).toBe(true);
        const [lows, highs] = [0, 1].map((end) => ranges.map((range) => range[end] ?? 0).toSorted(ascending));
        gaps.forEach((gap, place) => {
          expect(lows?.[place]).toBeLessThanOrEqual(gap + 1e-9);
          expect(highs?.[place]).toBeGreaterThanOrEqual(gap - 1e-9);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('of one read share the time since the one before it', () => {
    const change = { events: [100, 160, 160, 160], coalesced: 2, early: 2, earlyAt: [1, 2], ownDelay: 0.1 };
    expect(rangesOf(record(0, change))).toEqual([
      [20, 60],
      [0, 30],
      [0, 20],
    ]);
  });

  it('of the read with the header share the time since the sending', () => {
    const first = { events: [101, 101, 101, 201], coalesced: 2, early: 2, earlyAt: [0, 1], headers: 101 };
    expect(rangesOf(record(0, first))).toEqual([
      [0, 100],
      [0, 50],
      [100, 100],
    ]);
    const whole = { events: [101, 101], coalesced: 1, early: 1, earlyAt: [0], headers: 101 };
    expect(rangesOf(record(0, whole))).toEqual([[0, 100]]);
  });

  it('of records that do not say which events are censored lie between those that share a time', () => {
    expect(rangesOf(record(0, { events: [100, 120, 120], coalesced: 1, early: 1 }))).toEqual([
      [10, 20],
      [0, 10],
    ]);
  });

  it('hold every quantile, the mean and the longest of many streams', () => {
    fc.assert(
      fc.property(fc.array(arbitraryReads, { minLength: 60, maxLength: 80 }), headers, (all, header) => {
        const [told, true_] = [collectGaps(), collectGaps()];
        for (const [place, waits] of all.entries()) {
          const { truth, record: one } = coalescedRecord(waits, [], header);
          told.addAll(place, gapsOf(one));
          true_.add(place, truth);
        }
        const [bounds, exact] = [told.distribution(), true_.distribution()];
        expect(bounds.n).toBe(exact.n);
        for (const name of [...quantileNames, 'mean', 'max'] as const) {
          const value = exact[name];
          if (value === undefined) continue;
          expect(bounds.atLeast?.[name] ?? bounds[name]).toBeLessThanOrEqual(value + 0.002);
          expect(bounds[name]).toBeGreaterThanOrEqual(value - 0.002);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are the same at once and one by one, also of a record with more events than any before', () => {
    const long = Array.from({ length: 1_000 }, (_, place) => [1 + (place % 3), 2 + (place % 5)]);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(arbitraryReads, fc.constant(long)), { minLength: 1, maxLength: 20 }),
        others,
        (all, without) => {
          const [together, singly] = [collectGaps(), collectGaps()];
          for (const [place, waits] of all.entries()) {
            const { record: one } = coalescedRecord(waits, without);
            together.addAll(place, gapsOf(one));
            eachGap(one, (low, high) => singly.addCensored(place, low, high));
          }
          // All gaps of a stream at once have a sure mean, by where it began and ended; each by itself has none.
          expect(withoutMeans(together.distribution())).toEqual(withoutMeans(singly.distribution()));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('have a mean that the first and the last event of each stream bound', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryReads, { minLength: 1, maxLength: 20 }),
        others,
        headers,
        (all, without, header) => {
          const [told, true_] = [collectGaps(), collectGaps()];
          let [count, widthMs] = [0, 0];
          for (const [place, waits] of all.entries()) {
            const { truth, record: one } = coalescedRecord(waits, without, header);
            const gaps = gapsOf(one);
            told.addAll(place, gaps);
            true_.add(
              place,
              truth.filter((_, at) => !without.includes(at)),
            );
            count += gaps.count;
            widthMs += gaps.spanMs.high - gaps.spanMs.low;
          }
          const [{ mean = 0, atLeast }, { mean: exact = 0 }] = [told.distribution(), true_.distribution()];
          expect(atLeast?.mean ?? mean).toBeLessThanOrEqual(exact + 0.002);
          expect(mean).toBeGreaterThanOrEqual(exact - 0.002);
          // However many gaps between them are censored.
          expect((mean - (atLeast?.mean ?? mean)) * count).toBeLessThanOrEqual(widthMs + 0.002 * count);
        },
      ),
    );
    const late = record(0, { events: [100, 200, 200, 200, 300], coalesced: 2, early: 2, earlyAt: [1, 2] });
    const told = collectGaps();
    told.addAll(0, gapsOf(late));
    expect(told.distribution()).toMatchObject({ n: 4, mean: 50 });
    expect(told.distribution().atLeast).not.toHaveProperty('mean');
  });
});

describe('censored gaps', () => {
  it('merge to what the whole tells, few or many', () => {
    const tell = (parts: number, each: number): unknown => {
      const all = Array.from({ length: parts }, collectGaps);
      for (let n = 0; n < each; n += 1) {
        const of = all[n % parts];
        of?.add(n, [0, 20 + (n % 7)]);
        of?.addCensored(n, n % 3, 30 + (n % 5));
      }
      const [whole = collectGaps(), ...rest] = all;
      rest.forEach(whole.merge);
      return whole.distribution({ percents: [75] });
    };
    expect(tell(3, 1_200)).toEqual(tell(1, 1_200));
    const many = tell(4, 140_000);
    expect(many).toEqual(tell(1, 140_000));
    expect(many).toMatchObject({ n: 280_000, max: 34, atLeast: { p50: expect.any(Number), max: 26 } });
  });
});
