import { describe, expect, it } from 'vitest';
import { runSamples } from '../differences/run-samples.ts';
import { judgeQuantities } from '../differences/judge.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { parseSlo } from '../slo/parse-slo.ts';
import type { Slo } from '../slo/slo.ts';
import type { Blocks } from '../statistics/blocks.ts';
import { summaryOf } from './summary.ts';
import { tallyOf } from './tally.ts';

const blocks: Blocks = { count: 10, at: (ms) => Math.floor(ms / 1_000), stratum: () => 0 };

/** A spoken answer whose body begins so long after its intended start. */
function spoken(index: number, beginsMs: number): RequestRecord {
  const { firstEvent: _, firstContent: __, ...made } = record(index, { operation: 'speech', events: [] });
  return { ...made, firstByte: made.intended + beginsMs, end: made.intended + 800 };
}

function figuresOf(records: readonly RequestRecord[], slo?: Slo) {
  const tally = tallyOf(slo, blocks);
  for (const each of records) tally.add(each, 'steady');
  return tally.figures({ plannedMs: 20_000, sendingMs: 20_000 });
}

describe('the time to first byte', () => {
  const all = Array.from({ length: 20 }, (_, index) => spoken(index, 50 + index));

  it('is from the intended start of an answer that is no stream to the first byte of its body', () => {
    expect(figuresOf(all).ttfbMs).toMatchObject({ n: 20, min: 50, max: 69 });
  });

  it('is none of streams, of failures, and of an answer without a body', () => {
    expect(figuresOf([record(0), record(1)])).not.toHaveProperty('ttfbMs');
    const { firstByte: _, ...empty } = spoken(1, 50);
    expect(figuresOf([{ ...spoken(0, 50), outcome: 'http-500' }, empty])).not.toHaveProperty('ttfbMs');
  });

  it('of each operation has every percentile that a chart draws, as its E2E latency has', () => {
    const summary = summaryOf({ ...header, settings: { ...header.settings, warmupMs: 0, durationMs: 20_000 } });
    all.forEach((each) => summary.add({ ...each, index: 2 * each.index }));
    all.forEach((each) => summary.add({ ...each, index: 2 * each.index + 1, operation: 'chat' }));
    const { chat } = summary.load().operations ?? {};
    expect(chat?.ttfbMs?.curve?.length).toBeGreaterThan(0);
    expect(chat?.ttfbMs?.curve?.length).toBe(chat?.e2eMs.curve?.length);
  });

  it('can be bounded, and makes a request good or not', () => {
    const parsed = parseSlo('ttfb.p50<60ms');
    if (parsed.is === 'wrong') throw new Error(parsed.because);
    expect(figuresOf(all, parsed.slo).goodput).toMatchObject({ count: 10, n: 20 });
  });

  it('is compared', () => {
    const [a, b] = [1, 3].map((factor) => {
      const fold = runSamples({ ...header, settings: { ...header.settings, durationMs: 100_000, warmupMs: 0 } });
      for (let index = 0; index < 200; index += 1) fold.add(spoken(index, factor * (50 + ((index * 7) % 20))));
      return fold.result();
    });
    if (a === undefined || b === undefined) throw new Error('two runs');
    const { quantities } = judgeQuantities({ is: 'runs', a, b }, { within: 0.05 });
    const found = quantities.filter(({ quantity }) => quantity.startsWith('ttfb'));
    expect(found.map(({ quantity, word }) => [quantity, word])).toEqual([
      ['ttfb.p50', 'slower'],
      ['ttfb.p95', 'slower'],
    ]);
  });
});
