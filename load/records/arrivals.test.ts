import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGaps } from '../figures/gaps.ts';
import { eachGap, firstArrivals, gapsOf, lowArrivals } from './arrivals.ts';
import type { Censored } from '../statistics/measured.ts';
import { quantileNames, type Distribution } from '../statistics/distribution.ts';
import type { RequestRecord } from './record.ts';
import { record } from './records.testing.ts';

/** Events that came in one read have its time, which is that of the last of them. */
type Reads = readonly (readonly number[])[];

const reads: fc.Arbitrary<Reads> = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});

/** @param more events without text of the reply */
function recorded(
  waits: Reads,
  others: readonly number[],
): { readonly truth: readonly number[]; readonly record: RequestRecord } {
  let at = 100;
  const arrivals = waits.map((each) => each.map((wait) => (at += wait)));
  const truth = arrivals.flat();
  const events = arrivals.flatMap((each) => each.map(() => each.at(-1) ?? 0));
  const isLast = arrivals.flatMap((each) => each.map((_, place) => place === each.length - 1));
  const earlyAt = isLast.flatMap((last, place) => (last ? [] : [place]));
  const without = others.filter((place) => place < events.length);
  const firstContent = events.find((_, place) => !without.includes(place));
  const { firstContent: _, ...made } = record(0, {
    headers: 100,
    events,
    firstEvent: events[0] ?? 0,
    early: earlyAt.length,
    ...(earlyAt.length > 0 && { earlyAt }),
    ...(without.length > 0 && { others: without }),
  });
  return { truth, record: { ...made, ...(firstContent !== undefined && { firstContent }) } };
}

const others = fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 8 }).map((places) => places.toSorted((a, b) => a - b));

function withoutMeans({ atLeast, intervals, ...rest }: Distribution) {
  return { ...rest, mean: 0, atLeast: { ...atLeast, mean: 0 }, intervals: { ...intervals, mean: [0, 0] } };
}

/** `undefined` is no time. */
function holds(censored: Censored | undefined, truth: number | undefined): boolean {
  return censored !== undefined && truth !== undefined && censored.low <= truth && truth <= censored.high;
}

describe('what is known of censored events', () => {
  it('holds when they came, first ones and gaps, whatever the reads', () => {
    fc.assert(
      fc.property(reads, others, (waits, without) => {
        const { truth, record: one } = recorded(waits, without);
        const lows = lowArrivals(one) ?? one.events;
        const content = truth.filter((_, place) => !without.includes(place));
        const firsts = firstArrivals(one);
        const between: (readonly [number, number])[] = [];
        eachGap(one, (low, high) => between.push([low, high]));
        const gaps = content.slice(1).map((at, place) => at - (content[place] ?? 0));
        expect(truth.every((at, place) => (lows[place] ?? 0) <= at && at <= (one.events[place] ?? 0))).toBe(true);
        expect(holds(firsts.event, truth[0])).toBe(true);
        expect(firsts.content === undefined || holds(firsts.content, content[0])).toBe(true);
        expect(firsts.content === undefined).toBe(content.length === 0);
        expect(between).toHaveLength(gaps.length);
        expect(gaps.every((gap, at) => (between[at]?.[0] ?? 0) <= gap && gap <= (between[at]?.[1] ?? 0))).toBe(true);
      }),
    );
  });

  it('holds every quantile of the gaps, their mean and the longest', () => {
    fc.assert(
      fc.property(fc.array(reads, { minLength: 60, maxLength: 80 }), (all) => {
        const [told, true_] = [collectGaps(), collectGaps()];
        for (const [place, waits] of all.entries()) {
          const { truth, record: one } = recorded(waits, []);
          eachGap(one, (low, high) => told.addCensored(place, low, high));
          true_.add(place, truth);
        }
        const [bounds, exact] = [told.distribution(), true_.distribution()];
        expect(bounds.n).toBe(exact.n);
        for (const name of [...quantileNames, 'mean', 'max'] as const) {
          const value = exact[name];
          if (value === undefined) continue;
          expect(bounds.atLeast?.[name] ?? bounds[name]).toBeLessThanOrEqual(value + 0.001);
          expect(bounds[name]).toBeGreaterThanOrEqual(value - 0.001);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is the same of the gaps of a record at once, also of one with more events than any before', () => {
    const long = Array.from({ length: 1_000 }, (_, place) => [1 + (place % 3), 2 + (place % 5)]);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(reads, fc.constant(long)), { minLength: 1, maxLength: 20 }),
        others,
        (all, without) => {
          const [together, singly] = [collectGaps(), collectGaps()];
          for (const [place, waits] of all.entries()) {
            const { record: one } = recorded(waits, without);
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

  it('bounds the mean of the gaps by the first and the last event of each stream', () => {
    fc.assert(
      fc.property(fc.array(reads, { minLength: 1, maxLength: 20 }), others, (all, without) => {
        const [told, true_] = [collectGaps(), collectGaps()];
        let [count, widthMs] = [0, 0];
        for (const [place, waits] of all.entries()) {
          const { truth, record: one } = recorded(waits, without);
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
      }),
    );
    const late = record(0, { events: [100, 200, 200, 200, 300], coalesced: 2, early: 2, earlyAt: [1, 2] });
    const told = collectGaps();
    told.addAll(0, gapsOf(late));
    expect(told.distribution()).toMatchObject({ n: 4, mean: 50 });
    expect(told.distribution().atLeast).not.toHaveProperty('mean');
  });

  it('is as before in records that do not say which events are censored', () => {
    const one = record(0, { events: [100, 120, 120], coalesced: 1, early: 1 });
    const between: (readonly [number, number])[] = [];
    eachGap(one, (low, high) => between.push([low, high]));
    expect(between).toEqual([[20, 20]]);
    const exactly = { low: 100, high: 100 };
    expect(firstArrivals(one)).toEqual({ event: exactly, content: exactly });
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
