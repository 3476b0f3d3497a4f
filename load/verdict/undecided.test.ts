import { describe, expect, it } from 'vitest';
import type { BoundJudgement } from '../slo/slo.ts';
import { judgedLoad } from './judged-load.ts';
import { loadOf, type JudgedLoadOptions } from './judged.testing.ts';
import { undecidedShare } from './undecided.ts';

/** 120 requests whose times spread evenly from 100 ms to 219 ms, in no order. */
const spread: NonNullable<JudgedLoadOptions['change']> = (index) => {
  const firstContent = index * 500 + 100 + ((index * 37) % 120);
  return { firstEvent: firstContent, firstContent, events: [firstContent], end: firstContent + 1 };
};

function judged(slo: string, change = spread): readonly BoundJudgement[] {
  return judgedLoad(loadOf({ settings: { slo }, change })).slo?.bounds ?? [];
}

const undecided = (slo: string, change = spread): unknown => judged(slo, change)[0]?.undecided;

describe('a bound of an SLO', () => {
  it('is shown where the interval lies on one side of it', () => {
    for (const slo of ['ttft.p50<300ms', 'ttft.p50<110ms', 'failures<50%', 'ttft.max<1s', 'sent>1/s'])
      expect(undecided(slo)).toBeUndefined();
  });

  it('has a number of requests where the interval has both sides, larger the nearer the value is', () => {
    const [near, nearer] = ['ttft.p50<164ms', 'ttft.p50<162ms'].map((slo) => judged(slo)[0]);
    expect(near).toMatchObject({ is: 'met', value: 159, undecided: { is: 'tooFew' } });
    expect(near?.undecided?.requests).toBeGreaterThan(120);
    expect(nearer?.undecided?.requests).toBeGreaterThan((near?.undecided?.requests ?? 0) * 2);
    expect(judged('ttft.p50<157ms')[0]).toMatchObject({ is: 'violated', undecided: { is: 'tooFew' } });
  });

  it('of a mean is judged by its interval, as that of a percentile is', () => {
    // 159.5 ms, ± 6.3 ms or so.
    for (const slo of ['ttft.mean<164ms', 'e2e.mean<165ms', 'ttft.mean<157ms']) {
      const [bound] = judged(slo);
      expect(bound?.undecided).toMatchObject({ is: 'tooFew' });
      expect(bound?.interval?.[0]).toBeLessThan(bound?.value ?? 0);
    }
    expect(judged('ttft.mean<164ms')[0]).toMatchObject({ is: 'met', value: 159.5 });
    expect(judged('ttft.mean<157ms')[0]).toMatchObject({ is: 'violated' });
    expect(undecided('ttft.mean<159.5ms')).toEqual({ is: 'tooClose' });
    for (const slo of ['ttft.mean<180ms', 'ttft.mean<140ms']) expect(undecided(slo)).toBeUndefined();
    const [near = 0, nearer = 0] = ['ttft.mean<164ms', 'ttft.mean<162ms'].map(
      (slo) => judged(slo)[0]?.undecided?.requests,
    );
    expect(near).toBeGreaterThan(120);
    expect(nearer).toBeGreaterThan(2 * near);
  });

  it('of a mean is undecided further off where neighbours are alike', () => {
    const rising: JudgedLoadOptions['change'] = (index) => {
      const at = index * 500 + 100 + index;
      return { firstEvent: at, firstContent: at, events: [at], end: at + 1 };
    };
    expect(undecided('ttft.mean<170ms')).toBeUndefined();
    expect(undecided('ttft.mean<170ms', rising)).toMatchObject({ is: 'tooFew' });
  });

  it('of the mean of gaps counts requests, of which each has many', () => {
    const streams: JudgedLoadOptions['change'] = (index) => {
      const start = index * 500 + 100;
      return { events: Array.from({ length: 9 }, (_, at) => start + at * (10 + ((index * 37) % 17))) };
    };
    const [near, far] = ['gap.mean<18.4ms', 'gap.mean<25ms'].map((slo) => judged(slo, streams)[0]);
    expect(near).toMatchObject({ is: 'met', undecided: { is: 'tooFew' } });
    expect(near?.undecided?.requests).toBeGreaterThan(120);
    expect(far).not.toHaveProperty('undecided');
  });

  it('of a mean asks for as many as a mean needs', () => {
    const few: JudgedLoadOptions['change'] = (index) =>
      index < 12 ? spread(index) : { outcome: 'timeout', events: [] };
    expect(judged('ttft.mean<1s, failures<99%', few)[0]).toMatchObject({
      is: 'inconclusive',
      undecided: { is: 'tooFew', requests: 300, atLeast: true },
    });
  });

  it('has none where the value lies on it', () => {
    expect(judged('ttft.p50<159ms')[0]).toMatchObject({ is: 'inconclusive', undecided: { is: 'tooClose' } });
    expect(judged('ttft.p50<=159ms')[0]).toMatchObject({ is: 'met', undecided: { is: 'tooClose' } });
  });

  it('needs no number of requests where there was none', () => {
    const nothing = { n: 0, share: 0, interval: [0, 1] as const };
    expect(undecidedShare({ quantity: 'failures', relation: '<', bound: 1, unit: '%' }, nothing)).toEqual({});
  });

  it('asks for an interval at all where there is none', () => {
    const load = judgedLoad(loadOf({ settings: { slo: 'ttft.p99<1s' }, change: spread }));
    // With a little for neighbours that look alike by chance.
    expect(load.ttftMs.needed?.p99).toBeGreaterThanOrEqual(370);
    expect(load.ttftMs.needed?.p99).toBeLessThan(700);
    expect(load.slo?.bounds[0]).toMatchObject({
      is: 'met',
      undecided: { is: 'tooFew', requests: load.ttftMs.needed?.p99, atLeast: true },
    });
  });

  it('asks for it where the quantile itself cannot be told, which makes a measurement invalid', () => {
    expect(judged('ttft.p99.9<1s')[0]).toMatchObject({
      is: 'inconclusive',
      undecided: { is: 'tooFew', requests: 3700, atLeast: true },
    });
  });

  it('asks for it where events came in one read too, so that only an upper bound of the percentile is known', () => {
    const begins: JudgedLoadOptions['change'] = (index) => {
      const [first, last] = [index * 500 + 100, index * 500 + 120];
      return index < 70 ? { events: [first, first, last], coalesced: 1, early: 1 } : {};
    };
    for (const slo of ['ttft.p99<1s', 'ttft.p98<1s'])
      expect(judged(slo, begins)[0]).toMatchObject({
        is: 'met',
        value: 100,
        undecided: { is: 'tooFew', atLeast: true },
      });
    expect(judged('ttft.p95<1s', begins)[0]).not.toHaveProperty('undecided');
  });

  it('asks for more where neighbours are alike', () => {
    // One stretch of all that is slow.
    const burst: JudgedLoadOptions['change'] = (index) => {
      const { firstContent = 0 } = spread(index);
      const at = firstContent + (index >= 48 && index < 60 ? 1_000 : 0);
      return { firstEvent: at, firstContent: at, events: [at], end: at + 1 };
    };
    const load = loadOf({ settings: { slo: 'ttft.p90<5s' }, change: burst });
    expect(load.ttftMs.intervals?.p90).toBeUndefined();
    expect(load.ttftMs.needed?.p90).toBeGreaterThan(200);
    expect(undecided('ttft.p90<5s', burst)).toMatchObject({ is: 'tooFew', requests: load.ttftMs.needed?.p90 });
  });

  it('on failures asks for as many as could show that none is no luck', () => {
    expect(undecided('failures<1%')).toEqual({ is: 'tooFew', requests: 390 });
    expect(undecided('failures<0.01%')).toEqual({ is: 'tooFew', requests: 39_000 });
    expect(undecided('failures<=0%')).toBeUndefined();
  });

  it('counts requests, of which each has many gaps', () => {
    const streams: JudgedLoadOptions['change'] = (index) => {
      const start = index * 500 + 100;
      return { events: Array.from({ length: 9 }, (_, at) => start + at * (10 + ((index * 37) % 17))) };
    };
    const [bound] = judged('gap.p50<18.4ms', streams);
    expect(bound).toMatchObject({ value: 18, undecided: { is: 'tooFew' } });
    expect(bound?.undecided?.requests).toBeGreaterThan(120);
  });

  it('says nothing of an instrument that is invalid', () => {
    const change: JudgedLoadOptions['change'] = (index) =>
      index % 2 === 0 ? spread(index) : { outcome: 'notSent', events: [] };
    expect(judged('ttft.p50<164ms', change)[0]).toMatchObject({ is: 'inconclusive' });
    expect(undecided('ttft.p50<164ms', change)).toBeUndefined();
  });
});
