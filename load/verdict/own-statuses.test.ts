import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf } from './judged.testing.ts';
import type { Load } from './load.ts';

const statuses = ['http-500', 'http-503', 'http-429'];

/** One request in ten failed, and all were sent so late. */
function late(lagMs: number, outcome: (index: number) => string, slo = 'failures<1%'): Load {
  const change = (index: number): Partial<RequestRecord> => ({
    sent: index * 500 + lagMs,
    ...(index % 10 === 0 && { outcome: outcome(index), events: [] }),
  });
  return judgedLoad(loadOf({ settings: { slo }, change }));
}

describe('what a service itself says that it did not answer', () => {
  it('violates a bound on failures, though requests were sent late', () => {
    const load = late(14, (index) => statuses[(index / 10) % 3] ?? '');
    expect(load.validity?.is).toBe('invalid');
    expect(load.slo?.bounds[0]).toMatchObject({
      is: 'violated',
      value: 10,
      because: 'the service itself answered 4 × http-500, 4 × http-503, 4 × http-429, at the least',
    });
    expect(loadExitCode(load)).toBe(1);
  });

  it.each([
    ['that may be no more by chance', late(14, () => 'http-500', 'failures<7%')],
    ['of requests that came in a burst', late(80, () => 'http-503')],
    ['that our own lag may have made', late(14, () => 'timeout')],
    ['that the request was answered with', late(14, () => 'http-404')],
    ['on a bound that it is not', late(14, () => 'http-500', 'ttft.p50<1s')],
  ])('violates none by failures %s', (_, load) => {
    expect(load.slo).toMatchObject({ is: 'inconclusive', bounds: [{ because: 'the measurement is invalid' }] });
    expect(loadExitCode(load)).toBe(2);
  });
});

it('a run that ended early is called that, and what it shows is judged', () => {
  const settings = {
    ...header.settings,
    warmupMs: 0,
    durationMs: 60_000,
    planned: 120,
    slo: 'ttft.p50<1s, failures<1%',
  };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < 60; index += 1)
    summary.add(record(index, index % 10 === 0 ? { outcome: 'http-500', events: [] } : {}));
  expect(judgedLoad(summary.load()).slo?.bounds).toMatchObject([
    { is: 'inconclusive', because: 'the run ended early' },
    { is: 'violated', because: 'the service itself answered 6 × http-500, at the least' },
  ]);
});
