import { describe, expect, it } from 'vitest';
import { header, record } from '../../load/records/records.testing.ts';
import { liveRunOf } from './live-run.testing.ts';
import { countTiles, runningView } from './view.ts';

const settings = { ...header.settings, durationMs: 60_000, planned: 120, maxCredits: 500 };
const long = { ...header, settings };
const some = Array.from({ length: 110 }, (_, index) => record(index, { credits: 1 }));
const tilesOf = (run: Parameters<typeof runningView>[0]): Readonly<Record<string, string>> =>
  Object.fromEntries(runningView(run).tiles.map(({ name, value }) => [name, value]));

describe('the page of a run', () => {
  it('says how it goes, what is left, and that the load generator is on time', () => {
    const view = runningView(liveRunOf(some, 55_500, long));
    expect(view).toMatchObject({ is: 'running', tone: 'pass', word: 'Running', says: '5 s left of 1 min 0 s' });
    expect(view.doneShare).toBeCloseTo(0.925, 3);
    expect(view.generator).toEqual({
      tone: 'pass',
      says: 'Load generator on time: lag p99 1.00 ms of at most 10 ms; kernel timestamps',
    });
    expect(view.table.rows[0]).toEqual(['TTFT, ms', '109', '100.0', '100.0', '100.0']);
    expect(tilesOf(liveRunOf(some, 55_500, long))).toMatchObject({ answered: '109', 'credits of at most 500': '110' });
  });

  it('names failures by cause, the most frequent first, and wrong answers apart', () => {
    const failures = [
      record(111, { outcome: 'wrong', because: 'the reply lacks <mark>' }),
      ...[112, 113].map((index) => record(index, { outcome: 'timeout', because: 'nothing for 60 s' })),
    ];
    const run = liveRunOf([...some, ...failures], 57_000, long);
    expect(runningView(run)).toMatchObject({
      tone: 'fail',
      failures: [
        { count: '2 ×', outcome: 'timeout', because: 'first at 56 s: nothing for 60 s' },
        { count: '1 ×', outcome: 'wrong', because: 'first at 55.5 s: the reply lacks <mark>' },
      ],
    });
    expect(tilesOf(run)).toMatchObject({ failed: '3', 'wrong answers': '1' });
  });

  it('is red of failures only where the SLO does not allow so many', () => {
    const timeouts = [111, 112, 113].map((index) => record(index, { outcome: 'timeout' }));
    const toneOf = (slo: string, more: readonly (typeof timeouts)[number][] = timeouts): string =>
      runningView(liveRunOf([...some, ...more], 57_000, { ...header, settings: { ...settings, slo } })).tone;
    expect(toneOf('failures<10%')).toBe('pass');
    expect(toneOf('failures<1%')).toBe('fail');
    expect(toneOf('ttft.p95<800ms')).toBe('fail');
    const wrong = [record(114, { outcome: 'wrong' })];
    expect(toneOf('failures<10%', wrong)).toBe('fail');
    expect(toneOf('failures<10%, wrong<5%', wrong)).toBe('pass');
  });

  it('counts failures as the headline does, and tells those of the warm-up and those never sent apart', () => {
    const early = record(0, { outcome: 'http-500', credits: 1 });
    const run = liveRunOf([early, ...some.slice(1), record(111, { outcome: 'http-500' })], 57_000, long);
    expect(tilesOf(run)).toMatchObject({ 'failed, 1 more in the warm-up': '1' });
    expect(runningView(run).failures).toMatchObject([{ count: '2 ×', outcome: 'http-500' }]);
    const waiting = { ...run, live: { ...run.live, inFlight: 20, waiting: 12 } };
    expect(tilesOf(waiting)).toMatchObject({ 'in flight, 12 waiting to be sent': '20' });
    const tiles = countTiles({ answered: 0, failed: 60, wrong: 0, unsent: 23, inWarmup: 0 });
    expect(tiles.map(({ name, value }) => `${value} ${name}`)).toEqual([
      '0 answered',
      '37 failed',
      '23 never sent',
      '0 wrong answers',
    ]);
  });

  it('says how near a run is to the precision that it goes on for', () => {
    const until = { quantile: 'TTFT p99', within: 0.02, lookedAt: 0, nextLookAt: 10_000, inRow: 0, of: 3 };
    const run = liveRunOf(some, 55_500, long);
    const says = (more: object): string | undefined => runningView({ ...run, until: { ...until, ...more } }).until;
    expect(runningView(run).until).toBeUndefined();
    expect(says({})).toBe('Until TTFT p99 ±2 %: first evaluation after 10000 measured requests');
    const looked = { precision: 0.0341, lookedAt: 15_010, nextLookAt: 22_515, inRow: 1 };
    expect(says(looked)).toBe(
      'Until TTFT p99 ±2 %: ±3.4 % now after 15010 measured requests, precise enough in 1 of 3 evaluations in a row; next evaluation after 22515',
    );
    expect(says({ ...looked, precision: undefined, inRow: 0 })).toContain('no interval yet after 15010');
    expect(says({ ...looked, precision: 0.018, inRow: 3 })).toBe('Until TTFT p99 ±2 %: reached, ±1.8 % now');
  });

  it('is amber where the load generator is late, or keeps requests back', () => {
    const late = some.map((each) => ({ ...each, sent: each.intended + 40 }));
    const view = runningView(liveRunOf(late, 56_000, long));
    expect(view.tone).toBe('inconclusive');
    expect(view.generator.says).toBe('Load generator: late, lag p99 40.0 ms of at most 10 ms');
    // A lower percentile says less than the limit asks.
    const early = runningView(liveRunOf(some.slice(0, 31), 16_000, long)).generator.says;
    expect(early).toBe(
      'Load generator on time: lag p95 1.00 ms; p99, which may be at most 10 ms, needs 70 more requests; kernel timestamps',
    );
    const lateEarly = runningView(liveRunOf(late.slice(0, 31), 16_000, long)).generator.says;
    expect(lateEarly).toBe('Load generator: late, lag p95 40.0 ms, where even p99 may be at most 10 ms');
    const unsent = runningView(liveRunOf([...some, record(111, { outcome: 'notSent' })], 56_000, long));
    expect(unsent.generator.says).toBe('Load generator: 1 request not sent, as too many were in flight');
  });

  it('tells what lacks instead of a percentile that few samples cannot show, and users of a closed loop', () => {
    expect(runningView(liveRunOf(some.slice(0, 11), 6_000, long)).table.rows[0]?.slice(3)).toEqual([
      'needs 10 more',
      'needs 90 more',
    ]);
    const closed = { ...settings, arrivals: 'closed', concurrency: '1,2', levelMs: '30000,30000' } as const;
    const run = liveRunOf(some, 40_000, { ...header, scenario: 'sweep', settings: closed }, undefined);
    const { inFlight: _, ...live } = run.live;
    expect(tilesOf({ ...run, live })).toMatchObject({ 'in flight': '≤ 2' });
    expect(runningView({ ...run, live }).says).toBe('2 users, step 2 of 2, for 20 s more; 20 s left of 1 min 0 s');
  });
});
