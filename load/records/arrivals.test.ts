import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstArrivals, earliestArrivals } from './arrivals.ts';
import { coalescedRecord, headers, containsTime, others, arbitraryReads } from './coalesced.testing.ts';
import { record } from './records.testing.ts';

describe('what is known of censored events', () => {
  it('holds when they came, whatever the reads', () => {
    fc.assert(
      fc.property(arbitraryReads, others, headers, (waits, without, header) => {
        const { truth, record: one } = coalescedRecord(waits, without, header);
        const lows = earliestArrivals(one) ?? one.events;
        const content = truth.filter((_, place) => !without.includes(place));
        const firsts = firstArrivals(one);
        expect(truth.every((at, place) => (lows[place] ?? 0) <= at && at <= (one.events[place] ?? 0))).toBe(true);
        expect(containsTime(firsts.event, truth[0])).toBe(true);
        expect(firsts.content === undefined || containsTime(firsts.content, content[0])).toBe(true);
        expect(firsts.content === undefined).toBe(content.length === 0);
      }),
    );
  });

  it('reaches back to the sending where they came in the read of the header', () => {
    const change = { events: [100, 100, 120], coalesced: 1, early: 1, earlyAt: [0], ownDelay: 0.1 };
    const firstOf = (at: number, more = {}) => firstArrivals(record(0, { ...change, headers: at, ...more })).content;
    expect(firstOf(100)).toEqual({ low: 1, high: 100 });
    expect(firstOf(60)).toEqual({ low: 60, high: 100 });
    // Without kernel timestamps it may have been read together with them, and stamped before them.
    expect(firstOf(99.9, { ownDelay: undefined })).toEqual({ low: 1, high: 100 });
  });

  it('is their time where they came at once, in one segment', () => {
    const together = record(0, { events: [100, 100, 120], coalesced: 1 });
    expect(earliestArrivals(together)).toBeUndefined();
    expect(firstArrivals(together).content).toEqual({ low: 100, high: 100 });
    const partly = record(0, {
      events: [100, 100, 120, 120],
      coalesced: 2,
      early: 1,
      earlyAt: [2],
      headers: 50,
      ownDelay: 0.1,
    });
    expect([...(earliestArrivals(partly) as Float64Array)].slice(0, 4)).toEqual([100, 100, 100, 120]);
  });

  it('is a guess of the first in records that do not say which events are censored', () => {
    const change = { events: [100, 120, 120], coalesced: 1, headers: 50, ownDelay: 0.1 };
    const exactly = { low: 100, high: 100 };
    expect(firstArrivals(record(0, { ...change, early: 1 }))).toEqual({ event: exactly, content: exactly });
    // One more than share their time with the next.
    const early = { low: 50, high: 100 };
    expect(firstArrivals(record(0, { ...change, early: 2 }))).toEqual({ event: early, content: early });
  });
});
