import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { rankOf } from '../statistics/ranks.ts';
import { loadOf } from './judged.testing.ts';
import type { RequestRecord } from '../records/record.ts';

/** A stream with these gaps, in which the events at these places came in one read with the next ones. */
function readTogether(index: number, gaps: readonly number[], early: readonly number[]): Partial<RequestRecord> {
  const begin = index * 500 + 100;
  const events = gaps.reduce((all, gap) => [...all, (all.at(-1) ?? 0) + gap], [begin]);
  const earlyAt = early.toSorted((one, next) => one - next).map((place) => place + 1);
  for (const place of earlyAt.toReversed()) events[place] = events[place + 1] ?? 0;
  return { events, early: earlyAt.length, earlyAt, end: events.at(-1) ?? 0 };
}

describe('percentiles that uncertain events spoil', () => {
  // Two of 360 events: 0.56 % bear p99, and spoil p99.9.
  const load = {
    ...loadOf({ change: (index) => (index < 2 ? { early: 1 } : {}) }),
    gapMs: { n: 2000, p50: 1, p99: 5, p999: 9, missing: {} },
  };

  it('are suppressed, with the reason, and the others told', () => {
    const { gapMs, validity } = judgedLoad(load);
    expect(gapMs).toMatchObject({
      p50: 1,
      p99: 5,
      suppressed: { p999: expect.stringMatching(/^0\.556 % of the events/) },
    });
    expect(gapMs.p999).toBeUndefined();
    expect(validity?.is).toBe('valid');
  });

  it('are left out of the curve too', () => {
    const curve = [99, 99.5, 99.9].map((percent) => ({ percent, value: 5 }));
    const { gapMs } = judgedLoad({ ...load, gapMs: { ...load.gapMs, curve } });
    // 0.56 % are more than the 0.5 % above p99.5.
    expect(gapMs.curve).toEqual([{ percent: 99, value: 5 }]);
    expect(gapMs.curveSuppressed).toMatch(/^0\.556 % of the events/);
    expect(judgedLoad({ ...load, gapMs: { ...load.gapMs, curve: curve.slice(0, 1) } }).gapMs).not.toHaveProperty(
      'curveWithheld',
    );
  });

  it('leave a bound on them inconclusive, and every other one judged', () => {
    const slo = 'gap.p90<1s, ttft.p95<800ms, failures<1%';
    // The end of each stream comes in one write with its last event.
    const ends = (index: number): Partial<RequestRecord> => {
      const [first, last] = [index * 500 + 100, index * 500 + 120];
      return { events: [first, last, last], coalesced: 1, early: 1 };
    };
    const judged = judgedLoad(loadOf({ settings: { slo }, change: ends }));
    expect(judged.validity?.is).toBe('valid');
    expect(judged.slo?.bounds.map(({ is }) => is)).toEqual(['inconclusive', 'met', 'met']);
    expect(judged.slo?.bounds[0]?.because).toMatch(/^suppressed: 33\.3 % of the events/);
    expect(loadExitCode(judged)).toBe(2);
  });

  it('of a time to a first event are told with both bounds, where that is what may have come early', () => {
    const begins = (index: number): Partial<RequestRecord> => {
      const [first, last] = [index * 500 + 100, index * 500 + 120];
      return index < 70 ? { events: [first, first, last], coalesced: 1, early: 1, ownDelay: 0.1 } : {};
    };
    const slo = 'ttft.p50<110ms, ttft.p50<60ms, ttft.p50<40ms';
    const { ttftMs, events, slo: judged } = judgedLoad(loadOf({ settings: { slo }, change: begins }));
    expect(events).toMatchObject({ uncertain: 70, uncertainFirst: 70, uncertainContent: 70 });
    // The head came at 50 ms, and the read before.
    expect([ttftMs.p50, ttftMs.p95, ttftMs.atLeast]).toEqual([100, 100, { p50: 50, min: 50, mean: 70.833 }]);
    expect(judged?.bounds).toMatchObject([
      { is: 'met', value: 100, best: 50 },
      {
        is: 'inconclusive',
        because:
          'it lies between 50 and 100 ms, since several events arrived in one read and only the time of the last one is known',
      },
      { is: 'violated', value: 100 },
    ]);
  });

  it('of gaps are told with both bounds, where records say which events were early', () => {
    // The second and the third came in one read at 140, and the head at 50: 0 to 40 ms from each other.
    const one = (index: number): Partial<RequestRecord> => {
      const [first, last] = [index * 500 + 100, index * 500 + 140];
      return { events: [first, last, last], coalesced: 1, early: 1, earlyAt: [1] };
    };
    const slo = 'gap.p50<21ms, gap.p50<19ms, gap.max<50ms, gap.max<30ms, gap.max<10ms, gap.mean<30ms';
    const { gapMs, events, slo: judged } = judgedLoad(loadOf({ settings: { slo }, change: one }));
    expect(events).toMatchObject({ uncertain: 120, uncertainUnplaced: 0, unsureGaps: 240, unsureGapsShare: 1 });
    // Both gaps of a stream together are 40 ms, so that one of them is at least 20, and the other one at most.
    expect(gapMs).toMatchObject({ n: 240, p50: 20, max: 40, mean: 20, atLeast: { p50: 0, max: 20 } });
    expect(gapMs.atLeast).not.toHaveProperty('mean');
    // Of a mean only the ends of each stream count, which are sure.
    const [least, most] = gapMs.intervals?.mean ?? [];
    expect([least, most]).toEqual([expect.closeTo(18.7, 0), expect.closeTo(21.3, 0)]);
    const open = (low: number, high: number): string =>
      `it lies between ${low} and ${high} ms, since several events arrived in one read and only the time of the last one is known`;
    expect(judged?.bounds).toMatchObject([
      { is: 'met', value: 20 },
      { is: 'inconclusive', because: open(0, 20) },
      { is: 'met' },
      { is: 'inconclusive', because: open(20, 40) },
      { is: 'violated', value: 40, best: 20 },
      { is: 'met', value: 20 },
    ]);
    const { slo: ofRequests } = judgedLoad(loadOf({ settings: { slo: 'gap.max<30ms, goodput>=90%' }, change: one }));
    expect(ofRequests?.bounds[1]).toMatchObject({
      is: 'inconclusive',
      because:
        'it lies between 0 and 100 %, since several events arrived in one read and only the time of the last one is known',
    });
  });

  it('of gaps are told with both bounds wherever uncertain ones move them, however few these are', () => {
    // Of 15 gaps the last four come in two reads: the median is one of the sure ones, and another if they came early.
    const gaps = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 6, 200, 6, 200];
    const { slo: judged, gapMs } = judgedLoad(
      loadOf({ settings: { slo: 'gap.p50<65ms' }, change: (index) => readTogether(index, gaps, [11, 13]) }),
    );
    expect(gapMs).toMatchObject({ p50: 80, atLeast: { p50: 60 } });
    expect(judged?.bounds).toMatchObject([{ is: 'inconclusive', value: 80, best: 60 }]);
    // The whole curve holds the truth: p30 is 40.
    const [low = 0, high = 0] = gapMs.curve?.find(({ percent }) => percent === 30)?.interval ?? [];
    expect([low <= 40, high >= 40, low < high]).toEqual([true, true, true]);
  });

  it('hold the true ones between their bounds, and within their intervals', () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 18 }), { maxLength: 6 });
    const times = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(times, places, (gaps, early) => {
        const { gapMs } = judgedLoad(loadOf({ change: (index) => readTogether(index, gaps, early) }));
        const ordered = gaps.toSorted((one, next) => one - next);
        for (const [name, q] of [
          ['p50', 0.5],
          ['p90', 0.9],
          ['p95', 0.95],
        ] as const) {
          const truth = ordered[rankOf(20, q) - 1] as number;
          const [value = 0, least = value * 0.995] = [gapMs[name], gapMs.atLeast?.[name]];
          expect(truth).toBeLessThanOrEqual(value);
          expect(truth).toBeGreaterThanOrEqual(least);
          const [low, high] = gapMs.intervals?.[name] ?? [truth, truth];
          expect([low <= truth, high >= truth]).toEqual([true, true]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of streams whose events all came in one read are ranges, and no more requests are asked for', () => {
    const one = (index: number): Partial<RequestRecord> => {
      const at = index * 500 + 101;
      const first = { headers: at, firstEvent: at, firstContent: at, ownDelay: 0.1 };
      return { ...first, events: [at, at, at, at], coalesced: 3, early: 3, earlyAt: [0, 1, 2] };
    };
    const slo = 'gap.p95<20ms, gap.mean<20ms, gap.mean<40ms, ttft.p50<200ms, ttft.p50<50ms';
    const { slo: judged, gapMs, ttftMs, events } = judgedLoad(loadOf({ settings: { slo }, change: one }));
    expect([events.uncertainFirst, events.unsureGapsShare]).toEqual([120, 1]);
    // They were sent 1 ms late, and 100 ms later all was there: of three gaps one at most is longer than 50 ms.
    expect(gapMs).toMatchObject({
      n: 360,
      p50: 50,
      p95: 100,
      mean: 33.333,
      atLeast: { p50: 0, p95: 0, mean: 0, max: 0 },
    });
    expect(ttftMs).toMatchObject({ p50: 101, atLeast: { p50: 1 } });
    // No bar of a histogram stands for a range.
    for (const { bins, n } of [gapMs, ttftMs])
      expect([bins?.ranges, bins?.counts.reduce((sum, count) => sum + count, 0)]).toEqual([n, 0]);
    const open = (low: number, high: number): string =>
      `it lies between ${low} and ${high} ms, since several events arrived in one read and only the time of the last one is known`;
    expect(judged?.bounds).toMatchObject([
      { is: 'inconclusive', because: open(0, 100) },
      { is: 'inconclusive', because: open(0, 33.33) },
      { is: 'met', value: 33.333, best: 0 },
      { is: 'met', value: 101, best: 1 },
      { is: 'inconclusive', because: open(1, 101) },
    ]);
    expect(judged?.bounds.every(({ undecided }) => undecided === undefined)).toBe(true);
  });

  it('of a mean are bounds of what those saw who sent the words', () => {
    // Three bursts of five words, 100 ms apart, the first with the header: 200 ms over 14 gaps.
    const burst = (index: number): Partial<RequestRecord> => {
      const at = index * 500 + 51;
      const events = [0, 100, 200].flatMap((after) => Array.from({ length: 5 }, () => at + after));
      const earlyAt = Array.from({ length: 15 }, (_, place) => place).filter((place) => place % 5 !== 4);
      return {
        headers: at,
        firstEvent: at,
        firstContent: at,
        events,
        coalesced: 12,
        early: 12,
        earlyAt,
        ownDelay: 0.1,
      };
    };
    const slo = 'gap.mean<20ms, gap.mean<15ms, gap.mean<14ms';
    const { slo: judged, gapMs } = judgedLoad(loadOf({ settings: { slo }, change: burst }));
    expect(gapMs).toMatchObject({ n: 1680, mean: 17.857, atLeast: { mean: 14.286 } });
    expect(judged?.bounds.map(({ is }) => is)).toEqual(['met', 'inconclusive', 'violated']);
  });

  it('of gaps that even the shortest break are missed', () => {
    // Whenever the second came, the third came 40 ms behind it.
    const one = (index: number): Partial<RequestRecord> => {
      const at = index * 500;
      return { events: [at + 100, at + 140, at + 180], early: 1, earlyAt: [0] };
    };
    const slo = 'gap.max<30ms, goodput>=90%';
    const { slo: judged, goodput } = judgedLoad(loadOf({ settings: { slo }, change: one }));
    expect(judged?.bounds.map(({ is }) => is)).toEqual(['violated', 'violated']);
    expect([goodput?.count, goodput?.atMost]).toEqual([0, undefined]);
  });

  it('are exact where only later events may have come early', () => {
    const goesOn = (index: number): Partial<RequestRecord> => {
      const [first, last] = [index * 500 + 100, index * 500 + 120];
      return { events: [first, last, last], coalesced: 1, early: 1 };
    };
    const { ttftMs, events } = judgedLoad(loadOf({ change: goesOn }));
    expect([events.uncertain, events.uncertainContent, ttftMs.atLeast]).toEqual([120, 0, undefined]);
  });
});

