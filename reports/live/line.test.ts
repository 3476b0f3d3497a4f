import { describe, expect, it } from 'vitest';
import { header, record } from '../../load/records/records.testing.ts';
import { liveLine } from './line.ts';
import { liveRunOf } from './live-run.testing.ts';

const settings = { ...header.settings, durationMs: 60_000, planned: 120 };
const long = { ...header, settings };
const some = Array.from({ length: 40 }, (_, index) => record(index, { credits: 1 }));

describe('the line that shows a run', () => {
  it('has time left, rate, in flight, TTFT, gaps, failures, credits and the instrument', () => {
    const failed = record(40, { outcome: 'timeout', credits: 1 });
    const due = Array.from({ length: 120 }, (_, index) => index * 500);
    expect(liveLine(liveRunOf([...some, failed], 21_000, long, due), 120)).toBe(
      '21 s, 39 s left · 1 failed · TTFT p50 100 p95 100 ms · 41 of 120 requests · 2.0/s · 2 in flight · gap p95 20 ms · 40 to 41 credits · instrument ok',
    );
  });

  it('says when requests leave late, and which failures are wrong answers', () => {
    const late = some.map((each) => ({ ...each, sent: each.intended + 40 }));
    const wrong = record(41, { outcome: 'wrong' });
    const line = liveLine(liveRunOf([...late, wrong], 22_000, long), 120);
    expect(line).toContain('1 failed (1 wrong)');
    expect(line).toMatch(/ ms · instrument late: lag p95 40 ms · 41 of 120 requests/);
  });

  it('shows in the warm-up what came lately, and that it is one', () => {
    const line = liveLine(liveRunOf([record(0)], 400, long), undefined);
    expect(line).toMatch(/^0 s, warm-up, 1 min 0 s left · 0 failed · TTFT p50 100 p95 100 ms · 1 request · 0\.0\/s/);
    expect(liveLine(liveRunOf([], 400, long), 120)).toContain('0 failed · no answer yet · 0 of 120 requests');
    const ending = liveLine(liveRunOf(some, 61_000, long), 120);
    expect(ending).toContain('61 s, last answers awaited · ');
    expect(ending).not.toMatch(/\d\/s · /);
  });

  it('tells the real-time factor of speech, and each operation of a mix', () => {
    const spoken = some.map(({ index, intended }) => {
      const { firstEvent: _, firstContent: __, ...each } = record(index, { operation: 'speech', events: [] });
      return { ...each, audioSeconds: 2, end: intended + 501 };
    });
    expect(liveLine(liveRunOf(spoken, 21_000, long), 120)).toContain(' · real-time factor p50 0.25 p95 0.25 · ');
    const mixed = spoken.map((each, place) => (place % 2 === 0 ? each : { ...record(place), operation: 'stream' }));
    expect(liveLine(liveRunOf(mixed, 21_000, long), 120)).toContain(
      ' · stream TTFT p50 100 p95 100 ms · stream gap p95 20 ms',
    );
  });

  it('tells how near it is to the precision that the run goes on for', () => {
    const run = liveRunOf(some, 21_000, long);
    const until = { quantile: 'TTFT p99', within: 0.02, lookedAt: 0, nextLookAt: 10_000, inRow: 0, of: 3 };
    expect(liveLine({ ...run, until }, 120)).toContain(
      ' ms · until TTFT p99 ±2 %: first evaluation after 10000 · 40 credits',
    );
    const looked = { ...until, precision: 0.0341, lookedAt: 15_010, nextLookAt: 22_515, inRow: 1 };
    expect(liveLine({ ...run, until: looked }, 120)).toContain(
      ' · until TTFT p99 ±2 %: ±3.4 % now, precise enough in 1 of 3 evaluations in a row · ',
    );
  });

  it('tells of a load in steps the step that it is at', () => {
    const stepped = { ...settings, durationMs: 30_000, warmupMs: 0, peakRatePerS: 9 };
    const line = liveLine(liveRunOf(some, 21_000, { ...header, scenario: 'spike', settings: stepped }), 120);
    expect(line).toMatch(/^21 s, 9 s left · 0 failed · .* · step 3 of 3 · /);
    expect(line.indexOf(' ms')).toBeLessThan(58);
  });
});
