import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf, notSent, type JudgedLoadOptions } from './judged.testing.ts';
import type { Load } from './load.ts';
import type { RequestRecord } from '../records/record.ts';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';

describe('an SLO', () => {
  const judged = (slo: string, change: JudgedLoadOptions['change'] = () => ({})): Load =>
    judgedLoad(loadOf({ settings: { slo }, change }));

  it('is kept, with what was observed', () => {
    const { slo, goodput } = judged('ttft.p95<800ms, gap.p99<=20ms, failures<1%, sent>=1.9/s, rate>=1.9/s');
    expect(slo?.is).toBe('met');
    expect(slo?.bounds.map(({ value }) => value)).toEqual([100, 20, 0, 2, 2]);
    expect(slo?.bounds[0]?.interval).toEqual([100, 100]);
    expect(goodput).toMatchObject({ count: 120, share: 1, perS: 2 });
  });

  it('is not judged by a rate that the schedule itself misses', () => {
    const of = (slo: string) => judged(slo, (index) => (index === 7 ? notSent : {})).slo?.bounds[0];
    const because =
      'the schedule itself has 2 per second in the measured time, which no service could change: put a margin between --rate and the bound';
    expect(of('sent>2.5/s')).toMatchObject({ is: 'inconclusive', because });
    const load = loadOf({ settings: { slo: 'sent>2.5/s', arrivals: 'trace' } });
    expect(judgedLoad(load).slo?.bounds[0]?.because).toMatch(/: its trace asks for that; put a bound/);
    const random = loadOf({ settings: { slo: 'sent>2.5/s', arrivals: 'poisson' } });
    expect(judgedLoad(random).slo?.bounds[0]?.because).toMatch(/: random arrivals of a short time/);
    // Of the 2 a second of the schedule one was not sent.
    expect(of('sent>1.99/s')).toMatchObject({ is: 'violated' });
  });

  it('tells the first event from the first with text, and gaps between those with text', () => {
    const load = judged('ttfe.p50<150ms, ttft.p50<150ms, gap.max<30ms', (index) => ({
      events: [100, 280, 300, 390].map((ms) => index * 500 + ms),
      others: [0, 3],
      firstContent: index * 500 + 280,
    }));
    expect(load.slo?.bounds.map(({ is, value }) => [is, value])).toEqual([
      ['met', 100],
      ['violated', 280],
      ['met', 20],
    ]);
    expect(load.goodput?.count).toBe(0);
  });

  it('is not judged by a first token where no rule tells which event has it', () => {
    const { content: _, ...settings } = header.settings;
    const summary = summaryOf({
      ...header,
      settings: {
        ...settings,
        warmupMs: 0,
        durationMs: 60_000,
        planned: 120,
        slo: 'ttfe.p50<150ms, ttft.p50<150ms, goodput>9%',
        contentFrom: 'no stream was received',
      },
    });
    for (let index = 0; index < 120; index += 1) summary.add(record(index));
    const load = judgedLoad(summary.load());
    const because =
      'no rule tells which events carry text of the reply (no stream was received); give one, such as --content event=token or --content delta.text, or put the bound on ttfe';
    expect(load.slo?.bounds).toMatchObject([
      { is: 'met', value: 100 },
      { is: 'inconclusive', because },
      { is: 'inconclusive', because },
    ]);
    expect(load.ttftMs).toEqual({ n: 0, missing: {}, unclaimed: because });
    expect([load.validity?.is, loadExitCode(load), load.goodput]).toEqual(['valid', 2, undefined]);
  });

  it('is not kept by streams without text of the reply', () => {
    const silent = (index: number): Partial<RequestRecord> => {
      const { firstContent: _, ...rest } = record(index);
      return index % 10 === 0 ? { ...rest, firstContent: undefined as unknown as number } : {};
    };
    const load = judged('ttft.p95<800ms, ttft.p90<800ms, goodput>95%', silent);
    expect(load.slo?.bounds).toMatchObject([
      { is: 'inconclusive', because: 'in 12 of 120 streams no event carried text of the reply' },
      { is: 'met' },
      { is: 'violated', value: 90 },
    ]);
  });

  it('is missed where one bound is', () => {
    const load = judged('ttft.p50<90ms, failures<1%');
    expect(load.slo).toMatchObject({ is: 'violated', bounds: [{ is: 'violated', value: 100 }, { is: 'met' }] });
    expect(loadExitCode(load)).toBe(1);
  });

  it('is told of any percentile, the mean and the longest', () => {
    const { slo } = judged('ttft.p97.5<1s, ttft.mean<1s, e2e.max<150.001ms');
    expect(slo?.bounds.map(({ is, value }) => [is, value])).toEqual([
      ['met', 100],
      ['met', 100],
      ['met', 150],
    ]);
  });

  it('does not call a service fast that mostly fails, whatever is said of failures', () => {
    const failing = (index: number): Partial<RequestRecord> => (index % 2 === 0 ? { outcome: 'timeout' } : {});
    expect(judged('ttft.p95<800ms', failing).slo?.bounds[0]).toMatchObject({ is: 'violated' });
    expect(judged('ttft.p95<800ms, failures<60%', failing).slo).toMatchObject({
      is: 'violated',
      bounds: [{ is: 'violated' }, { is: 'met' }],
    });
    expect(judged('ttft.mean<800ms', failing).slo?.bounds[0]).toMatchObject({
      is: 'inconclusive',
      because: '50 % of the requests failed and have no such time; bound them too, as in failures<1%',
    });
  });

  it('bounds wrong answers among those that came whole, and what is wrong is not good', () => {
    const mixed = (index: number): Partial<RequestRecord> =>
      index < 20 ? { outcome: 'timeout' } : index % 50 === 0 ? { outcome: 'wrong', because: 'mixed up' } : {};
    const { slo, goodput, wrongShare, ttftMs } = judged('wrong<0.01%, failures<50%', mixed);
    expect(slo?.bounds).toMatchObject([{ is: 'violated', value: 2 }, { is: 'met' }]);
    expect(slo?.bounds[0]?.interval?.[1]).toBeGreaterThan(2);
    expect(wrongShare).toMatchObject({ n: 100, share: 0.02 });
    expect([goodput?.count, ttftMs.n]).toEqual([98, 98]);
  });

  it('does not take a service that never answered whole for one that is right', () => {
    const { slo } = judged('wrong<0.01%', () => ({ outcome: 'timeout' }));
    expect(slo?.bounds).toMatchObject([{ is: 'inconclusive', because: 'no answer came whole' }]);
  });

  it('is not kept by speech whose length nobody knows', () => {
    const unreadable = (index: number): Partial<RequestRecord> => ({
      operation: 'speech',
      chars: 100,
      ...(index % 10 === 0 ? { audioSeconds: 10 } : { audioFlag: 'unreadable' }),
    });
    const load = judged('rtf.p50<1, goodput>99%', unreadable);
    expect(load.slo?.bounds).toMatchObject([
      { is: 'inconclusive', because: 'of 108 of 120 answers the length of the audio is not known' },
      { is: 'violated', value: 10 },
    ]);
    // A miss is one, whatever the others are.
    expect(judged('rtf.p50<0.001', unreadable).slo?.is).toBe('violated');
    const other = (): Partial<RequestRecord> => ({ operation: 'voices' });
    const mixed = (index: number): Partial<RequestRecord> => (index % 2 === 0 ? other() : { ...unreadable(0) });
    expect(judged('rtf.p50<1, goodput>99%', mixed).slo?.is).toBe('met');
  });

  it('bounds the lag, the time of the service alone, and what of speech comes in a second', () => {
    const spoken = (): Partial<RequestRecord> => ({ operation: 'speech', chars: 100, audioSeconds: 10 });
    // 120 answers in a minute: as many as were sent.
    const { slo } = judged('lag.max<2ms, audio>=20/s, chars>=200/s, chars>=201/s', spoken);
    expect(slo?.bounds.map(({ is, value }) => [is, value])).toEqual([
      ['met', 1],
      ['met', 20],
      ['met', 200],
      ['violated', 200],
    ]);
    expect(judged('serviceTtft.p50<100ms').slo?.bounds).toMatchObject([{ is: 'met', value: 99 }]);
  });

  it('is not judged by what no request showed', () => {
    expect(judged('audio>=1/s, chars>=1/s, rtf.p50<1').slo?.bounds).toMatchObject([
      { is: 'inconclusive', because: 'no speech was measured' },
      { is: 'inconclusive', because: 'no speech was measured' },
      { is: 'inconclusive', because: 'no request showed rtf' },
    ]);
  });

  it('counts as good what keeps every bound, its quantile ignored', () => {
    const load = judged('ttft.p50<=110ms, gap.p50<25ms', (index) => ({
      ...(index < 10 && { firstContent: index * 500 + 120 }),
      ...(index >= 110 && { events: [index * 500 + 100, index * 500 + 130] }),
      ...(index === 50 && { outcome: 'reset' }),
    }));
    expect(load.goodput?.count).toBe(99);
    expect(load.slo?.is).toBe('met');
  });

  it('never counts more good requests than there are', () => {
    const bound = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(bound, bound, fc.array(fc.nat({ max: 200 }), { maxLength: 120 }), (ttft, gap, times) => {
        const load = judged(`ttft.p95<${ttft}ms, gap.p50<${gap}ms`, (index) => ({
          firstContent: index * 500 + (times[index] ?? 0),
        }));
        expect(load.goodput?.count ?? 0).toBeLessThanOrEqual(load.counts.ok);
        expect(load.goodput?.n).toBe(load.counts.ok + load.counts.failed);
      }),
      { numRuns: 30 },
    );
  });
});