describe('a rule that reads no text in streams that were answered', () => {
  const unread =
    (count: number) =>
    (index: number): Partial<RequestRecord> => {
      const silent: Record<string, unknown> = { firstContent: undefined, others: [0, 1, 2] };
      return index < count ? silent : {};
    };
  const because = (count: number): string => `the rule delta.text read no text of the reply in ${count} of 120 streams`;

  it('is said', () => {
    const { ttftMs, validity } = judgedLoad(loadOf({ change: unread(9) }));
    expect(validity?.notes).toContain(because(9));
    expect([ttftMs.n, ttftMs.p50]).toEqual([111, 100]);
  });

  it('is no rule of theirs where these are more than a tenth', () => {
    const slo = 'ttft.p50<1s, gap.p50<1s, ttfe.p50<1s, goodput>1%';
    const { ttftMs, gapMs, goodput, slo: judged } = judgedLoad(loadOf({ settings: { slo }, change: unread(13) }));
    expect(ttftMs).toMatchObject({ n: 0, unclaimed: expect.stringContaining(because(13)) });
    expect([gapMs.n, goodput]).toEqual([0, undefined]);
    expect(judged?.bounds.map(({ is }) => is)).toEqual(['inconclusive', 'inconclusive', 'met', 'inconclusive']);
    expect(judged?.bounds[0]?.because).toContain(because(13));
  });
});
