import { describe, expect, it } from 'vitest';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from '../records/record.ts';
import { summaryOf } from './summary.ts';
import { header, record } from '../records/records.testing.ts';

function loadOf(...records: readonly RequestRecord[]): Load {
  const summary = summaryOf(header);
  records.forEach(summary.add);
  return summary.load();
}

const four = [0, 1, 2, 3];
const all = four.map((index) => record(index));

describe('summaryOf', () => {
  it('says what was run', () => {
    expect(loadOf(...all)).toMatchObject({
      schema: 'assay.load/1',
      scenario: 'stream',
      target: 'http://127.0.0.1:8123',
      seed: 1,
      run: '8579e9cd7487',
      startedAt: '2026-11-21T05:43:44.999Z',
      timestamps: 'kernel',
      complete: true,
    });
  });

  it('leaves the warm-up out, and says how much it left out', () => {
    const slow = record(0, { firstContent: 400, end: 450, events: [400] });
    const load = loadOf(slow, ...all.slice(1));
    expect(load.counts).toMatchObject({ planned: 4, recorded: 4, warmup: 1, warmupFailed: 0, measured: 3, ok: 3 });
    expect(load.ttftMs).toMatchObject({ n: 3, max: 100 });
    expect(load.breakdown?.n).toBe(3);
  });

  it('counts ttft, lag and the whole from the intended time, and serviceTtft from the sending', () => {
    const load = loadOf(...all.slice(0, 3), record(3, { sent: 1_530 }));
    expect(load.ttftMs).toMatchObject({ n: 3, p50: 100, max: 100 });
    expect(load.lagMs).toMatchObject({ n: 3, p50: 1, max: 30 });
    expect(load.serviceTtftMs).toMatchObject({ n: 3, min: 70, max: 99 });
    expect(load.e2eMs).toMatchObject({ n: 3, p50: 150 });
    expect(load.gapMs).toMatchObject({ n: 6, min: 20, max: 20 });
  });

  it('keeps the times of failures out of the service’s speed, and counts them by outcome', () => {
    const failed = record(1, { outcome: 'http-500', status: 500 });
    const load = loadOf(record(0), failed, record(2), record(3, { outcome: 'truncated' }));
    expect(load.failures).toEqual({ 'http-500': 1, truncated: 1 });
    expect(load.counts).toMatchObject({ measured: 3, ok: 1, failed: 2 });
    expect(load.ttftMs.n).toBe(1);
    expect(load.lagMs.n).toBe(3);
  });

  it('names failures of the warm-up apart', () => {
    const load = loadOf(record(0, { outcome: 'refused' }), ...all.slice(1));
    expect(load.counts).toMatchObject({ warmupFailed: 1, failed: 0 });
    expect(load.failures).toEqual({});
  });

  it('counts a request that was not sent as failed, and the achieved rate without it', () => {
    const { sent: _, headers: __, firstByte: ___, firstContent: ____, ...unsent } = record(3, { events: [] });
    const load = loadOf(...all.slice(0, 3), { ...unsent, outcome: 'notSent' });
    expect(load.failures).toEqual({ notSent: 1 });
    expect(load.rates).toEqual({ intendedPerS: 2, achievedPerS: 1.333 });
    expect(load.lagMs.n).toBe(2);
    expect(load.complete).toBe(true);
  });

  it('achieves less than intended when sending falls behind', () => {
    const load = loadOf(...all.slice(0, 3), record(3, { sent: 3_500 }));
    expect(load.rates).toEqual({ intendedPerS: 2, achievedPerS: 1 });
  });

  it('is incomplete while records lack or were cut off, and blames nobody for the cut', () => {
    expect(loadOf(...all.slice(0, 3)).complete).toBe(false);
    const cut = loadOf(...all.slice(0, 3), record(3, { outcome: 'aborted' }));
    expect(cut.complete).toBe(false);
    expect(cut.counts).toMatchObject({ aborted: 1, failed: 0 });
  });

  it('shares out coalesced events, dropped ones and connections', () => {
    const load = loadOf(
      record(0),
      record(1, { coalesced: 1, reused: true }),
      record(2),
      record(3, { eventsDropped: 1 }),
    );
    expect(load.events).toEqual({
      count: 10,
      dropped: 1,
      coalesced: 1,
      coalescedShare: 0.1,
      uncertain: 0,
      uncertainShare: 0,
      uncertainUnplaced: 0,
      unsureGaps: 0,
      unsureGapsShare: 0,
      uncertainFirst: 0,
      uncertainContent: 0,
      uncertainContentShare: 0,
      uncertainFirstShare: 0,
    });
    expect(load.connections).toEqual({ opened: 2, reused: 1 });
  });

  it('of no record at all has no figures', () => {
    const load = loadOf();
    expect(load).toMatchObject({ complete: false, rates: { intendedPerS: 0, achievedPerS: 0 } });
    expect(load.events.coalescedShare).toBe(0);
  });
});
