import { describe, expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { parseSlo } from '../slo/parse-slo.ts';
import type { Blocks } from '../statistics/blocks.ts';
import { tallyCells, tallyOf, type Tally } from './tally.ts';

/** A block a second. */
const blocks: Blocks = { count: 10, at: (ms) => Math.floor(ms / 1_000), stratum: () => 0 };
const span = { plannedMs: 10_000, sendingMs: 10_000 };

function sloOf(text: string): Parameters<typeof tallyOf>[0] {
  const parsed = parseSlo(text);
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  return parsed.slo;
}

function tallied(records: readonly RequestRecord[], slo?: string, content?: string): Tally {
  const tally = tallyOf(slo === undefined ? undefined : sloOf(slo), blocks, content);
  for (const each of records) tally.add(each, 'steady');
  return tally;
}

const perhapsFailed = record(2, { judged: 'noError', broke: 'noError' });

describe('a tally', () => {
  it('has in its shares what was answered or failed, and not what the end of the run cut off', () => {
    const { failureShare } = tallied([
      record(0),
      record(1, { outcome: 'http-500' }),
      record(2, { outcome: 'aborted' }),
      record(3),
    ]).figures(span);
    expect(failureShare).toMatchObject({ n: 3, share: 1 / 3 });
  });

  it('tells failures as a range where a stream ended in an error object', () => {
    const failed = record(1, { outcome: 'http-500' });
    const figures = tallied([record(0), failed, perhapsFailed, record(3)]).figures(span);
    expect(figures.failureShare.share).toBe(0.25);
    expect(figures.failuresAtMost).toMatchObject({ streams: 1, share: 0.5 });
    expect(tallied([record(0), failed]).figures(span)).not.toHaveProperty('failuresAtMost');
  });

  it('has a share of wrong answers of those that came whole', () => {
    const wrong = record(1, { outcome: 'wrong', judged: 'own', broke: 'own' });
    const { wrongShare } = tallied([record(0), wrong, record(2, { outcome: 'timeout' })]).figures(span);
    expect(wrongShare).toMatchObject({ n: 2, share: 0.5 });
    expect(tallied([record(2, { outcome: 'timeout' })]).figures(span)).not.toHaveProperty('wrongShare');
  });

  it('estimates wrong answers by the decoded ones, where some of those are wrong', () => {
    const spoken = (index: number, changes: Partial<RequestRecord> = {}): RequestRecord =>
      record(index, { operation: 'speech', judged: 'whole', ...changes });
    const heard = { judged: 'whole decoded' };
    const heardWrong = { ...heard, outcome: 'wrong', broke: 'decoded' };
    const right = Array.from({ length: 5 }, (_, index) => spoken(index, heard));
    const wrong = Array.from({ length: 5 }, (_, index) => spoken(5 + index, heardWrong));
    const open = Array.from({ length: 8 }, (_, index) => spoken(10 + index));
    const others = [record(18), spoken(19, { outcome: 'wrong', broke: 'whole' })];
    const all = [...right, ...wrong, ...open, ...others];
    const figures = tallied(all, 'ttfe.p95<500ms').figures(span);
    // One of 20 is seen to be wrong, and of the other 18 that speak half are.
    expect(figures.wrongShare).toMatchObject({ n: 12, share: 0.5 });
    expect(figures.failuresBySample).toMatchObject({ undecoded: 8, n: 12, share: 0.5 });
    expect(figures.failureShare).toMatchObject({ n: 20, share: 0.3 });
    expect(figures.goodput).toMatchObject({ count: 6, atMost: { count: 14 } });
    const without = tallied([...right, ...open, ...others], 'ttfe.p95<500ms').figures(span);
    expect(without.wrongShare).toMatchObject({ n: 15, share: 1 / 15 });
    expect(without).not.toHaveProperty('failuresBySample');
    expect(without.goodput).toMatchObject({ count: 14 });
  });

  it('counts as good what keeps the SLO, and tells a range where that is not known', () => {
    const slow = record(1, { firstEvent: 1_500, firstContent: 1_500, events: [1_500], end: 1_600 });
    const { goodput } = tallied([record(0), slow, perhapsFailed, record(3)], 'ttfe.p95<500ms').figures(span);
    expect(goodput).toMatchObject({ count: 2, share: 0.5, atMost: { count: 3, share: 0.75 } });
    expect(tallied([record(0)]).figures(span)).not.toHaveProperty('goodput');
    expect(tallied([record(0)], 'ttft.p95<500ms').figures(span)).not.toHaveProperty('goodput');
    expect(tallied([record(0)], 'ttft.p95<500ms', 'delta.text').figures(span).goodput).toMatchObject({ count: 1 });
  });

  it('has requests of the warm-up in its counts alone', () => {
    const tally = tallyOf(undefined, blocks);
    tally.add(record(0, { outcome: 'http-500' }), 'warmup');
    const { counts, failureShare, ttfeMs } = tally.figures(span);
    expect(counts).toMatchObject({ recorded: 1, measured: 0 });
    expect([failureShare.n, ttfeMs.n]).toEqual([0, 0]);
  });

  it('has no times of an audit but its lag', () => {
    const tally = tallyOf(undefined, blocks);
    tally.add(record(0), 'steady', true);
    const { lagMs, ttfeMs, e2eMs } = tally.figures(span);
    expect([lagMs.n, ttfeMs.n, e2eMs.n]).toEqual([1, 0, 0]);
  });

  it('is less sure of a share whose failures come in bursts', () => {
    const width = (isBad: (index: number) => boolean): number => {
      const records = Array.from({ length: 200 }, (_, index) =>
        record(index, { intended: index * 50, ...(isBad(index) && { outcome: 'http-500' }) }),
      );
      const [low, high] = tallied(records).figures(span).failureShare.interval;
      return high - low;
    };
    expect(width((index) => index < 40)).toBeGreaterThan(2 * width((index) => index % 5 === 0));
  });

  it('has the rate of a step by what was sent within it', () => {
    const tally = tallied([record(0), record(1), record(2), record(3)]);
    for (const index of [0, 1]) tally.addOutput(record(index), { fromMs: 0, toMs: 10_000 });
    const late = { ...span, sendingMs: 20_000 };
    // Of a run the time that sending took, where that is longer than the schedule.
    expect(tally.figures(late).rates).toEqual({ intendedPerS: 0.4, achievedPerS: 0.2 });
    expect(tally.figures({ ...late, isStep: true }).rates.achievedPerS).toBe(0.2);
    expect(tally.figures(span).rates.achievedPerS).toBe(0.4);
    expect(tally.figures({ ...span, isStep: true }).rates.achievedPerS).toBe(0.2);
  });

  it('merges to that of all requests', () => {
    const records = [record(0), record(1, { outcome: 'wrong' }), perhapsFailed, record(3, { outcome: 'timeout' })];
    const merged = tallied(records.slice(0, 2), 'ttfe.p95<500ms');
    merged.merge(tallied(records.slice(2), 'ttfe.p95<500ms'));
    expect(merged.figures(span)).toEqual(tallied(records, 'ttfe.p95<500ms').figures(span));
  });
});

describe('the tallies of steps, operations and generators', () => {
  const cells = tallyCells(undefined, blocks);
  const places = [
    [0, 'stream', 0],
    [0, 'chat', 0],
    [1, 'chat', 1],
  ] as const;
  places.forEach(([step, operation, generator], index) => {
    for (let n = 0; n <= index; n += 1) cells.at(step, operation, generator).add(record(n), 'steady');
  });
  const measured = (tally: Tally): number => tally.counted().counts.measured;

  it('are made once for each', () => {
    expect(cells.list().map(({ step, operation, generator }) => [step, operation, generator])).toEqual(places);
  });

  it('add up by each of these, and over all', () => {
    expect([cells.step(0), cells.step(1)].map(measured)).toEqual([3, 3]);
    expect(cells.operations().map(([name, tally]) => [name, measured(tally)])).toEqual([
      ['chat', 5],
      ['stream', 1],
    ]);
    expect([cells.generators([0]), cells.generators([0, 1])].map(measured)).toEqual([3, 6]);
    expect([measured(cells.all()), cells.counted().counts.measured]).toEqual([6, 6]);
  });
});
