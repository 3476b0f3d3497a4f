import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument } from './instrument.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import type { Load } from './load.ts';
import type { RequestRecord } from './record.ts';
import type { LoadSettings } from './settings.ts';
import { summaryOf } from './summary.ts';
import { header, record } from './records.testing.ts';
import type { Evidence } from './validity.ts';

const instrument: Instrument = {
  schema: 'assay.instrument/1',
  stamps: 'user',
  histograms: { ownDelayMs: [], gapMs: [] },
  clockSteps: 0,
  cpu: { ownS: 1, systemBusyS: 4, stealS: 0, wallS: 10, cores: 2 },
  ephemeralPortFailures: 0,
  fileHandleFailures: 0,
  events: 0,
  early: 0,
  reads: 0,
};

type Given = { readonly settings?: Partial<LoadSettings>; readonly change?: (index: number) => Partial<RequestRecord> };

/** 120 requests a half second apart, and what was made of them. */
function loadOf({ settings = {}, change = () => ({}) }: Given = {}): Load {
  const planned = 120;
  const all = { ...header.settings, warmupMs: 0, durationMs: 60_000, planned, ...settings };
  const summary = summaryOf({ ...header, settings: all });
  for (let index = 0; index < planned; index += 1) summary.add(record(index, change(index)));
  return summary.load();
}

function reasonsOf(load: Load, evidence: Evidence = {}): readonly string[] {
  const { validity } = judgedLoad(load, evidence);
  return validity?.is === 'invalid' ? validity.reasons.map(({ because }) => because) : [];
}

