import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { record } from '../records/records.testing.ts';
import { foldRequests } from './requests-fold.ts';
import type { RequestsShown } from './figures.ts';

const shownOf = (records: readonly RequestRecord[]): RequestsShown | undefined => {
  const fold = foldRequests();
  records.forEach((each) => fold.add(each, each.intended >= 2000));
  return fold.result();
};

const one = fc.record({
  ttft: fc.integer({ min: 1, max: 50 }),
  outcome: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'http-500', 'refused', 'aborted', 'notSent'),
});

const runs = fc.array(one, { minLength: 1, maxLength: 200 }).map((each) =>
  each.map(({ ttft, outcome }, index) => {
    const first = index * 500 + ttft;
    return record(index, { firstContent: first, firstEvent: first, events: [first], end: first + 9, outcome });
  }),
);

const ttftOf = ({ firstContent = 0, intended }: Pick<RequestRecord, 'firstContent' | 'intended'>): number =>
  firstContent - intended;

describe('the requests that a report shows', () => {
  it('are the slowest that were measured, the first that failed, and all outcomes from first to last', () => {
    fc.assert(
      fc.property(runs, fc.integer(), (records, turn) => {
        const measured = records.filter(({ outcome, intended }) => outcome === 'ok' && intended >= 2000);
        const failed = records.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'aborted');
        const at = Math.abs(turn) % records.length;
        const shown = shownOf([...records.slice(at), ...records.slice(0, at)]);
        const slowest = measured.toSorted((a, b) => ttftOf(b) - ttftOf(a) || a.index - b.index).slice(0, 10);
        expect(shown?.slowest.map(({ id }) => id)).toEqual(slowest.map(({ id }) => id));
        expect(shown?.failed).toHaveLength(Math.min(10, failed.length));
        for (const { outcome, n } of shown?.outcomes ?? []) {
          const first = failed.filter((each) => each.outcome === outcome).map(({ id }) => id);
          const told = shown?.failed.filter((each) => each.outcome === outcome).map(({ id }) => id) ?? [];
          expect(told).toEqual(first.slice(0, told.length));
          // Of three causes each has three places of ten, or as many as there are.
          expect(told.length).toBeGreaterThanOrEqual(Math.min(n, 3));
        }
        for (const { outcome, n, unmeasured = 0, firstMs, lastMs } of shown?.outcomes ?? []) {
          const same = failed.filter((each) => each.outcome === outcome).map(({ intended }) => intended);
          expect(unmeasured).toBe(same.filter((intended) => intended < 2000).length);
          expect([n, firstMs, lastMs]).toEqual([same.length, Math.min(...same), Math.max(...same)]);
        }
        expect(shown?.outcomes).toHaveLength(new Set(failed.map(({ outcome }) => outcome)).size);
        const answered = records.filter(({ outcome }) => outcome === 'ok');
        // Without a measured answer the points are of whole answers, 9 ms later.
        const [by, later] = measured.length > 0 ? ['ttft', 0] : ['e2e', 9];
        expect(shown?.by).toBe(by);
        expect(shown?.points).toEqual(answered.map((each) => [each.intended, ttftOf(each) + later]));
        expect(shown).toEqual(shownOf(records));
      }),
    );
  });

  it('name a stream that stalled in its middle, however soon it began', () => {
    const events = (index: number, stallMs: number): Partial<RequestRecord> => ({
      events: [100, 120, 140 + stallMs].map((after) => index * 500 + after),
      end: index * 500 + 150 + stallMs,
    });
    const failed = record(30, { ...events(30, 9000), outcome: 'truncated' });
    const records = Array.from({ length: 30 }, (_, index) =>
      record(index, events(index, index === 17 ? 1501 : index === 2 ? 5000 : index / 10)),
    );
    const stalled = shownOf([...records, failed])?.stalled;
    // The one of the warm-up and the one that failed are elsewhere.
    expect(stalled?.map(({ index, gapMs }) => [index, gapMs])).toEqual([
      [17, 1521],
      [29, 22.9],
      [28, 22.8],
      [27, 22.7],
      [26, 22.6],
    ]);
    expect(shownOf([record(5, { events: [2600] })])).not.toHaveProperty('stalled');
  });

  it('name streams whose longest gap is known as a range, by what it is at least and with both ends', () => {
    const own = { ownDelay: 0.1, coalesced: 2, early: 2, end: 9_000 };
    const shown = shownOf([
      record(10, { events: [5_100, 5_120, 5_140] }),
      // 900 ms of nothing, and all at once: the longest of three gaps is a third of that at least.
      record(11, { ...own, events: [5_600, 6_500, 6_500, 6_500], earlyAt: [1, 2] }),
      // All in the read of the header.
      record(12, { ...own, headers: 8_000, events: [8_000, 8_000, 8_000], earlyAt: [0, 1] }),
      record(13, { ...own, headers: 8_501, events: [8_501, 8_501, 8_501], earlyAt: [0, 1] }),
    ]);
    expect(shown?.stalled?.map(({ index, gapMs, gapAtMostMs }) => [index, gapMs, gapAtMostMs])).toEqual([
      [11, 300, 900],
      [10, 20, undefined],
      [13, 0, 2_000],
      [12, 0, 1_999],
    ]);
  });

  it('are bounded, and points are spread over the whole run', () => {
    const records = Array.from({ length: 20_000 }, (_, index) =>
      record(index, { outcome: index % 3 ? 'ok' : 'refused' }),
    );
    const shown = shownOf(records);
    expect(shown?.points).toHaveLength(1000);
    expect(shown?.failures).toHaveLength(400);
    const quarters = [0, 1, 2, 3].map(
      (quarter) => shown?.points.filter(([atMs]) => Math.floor(atMs / 2_500_000) === quarter).length ?? 0,
    );
    // 250 each; four standard deviations of a fair draw are 55.
    for (const each of quarters) expect(Math.abs(each - 250)).toBeLessThan(55);
    expect(shown?.slowest).toHaveLength(10);
  });

  it('are by the whole answer where there is no text of a reply', () => {
    const records = [4, 5, 6].map((index) => {
      const { firstContent: _, ...rest } = record(index, { operation: 'speech', end: index * 500 + 100 * index });
      return rest;
    });
    const shown = shownOf(records);
    expect(shown?.by).toBe('e2e');
    expect(shown?.slowest.map(({ index }) => index)).toEqual([6, 5, 4]);
    expect(shown?.points).toEqual([
      [2000, 400],
      [2500, 500],
      [3000, 600],
    ]);
  });

  it('keep the first 200 events of a request, and say how many there were', () => {
    const events = Array.from({ length: 300 }, (_, place) => 2100 + place);
    const [request] = shownOf([record(4, { events, eventsDropped: 2 })])?.slowest ?? [];
    expect(request).toMatchObject({ eventCount: 302, intended: 2000, sent: 2001 });
    expect(request?.events).toHaveLength(200);
  });

  it('counts statuses beyond 30 together, and tells the times of the measured ones apart', () => {
    const fold = foldRequests();
    for (let index = 0; index < 40; index += 1)
      fold.add(record(index, { outcome: `http-${500 + index}` as 'http-500', intended: index * 10 }), index >= 5);
    for (let index = 40; index < 44; index += 1)
      fold.add(record(index, { outcome: 'http-500', intended: index * 10 }), true);
    const outcomes = fold.outcomes();
    expect(outcomes.reduce((sum, { n }) => sum + n, 0)).toBe(44);
    expect(outcomes.find(({ outcome }) => outcome === 'other outcomes')).toMatchObject({
      n: 10,
      firstMs: 300,
      lastMs: 390,
    });
    expect(outcomes[0]).toMatchObject({ outcome: 'http-500', n: 5, unmeasured: 1, firstMs: 0, measuredMs: [400, 430] });
  });

  it('tells each outcome of its own, however many statuses were there before', () => {
    const fold = foldRequests();
    for (let index = 0; index < 50; index += 1)
      fold.add(record(index, { outcome: `http-${400 + index}` as 'http-400' }), true);
    for (const [place, outcome] of (['wrong', 'notSent', 'wrong', 'refused', 'http-450'] as const).entries())
      fold.add(record(50 + place, { outcome }), true);
    const many = Object.fromEntries(fold.outcomes().map(({ outcome, n }) => [outcome, n]));
    expect(many).toMatchObject({ wrong: 2, notSent: 1, refused: 1, 'http-400': 1, 'other outcomes': 21 });
    // Of the ten commonest none is what is counted together.
    expect(fold.result()?.failed.map(({ outcome }) => outcome)).not.toContain('http-430');
  });
});