/** Four steps of 30 requests, at 1, 2, 4 and 8 per second. */
function climbed(slo: string, change: (index: number) => Partial<RequestRecord>): Load {
  const settings = { ratePerS: 1, peakRatePerS: 8, steps: 4, slo };
  const planned = { ...header.settings, warmupMs: 0, durationMs: 60_000, planned: 120, ...settings };
  const summary = summaryOf({ ...header, scenario: 'capacity', settings: planned });
  for (let index = 0; index < 120; index += 1) summary.add(record(index, change(index)));
  return judgedLoad(summary.load());
}

describe('capacity', () => {
  it('stays known where a later step could not be sent as it was intended', () => {
    const late = (index: number): Partial<RequestRecord> => (index >= 60 ? { sent: index * 500 + 40 } : {});
    const load = climbed('ttft.p50<800ms', late);
    expect(load.capacity).toEqual({
      heldPerS: 2,
      inconclusivePerS: 4,
      unsentBecause: expect.stringMatching(/^requests were sent late/),
    });
    expect(load.validity).toMatchObject({
      is: 'valid',
      notes: expect.arrayContaining([
        expect.stringMatching(
          /^from 4 per second on the load was not the one that was asked for: requests were sent late/,
        ),
      ]),
    });
    expect(load.steps?.map(({ slo }) => slo?.is)).toEqual(['met', 'met', 'inconclusive', 'inconclusive']);
    expect(loadExitCode(load)).toBe(0);
  });
  it('is missed by a first step that misses, and not judged by one with too few samples', () => {
    expect(loadExitCode(climbed('ttft.p50<50ms', () => ({})))).toBe(1);
    const few = climbed('ttft.p99<800ms', () => ({}));
    expect(few.capacity).toEqual({ inconclusivePerS: 1 });
    expect(loadExitCode(few)).toBe(2);
  });
  it('is the highest rate that held and the first that did not', () => {
    const slow = (index: number): Partial<RequestRecord> => (index >= 90 ? { firstContent: index * 500 + 900 } : {});
    const load = climbed('ttft.p50<800ms', slow);
    expect(load.capacity).toEqual({ heldPerS: 4, violatedPerS: 8 });
    expect(load.steps?.map(({ counts, slo }) => [counts.measured, slo?.is])).toEqual([
      [30, 'met'],
      [30, 'met'],
      [30, 'met'],
      [30, 'violated'],
    ]);
    expect(load.slo).toBeUndefined();
    expect(loadExitCode(load)).toBe(0);
  });
});