describe('the verdict about the instrument', () => {
  it('is valid where nothing speaks against it', () => {
    expect(judgedLoad(loadOf(), { instrument }).validity).toEqual({ is: 'valid', notes: [] });
  });

  it('says what vouches for user stamps, or that nothing does', () => {
    expect(judgedLoad(loadOf()).validity?.notes).toEqual([
      'own delay unknown: user stamps, and nothing that vouches for them',
    ]);
  });

  it.each<[string, Given, Evidence, RegExp]>([
    [
      'requests left late',
      { change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      {},
      /^requests were sent late: dispatch lag p99 expected at most 10 ms, observed 40 ms/,
    ],
    [
      'early events spoil p99',
      { change: () => ({ early: 1 }) },
      {},
      /^the arrival of 33\.3 % of the events .* more than p90, p95, p99 can bear$/,
    ],
    [
      'processors were busy',
      {},
      { instrument: { ...instrument, cpu: { ...instrument.cpu, systemBusyS: 15, stealS: 3 } } },
      /processors busy for 90 % of the time; expected at most 85 %$/,
    ],
    [
      'the canary was late',
      {},
      { canary: { ratePerS: 50, events: 500, errorMs: { p50: 1, p95: 9, p99: 20, max: 30 } } },
      /error p99 expected at most 10 ms, observed 20 ms$/,
    ],
    [
      'the clock was set',
      {},
      { instrument: { ...instrument, clockSteps: 1 } },
      /^the system clock was set 1 time during the run$/,
    ],
    [
      'samples lack',
      { settings: { slo: 'ttft.p99.9<1s' } },
      {},
      /^too few samples: ttft\.p99\.9<1000ms needs 1000, 880 more than there are$/,
    ],
    [
      'ports ran out',
      {},
      { instrument: { ...instrument, ephemeralPortFailures: 3 } },
      /^this machine made 3 requests fail: 3 had no port left/,
    ],
    [
      'file handles ran out',
      { change: (index) => (index === 5 ? { outcome: 'refused', because: 'dial tcp: too many open files' } : {}) },
      {},
      /^this machine made 1 requests? fail$/,
    ],
    [
      'records lack',
      { settings: { planned: 121 } },
      {},
      /^120 of 121 planned requests were recorded, 0 of them cut off$/,
    ],
    ['nothing was measured', { settings: { warmupMs: 60_000 } }, {}, /^no request was intended after the warm-up$/],
  ])('is invalid where %s', (_, given, evidence, because) => {
    const load = loadOf(given);
    expect(reasonsOf(load, evidence)).toEqual([expect.stringMatching(because)]);
    expect(loadExitCode(judgedLoad(load, evidence))).toBe(2);
  });

  it('names every reason, and judges no SLO', () => {
    const load = loadOf({ settings: { slo: 'ttft.p95<800ms' }, change: () => ({ early: 3 }) });
    const judged = judgedLoad(load, { instrument: { ...instrument, clockSteps: 2 } });
    expect(reasonsOf(load, { instrument: { ...instrument, clockSteps: 2 } })).toHaveLength(2);
    expect(judged.slo).toMatchObject({
      is: 'unjudged',
      bounds: [{ because: expect.stringMatching(/^the measurement is invalid/) }],
    });
  });

  it('lets kernel stamps be, however busy the processors are', () => {
    const busy = { ...instrument, cpu: { ...instrument.cpu, systemBusyS: 20 } };
    expect(reasonsOf({ ...loadOf(), stamps: 'kernel' }, { instrument: busy })).toEqual([]);
  });
});

describe('percentiles that early events spoil', () => {
  // Two of 360 events: 0.56 % bear p99, and spoil p99.9.
  const load = {
    ...loadOf({ change: (index) => (index < 2 ? { early: 1 } : {}) }),
    gapMs: { n: 2000, p50: 1, p99: 5, p999: 9, missing: {} },
  };

  it('are withheld, with the reason, and the others told', () => {
    const { gapMs, validity } = judgedLoad(load);
    expect(gapMs).toMatchObject({
      p50: 1,
      p99: 5,
      withheld: { p999: expect.stringMatching(/^0\.556 % of the events/) },
    });
    expect(gapMs.p999).toBeUndefined();
    expect(validity?.is).toBe('valid');
  });

  it('are left out of the curve too', () => {
    const curve = [99, 99.5, 99.9].map((percent) => ({ percent, value: 5 }));
    const { gapMs } = judgedLoad({ ...load, gapMs: { ...load.gapMs, curve } });
    // 0.56 % are more than the 0.5 % above p99.5.
    expect(gapMs.curve).toEqual([{ percent: 99, value: 5 }]);
    expect(gapMs.curveWithheld).toMatch(/^0\.556 % of the events/);
    expect(judgedLoad({ ...load, gapMs: { ...load.gapMs, curve: curve.slice(0, 1) } }).gapMs).not.toHaveProperty(
      'curveWithheld',
    );
  });

  it('make the run invalid where the SLO names them', () => {
    const asked = { ...load, settings: { ...load.settings, slo: 'gap.p99.9<1s' } };
    expect(reasonsOf(asked)).toEqual([expect.stringMatching(/more than p99\.9 can bear$/)]);
  });
});

describe('an SLO', () => {
  const judged = (slo: string, change: Given['change'] = () => ({})): Load =>
    judgedLoad(loadOf({ settings: { slo }, change }));

  it('is kept, with what was observed', () => {
    const { slo, goodput } = judged('ttft.p95<800ms, gap.p99<=20ms, failures<1%, rate>=1.9/s');
    expect(slo?.is).toBe('kept');
    expect(slo?.bounds.map(({ value }) => value)).toEqual([100, 20, 0, 2]);
    expect(slo?.bounds[0]?.interval).toEqual([100, 100]);
    expect(goodput).toMatchObject({ count: 120, share: 1, perS: 2 });
  });

  it('is missed where one bound is', () => {
    const load = judged('ttft.p50<100ms, failures<1%');
    expect(load.slo).toMatchObject({ is: 'missed', bounds: [{ is: 'missed', value: 100 }, { is: 'kept' }] });
    expect(loadExitCode(load)).toBe(1);
  });

  it('is told of any percentile, the mean and the longest', () => {
    const { slo } = judged('ttft.p97.5<1s, ttft.mean<1s, whole.max<150.001ms');
    expect(slo?.bounds.map(({ is, value }) => [is, value])).toEqual([
      ['kept', 100],
      ['kept', 100],
      ['kept', 150],
    ]);
  });

  it('does not call a service fast that mostly fails, unless failures are bounded too', () => {
    const failing = (index: number): Partial<RequestRecord> => (index % 2 === 0 ? { outcome: 'timeout' } : {});
    expect(judged('ttft.p95<800ms', failing).slo?.bounds[0]).toMatchObject({
      is: 'unjudged',
      because: '50 % of the requests failed and have no such time; bound them too, as in failures<1%',
    });
    expect(judged('ttft.p95<800ms, failures<10%', failing).slo).toMatchObject({
      is: 'missed',
      bounds: [{ is: 'kept' }, { is: 'missed' }],
    });
  });

  it('counts as good what keeps every bound, its quantile ignored', () => {
    const load = judged('ttft.p50<=110ms, gap.p50<25ms', (index) => ({
      ...(index < 10 && { firstContent: index * 500 + 120 }),
      ...(index >= 110 && { events: [index * 500 + 100, index * 500 + 130] }),
      ...(index === 50 && { outcome: 'reset' }),
    }));
    expect(load.goodput?.count).toBe(99);
    expect(load.slo?.is).toBe('kept');
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

describe('capacity', () => {
  it('is the highest rate that held and the first that did not', () => {
    const slow = (index: number): Partial<RequestRecord> => (index >= 90 ? { firstContent: index * 500 + 900 } : {});
    const settings = { ratePerS: 1, peakRatePerS: 8, steps: 4, slo: 'ttft.p50<800ms' };
    const planned = { ...header.settings, warmupMs: 0, durationMs: 60_000, planned: 120, ...settings };
    const summary = summaryOf({ ...header, scenario: 'capacity', settings: planned });
    for (let index = 0; index < 120; index += 1) summary.add(record(index, slow(index)));
    const load = judgedLoad(summary.load());
    expect(load.capacity).toEqual({ heldPerS: 4, missedPerS: 8 });
    expect(load.steps?.map(({ counts, slo }) => [counts.measured, slo?.is])).toEqual([
      [30, 'kept'],
      [30, 'kept'],
      [30, 'kept'],
      [30, 'missed'],
    ]);
    expect(load.slo).toBeUndefined();
    expect(loadExitCode(load)).toBe(0);
  });
});
