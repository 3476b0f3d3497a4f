import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf, notSent } from './judged.testing.ts';
import type { Load } from './load.ts';

/** 120 requests a half second apart, of which each is sent `lagMs` late and answered `serviceMs` after that. */
function judged(slo: string, { lagMs = 0, serviceMs = 100 }, maxInFlight = 100): Load {
  const change = (index: number): Partial<RequestRecord> => {
    const sent = index * 500 + lagMs;
    const firstContent = sent + serviceMs;
    return { sent, firstEvent: firstContent, firstContent, events: [firstContent], end: firstContent + 1 };
  };
  return judgedLoad(loadOf({ settings: { slo, maxInFlight }, change }));
}

describe('a service that keeps all requests in flight waiting', () => {
  const overloaded = { lagMs: 900, serviceMs: 2_600 };
  it('violates what it violates counted from sending, and is told as the cause', () => {
    const load = judged('ttft.p95<800ms, e2e.mean<1s, failures<1%', overloaded, 5);
    expect(load.slo?.bounds).toMatchObject([
      { is: 'violated', value: 2_600, because: 'counted from when each request was sent, as many were sent late' },
      { is: 'violated', value: 2_601 },
      { is: 'inconclusive' },
    ]);
    expect(loadExitCode(load)).toBe(1);
    expect(load.validity).toMatchObject({
      is: 'invalid',
      reasons: [
        {
          code: 'dispatchLag',
          because:
            'all 5 requests that may be in flight waited for answers, so that others were sent late: dispatch lag p99 expected at most 10 ms, observed 900 ms; the service answers more slowly than it is asked: lower --rate, or raise --max-in-flight',
        },
      ],
    });
  });
  it('violates nothing by times that may have been earlier', () => {
    const change = (index: number): Partial<RequestRecord> => {
      const sent = index * 500 + 900;
      const first = sent + 2_600;
      // Its first event came in one read with the next, at some time since it was sent.
      const events = [first, first + 1];
      const times = { firstEvent: first, firstContent: first, events, end: first + 2 };
      return { sent, headers: sent + 100, ...times, early: 1, earlyAt: [0] };
    };
    const load = judgedLoad(loadOf({ settings: { slo: 'ttft.p95<800ms', maxInFlight: 5 }, change }));
    expect(load.serviceTtftMs.atLeast?.p95).toBeLessThan(800);
    expect(load.slo?.is).toBe('inconclusive');
  });
  /** Of 120 requests some fail, and some are never sent; the rest are sent late, and answered. */
  const failing = (slo: string, { failed, never }: { readonly failed: number; readonly never: number }): Load => {
    const change = (index: number): Partial<RequestRecord> => {
      if (index >= 120 - never) return notSent;
      const sent = index * 500 + 900;
      const end = sent + 2_600;
      if (index < failed) return { sent, outcome: 'timeout', events: [], end };
      return { sent, firstEvent: end, firstContent: end, events: [end], end };
    };
    return judgedLoad(loadOf({ settings: { slo, maxInFlight: 4 }, change }));
  };
  it('violates a bound on failures or goodput that what it failed breaks, whatever else had been sent', () => {
    const load = failing('failures<5%, goodput>60%, goodput>10/s', { failed: 74, never: 46 });
    expect(load.slo?.bounds).toMatchObject([
      {
        is: 'violated',
        value: expect.closeTo(61.67, 2) as number,
        because:
          '74 of the 74 requests that were sent failed, while the service kept all that may be in flight waiting: so much at the least, even if each of the 46 that it kept from being sent had been answered',
      },
      {
        is: 'violated',
        value: expect.closeTo(38.33, 2) as number,
        because: expect.stringMatching(/so much at the most, .+, and no answer that came was too late$/) as string,
      },
      { is: 'inconclusive' },
    ]);
    expect(loadExitCode(load)).toBe(1);
  });
  it('does not violate one that the requests which were never sent could have saved', () => {
    const load = failing('failures<5%, goodput>90%', { failed: 5, never: 80 });
    expect(load.validity?.is).toBe('invalid');
    expect(load.slo?.bounds).toMatchObject([{ is: 'inconclusive' }, { is: 'inconclusive' }]);
  });
  it('is not judged by times that are below a bound from sending', () => {
    const load = judged('ttft.p95<3s', overloaded, 5);
    expect(load.slo?.bounds).toMatchObject([{ is: 'inconclusive', because: 'the measurement is invalid' }]);
    expect(loadExitCode(load)).toBe(2);
  });
  it('is none where there was room for more: then the load generator was late', () => {
    const load = judged('ttft.p95<800ms', overloaded);
    expect(load.slo?.bounds).toMatchObject([{ is: 'inconclusive', because: 'the measurement is invalid' }]);
    expect(load.validity).toMatchObject({ reasons: [{ because: expect.stringMatching(/^requests were sent late/) }] });
  });
});

