import { describe, expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import type { LoadSettings } from '../records/settings.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { judgedLoad } from './judged-load.ts';
import type { Load } from './load.ts';

/** One request every 10 ms, whose TTFT is 100 to 199 ms, evenly and in no order. */
function requestsOf(many: number): readonly RequestRecord[] {
  return Array.from({ length: many }, (_, index) => {
    const intended = index * 10;
    const firstContent = intended + 100 + ((index * 37) % 100);
    return record(index, {
      intended,
      firstEvent: firstContent,
      firstContent,
      events: [firstContent],
      end: firstContent,
    });
  });
}

function loadOf(records: readonly RequestRecord[], settings: Partial<LoadSettings>, base = header.settings): Load {
  const given = { ...base, warmupMs: 0, planned: records.length, durationMs: records.length * 10 };
  const summary = summaryOf({ ...header, settings: { ...given, ...settings } });
  for (const each of records) summary.add(each);
  return judgedLoad(summary.load());
}

describe('what --until came to', () => {
  it('is absent where it was not asked for', () => {
    expect(loadOf(requestsOf(10), {}).until).toBeUndefined();
  });

  it('is reached where the interval is narrow enough, and says whether the run was stopped for it', () => {
    const until = 'ttft.p50±10%';
    const load = loadOf(requestsOf(3_000), { until });
    const [low = 0, high = 0] = load.ttftMs.intervals?.p50 ?? [];
    const precision = Math.max(high - 149, 149 - low) / 149;
    expect(load.until).toEqual({
      text: until,
      is: 'reached',
      precision,
      says: `duration over: TTFT p50 149 ms ± ${Number((precision * 100).toPrecision(3))} %`,
    });
    expect(loadOf(requestsOf(3_000), { until, askedMs: 90_000 }).until?.says).toMatch(
      /^stopped after 30 s: TTFT p50 149/,
    );
  });

  it('says about how many requests more it needs: as many times as many as the square of what is too wide', () => {
    const { until, ttftMs } = loadOf(requestsOf(1_000), { until: 'ttft.p50±1%' });
    const [low = 0, high = 0] = ttftMs.intervals?.p50 ?? [];
    const tooWide = Math.max(high - 149, 149 - low) / 149 / 0.01;
    expect(until?.is).toBe('notReached');
    expect(until?.requestsMore).toBeGreaterThanOrEqual(1_000 * (tooWide ** 2 - 1));
    expect(until?.requestsMore).toBeLessThanOrEqual(1.1 * 1_000 * (tooWide ** 2 - 1));
    expect(until?.says).toContain(`duration over: TTFT p50 149 ms ± `);
    expect(until?.says).toContain(`needs about ${until?.requestsMore} requests more`);
  });

  it('says so where there is no interval yet, or nothing to tell one of', () => {
    const few = loadOf(requestsOf(50), { until: 'ttft.p99±5%' });
    expect(few.until?.says).toBe('duration over: too few requests yet for TTFT p99, needs about 50 requests more');
    const no = loadOf(requestsOf(50), { until: 'rtf.p50±5%' });
    expect(no.until).toEqual({
      text: 'rtf.p50±5%',
      is: 'notReached',
      says: 'duration over: no request showed real-time factor p50',
    });
    const { content: _, ...unruled } = header.settings;
    expect(loadOf(requestsOf(50), { until: 'ttft.p50±5%' }, unruled).until?.says).toContain(
      'TTFT p50 is not reported: no rule tells which events carry text',
    );
  });

  it('says that a run ended early that was cut off', () => {
    const records = requestsOf(500).map((each, place) => (place < 490 ? each : { ...each, outcome: 'aborted' }));
    expect(loadOf(records, { until: 'ttft.p50±50%' }).until?.says).toMatch(/^ended early: TTFT p50 149 ms ± /);
  });
});

describe('a run that was stopped once it was precise enough', () => {
  const stopped = { until: 'ttft.p50±10%', durationMs: 5_000, planned: 500, askedMs: 90_000 };
  const records = requestsOf(600).map((each, place) =>
    place < 500
      ? each
      : { ...each, ...(place % 2 === 0 ? { outcome: 'aborted' } : { firstContent: each.intended + 1 }) },
  );

  it('has the figures of the same run without what was sent later', () => {
    const { counts, requests, series, ...load } = loadOf(records, stopped);
    const until = loadOf(records.slice(0, 500), stopped);
    expect(load.complete).toBe(true);
    expect(load.ttftMs).toEqual(until.ttftMs);
    expect([load.rates, load.failureShare, load.validity]).toEqual([until.rates, until.failureShare, until.validity]);
    expect([requests, series]).toEqual([until.requests, until.series]);
    expect(counts).toMatchObject({ planned: 500, recorded: 600, measured: 500, ok: 500, drain: 100, aborted: 50 });
  });

  it('is incomplete where a request of before is missing or cut off', () => {
    expect(
      loadOf(
        records.filter(({ index }) => index !== 7),
        stopped,
      ).complete,
    ).toBe(false);
    const cut = records.map((each) => (each.index === 7 ? { ...each, outcome: 'aborted' } : each));
    expect(loadOf(cut, stopped).complete).toBe(false);
  });
});
