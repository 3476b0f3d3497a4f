import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { instrument, loadOf, reasonsOf, notSent, type JudgedLoadOptions } from './judged.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import type { Evidence } from './validity.ts';

describe('the verdict about the instrument', () => {
  it('is valid where nothing speaks against it', () => {
    expect(judgedLoad(loadOf(), { instrument }).validity).toEqual({ is: 'valid', notes: [] });
  });

  it('asks of user timestamps that something vouches for them: processors that were free, or the canary', () => {
    const load = loadOf({ timestamps: 'user' });
    const { systemBusyS: _, stealS: __, ownS: ___, ...cpu } = instrument.cpu;
    const unknown = { instrument: { ...instrument, cpu } };
    const canary = { ratePerS: 50, events: 500, errorMs: { p50: 1, p95: 2, p99: 3, max: 4 } };
    const unvouched = [
      expect.stringMatching(
        /^how late events were read is unknown: this process took the timestamps \(user\), and no reference stream was timed; add --canary$/,
      ),
    ];
    expect(reasonsOf(load)).toEqual(unvouched);
    expect(reasonsOf(load, unknown)).toEqual(unvouched);
    expect(reasonsOf(load, { ...unknown, canary })).toEqual([]);
    expect(reasonsOf(load, { instrument })).toEqual([]);
  });

  it('believes the records, not the header: one without a kernel timestamp makes it a run of user timestamps', () => {
    const load = loadOf({ change: (index) => (index === 7 ? { stamps: 'user' } : {}) });
    const late = { ratePerS: 50, events: 500, errorMs: { p50: 30, p95: 100, p99: 200, max: 300 } };
    const delayed = { ...instrument, histograms: { readDelayMs: [[0.2, 9]], gapMs: [] } } as const;
    expect(load.timestamps).toBe('user');
    expect(reasonsOf(load, { instrument: delayed, canary: late })).toEqual([
      expect.stringMatching(/^the events of the reference stream/),
    ]);
    // The read delay is known of some of its events only.
    expect(judgedLoad(load, { instrument: delayed }).validity?.notes).toEqual([]);
  });

  it('says where the run was beyond what this machine is calibrated for', () => {
    const calibration = { machine: 'm', maxRatePerS: 100, maxStreams: 5, errorP99Ms: 0.1, at: '2026-11-21' };
    const load = loadOf({
      settings: { peakRatePerS: 2000 },
      change: (index) => ({ end: index * 500 + 9_000 }),
    });
    expect(judgedLoad(load, { calibration }).validity?.notes).toEqual([
      '2000 per second asked for; this machine is calibrated up to 100',
      expect.stringMatching(/^\d+ requests under way at once; this machine is calibrated up to 5 streams$/),
    ]);
  });

  it.each<[string, JudgedLoadOptions, Evidence, RegExp]>([
    [
      'requests left late',
      { change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      {},
      /^requests were sent late: dispatch lag p99 expected at most 10 ms, observed 40 ms/,
    ],
    [
      'requests left late, as other programs kept the processors busy',
      { change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      { instrument: { ...instrument, cpu: { ...instrument.cpu, ownS: 0.2, systemBusyS: 19.6 } } },
      /observed 40 ms; other programs \(with the target, if it runs here\) used 97 % of this machine's processors, and the load generator 1 %; the load generator itself stood still or was too slow \(only 1 of 100 requests that may be in flight were\): its process or the machine was paused, or had too little of a processor; use a machine with less other work, or lower --rate$/,
    ],
    [
      'requests left late, as the load generator itself kept them busy',
      { change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      { instrument: { ...instrument, cpu: { ...instrument.cpu, ownS: 18, systemBusyS: 19.6 } } },
      /observed 40 ms; the load generator itself stood still or was too slow .*; use a machine with less other work, or lower --rate$/,
    ],
    [
      'requests were not sent',
      { change: (index) => (index < 3 ? notSent : {}) },
      {},
      /^3 of 120 requests \(2\.5 %\) were not sent, expected at most 1 %: the load generator itself stood still or was too slow \(only 1 of 100 .*; use a machine with less other work$/,
    ],
    [
      'requests were not sent, as half of what may be in flight was',
      { settings: { maxInFlight: 2 }, change: (index) => (index < 3 ? notSent : {}) },
      {},
      /expected at most 1 %: no virtual user was free in time; raise --max-in-flight, or lower --rate$/,
    ],
    [
      'requests left late, as half of what may be in flight was',
      { settings: { maxInFlight: 2 }, change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      {},
      /observed 40 ms; lower --rate, raise --max-in-flight, or use a machine with less other work$/,
    ],
    [
      'requests of sessions left late, whose users are not free between their turns',
      { settings: { turns: 4 }, change: (index) => ({ sent: index * 500 + (index > 100 ? 40 : 1) }) },
      {},
      /observed 40 ms; lower --rate, raise --max-in-flight, or use a machine with less other work$/,
    ],
    ['none was sent', { change: () => notSent }, {}, /^120 of 120 requests \(100 %\) were not sent/],
    [
      'processors were busy',
      { timestamps: 'user' },
      { instrument: { ...instrument, cpu: { ...instrument.cpu, systemBusyS: 15, stealS: 3 } } },
      /processors were busy for 90 % of the time; expected at most 85 %$/,
    ],
    [
      'the canary was late',
      { timestamps: 'user' },
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
      /^too few samples: ttft\.p99\.9<1000ms needs about 3,700 requests for an interval, and there are 120$/,
    ],
    [
      'ports ran out',
      {},
      { instrument: { ...instrument, ephemeralPortFailures: 3 } },
      /^this machine made 3 requests fail: 3 had no port left/,
    ],
    [
      'file handles ran out',
      { change: (index) => (index === 5 ? { outcome: 'refused', lacked: 'handle' } : {}) },
      {},
      /^this machine made 1 requests? fail$/,
    ],
    [
      'answers had no room',
      { change: (index) => (index === 5 ? { outcome: 'unread', because: 'no room for the body' } : {}) },
      {},
      /^this machine made 1 requests? fail: 1 answers? did not fit into memory beside the other answers in flight/,
    ],
    [
      'records lack',
      { settings: { planned: 121 } },
      {},
      /^the run ended early: 120 of 121 planned requests were recorded; run it again$/,
    ],
    [
      'nothing was measured',
      { settings: { warmupMs: 60_000 } },
      {},
      /^no request was recorded after the warm-up; raise --duration or lower --warmup$/,
    ],
  ])('is invalid where %s', (_, given, evidence, because) => {
    const load = loadOf(given);
    expect(reasonsOf(load, evidence)).toEqual([expect.stringMatching(because)]);
    expect(loadExitCode(judgedLoad(load, evidence))).toBe(2);
  });

  it('names every reason, and judges no SLO', () => {
    const change = (index: number): Partial<RequestRecord> => ({ sent: index * 500 + 40 });
    const load = loadOf({ settings: { slo: 'ttft.p95<800ms' }, change });
    const judged = judgedLoad(load, { instrument: { ...instrument, clockSteps: 2 } });
    expect(reasonsOf(load, { instrument: { ...instrument, clockSteps: 2 } })).toHaveLength(2);
    expect(judged.slo).toMatchObject({
      is: 'inconclusive',
      bounds: [{ because: expect.stringMatching(/^the measurement is invalid/) }],
    });
  });

  it('lets kernel timestamps be, however busy the processors are', () => {
    const busy = { ...instrument, cpu: { ...instrument.cpu, systemBusyS: 20 } };
    expect(reasonsOf(loadOf(), { instrument: busy })).toEqual([]);
  });

  it('does not excuse a service that keeps the virtual users waiting, and then fails', () => {
    const hung = (index: number): Partial<RequestRecord> => (index < 20 ? { outcome: 'timeout' } : notSent);
    const load = loadOf({ settings: { slo: 'failures<1%' }, change: hung });
    expect(judgedLoad(load)).toMatchObject({ validity: { is: 'valid' }, slo: { is: 'violated' } });
  });
});