describe('a bound that only the lag of the load generator breaks', () => {
  it('is inconclusive, though the measurement is valid', () => {
    const load = judged('ttft.p95<104ms, ttft.p95<90ms', { lagMs: 8 });
    expect(load.validity?.is).toBe('valid');
    expect(load.slo?.bounds).toMatchObject([
      {
        is: 'inconclusive',
        value: 108,
        because:
          "counted from when each request was sent it is 100 ms, which meets the bound: the load generator's own lag decides it; use a machine with less other work",
      },
      { is: 'violated', value: 108 },
    ]);
  });
});

describe('a bound on failures that only requests which were never sent break', () => {
  it('is inconclusive', () => {
    const change = (index: number): Partial<RequestRecord> => (index === 7 ? notSent : {});
    const { slo, validity } = judgedLoad(loadOf({ settings: { slo: 'failures<0.5%, failures<=1%' }, change }));
    expect(validity?.is).toBe('valid');
    expect(slo?.bounds).toMatchObject([
      {
        is: 'inconclusive',
        because:
          'without the 1 of 120 requests that the load generator never sent it is 0 %, which meets the bound; raise --max-in-flight, or use a machine with less other work',
      },
      { is: 'met' },
    ]);
  });
});

describe('a mean or a largest value', () => {
  it('of survivors is undecided as soon as one request failed', () => {
    const change = (index: number): Partial<RequestRecord> => (index === 7 ? { outcome: 'http-500' } : {});
    const of = (slo: string): unknown => judgedLoad(loadOf({ settings: { slo }, change })).slo?.bounds[0]?.is;
    expect(of('ttft.mean<300ms')).toBe('inconclusive');
    expect(of('ttft.max<300ms')).toBe('inconclusive');
    expect(of('ttft.p95<300ms')).toBe('met');
  });
  it('of fewer than thirty requests is undecided', () => {
    const of = (requests: number): Load =>
      judgedLoad(
        loadOf({
          settings: { slo: 'ttft.mean<300ms, ttft.max<300ms', warmupMs: 60_000 - requests * 500 },
        }),
      );
    expect(of(29).slo?.bounds.map(({ is }) => is)).toEqual(['inconclusive', 'inconclusive']);
    const slow = (index: number): Partial<RequestRecord> => (index === 119 ? { end: 119 * 500 + 20_000 } : {});
    const few = { slo: 'e2e.max<1s, e2e.p50<1s', warmupMs: 47_500 };
    const largest = judgedLoad(loadOf({ settings: few, change: slow }));
    expect(largest.slo?.bounds.map(({ is }) => is)).toEqual(['violated', 'met']);
    expect(of(29).validity).toMatchObject({ reasons: [{ code: 'tooFewSamples' }] });
    expect(of(30).slo?.is).toBe('met');
  });
  it('is violated where it has enough, beside one that has too few', () => {
    const { slo, validity } = judgedLoad(loadOf({ settings: { slo: 'ttft.p50<1ms, ttft.p99.9<9s' } }));
    expect(slo).toMatchObject({ is: 'violated', bounds: [{ is: 'violated' }, { is: 'inconclusive' }] });
    expect(slo?.bounds[1]?.because).toMatch(/^it has \d+ of the \d+ samples that its value needs/);
    expect(validity).toMatchObject({ is: 'invalid', reasons: [{ code: 'tooFewSamples' }] });
  });
});

describe('goodput per second of answers that take longer than the warm-up', () => {
  it('is inconclusive where it lacks only those that began before', () => {
    const change = (index: number): Partial<RequestRecord> => ({ end: index * 500 + 6_000 });
    const of = (slo: string, warmupMs: number): unknown => {
      const { bounds = [] } = judgedLoad(loadOf({ settings: { slo, warmupMs, durationMs: 60_000 }, change })).slo ?? {};
      return bounds[0]?.is;
    };
    expect(of('goodput>1.9/s', 0)).toBe('inconclusive');
    // The schedule has two a second: no service could answer more.
    expect(of('goodput>2.5/s', 0)).toBe('inconclusive');
    expect(of('goodput>1.9/s', 8_000)).toBe('met');
    // Asked for twice as often as it can, it answers one a second however long the warm-up is.
    const queued = (index: number): Partial<RequestRecord> => ({ end: (index + 1) * 1_000 });
    const overloaded = { slo: 'goodput>1.5/s', warmupMs: 10_000, durationMs: 60_000 };
    expect(judgedLoad(loadOf({ settings: overloaded, change: queued })).slo?.bounds[0]).toMatchObject({
      is: 'violated',
      value: 1,
    });
    const slow = { slo: 'e2e.p95<1s, goodput>1.9/s', warmupMs: 8_000, durationMs: 60_000 };
    expect(judgedLoad(loadOf({ settings: slow, change })).slo?.bounds[1]?.is).toBe('violated');
  });
});
