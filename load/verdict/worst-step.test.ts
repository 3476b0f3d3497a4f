import { boundOf } from '../slo/bound-of.testing.ts';
import { expect, it } from 'vitest';
import type { Load } from './load.ts';
import { steppedRun } from '../../reports/html/load/stepped.testing.ts';
import { loadExitCode } from './judged-load.ts';

const spikeOf = (slo: string, inSpikeMs = 300, afterMs = 100): Load =>
  steppedRun({ scenario: 'spike', slo, ttftMs: (step) => [100, inSpikeMs, afterMs][step] ?? 0 }).load;

it('judges each part of a spike, and takes the worst', () => {
  // Of all 600 requests together the 60th percentile is that of the quiet parts.
  const load = spikeOf('ttft.p60<200ms');
  expect(load.slo).toMatchObject({
    is: 'violated',
    bounds: [{ ...boundOf('ttft.p60<200ms'), is: 'violated', value: 300, step: 1 }],
  });
  expect(loadExitCode(load)).toBe(1);
  expect(spikeOf('ttft.p60<200ms', 300, 400).slo?.bounds[0]).toMatchObject({ value: 400, step: 2 });
  expect(spikeOf('ttft.p60<200ms', 150).slo).toMatchObject({ is: 'met', bounds: [{ value: 150, step: 1 }] });
});

it('is violated by a spike that keeps all requests in flight waiting', () => {
  const load = steppedRun({
    scenario: 'spike',
    slo: 'ttft.p60<200ms',
    ttftMs: (step) => (step === 1 ? 2_500 : 100),
    lagMs: (step) => (step === 1 ? 500 : 1),
    maxInFlight: 20,
  }).load;
  expect(load.validity?.is).toBe('invalid');
  expect(load.slo).toMatchObject({ is: 'violated', bounds: [{ is: 'violated', step: 1 }] });
  // What is sent when the burst is over was not sent in it.
  const [, burst, after] = load.steps ?? [];
  expect(burst?.rates.achievedPerS).toBeLessThan(0.97 * (burst?.rates.intendedPerS ?? 0));
  expect(after?.rates.achievedPerS).toBeGreaterThan(after?.rates.intendedPerS ?? 0);
});

it('is inconclusive where a part could not be judged, though the others meet it', () => {
  const load = spikeOf('ttft.p99.9<2s');
  expect(load.slo).toMatchObject({ is: 'inconclusive', bounds: [{ is: 'inconclusive' }] });
});

it('judges no part by a rate, which is that of the whole run', () => {
  const { slo, steps } = spikeOf('ttft.p60<400ms, sent>11/s');
  expect(slo).toMatchObject({ is: 'met', bounds: [{ is: 'met' }, { ...boundOf('sent>11/s'), is: 'met' }] });
  expect(steps?.map((step) => step.slo?.bounds.map(({ text }) => text))).toEqual([
    ['ttft.p60<400ms'],
    ['ttft.p60<400ms'],
    ['ttft.p60<400ms'],
  ]);
  expect(spikeOf('sent>11/s').steps?.every((step) => step.slo === undefined)).toBe(true);
});

it('takes a rate over the whole run', () => {
  const { slo } = spikeOf('sent>11/s');
  expect(slo).toMatchObject({ is: 'met', bounds: [{ is: 'met' }] });
  expect(slo?.bounds[0]).not.toHaveProperty('step');
});

it('judges what was before a spike that was sent late, and nothing from then on', () => {
  const late = (from: number): Load =>
    steppedRun({
      scenario: 'spike',
      slo: 'ttft.p60<400ms',
      ttftMs: () => 100,
      lagMs: (step) => (step >= from ? 60 : 1),
    }).load;
  const load = late(1);
  expect(load.validity).toMatchObject({ is: 'invalid', reasons: [{ code: 'dispatchLag' }] });
  expect(load.steps?.map(({ slo }) => slo?.is)).toEqual(['met', 'inconclusive', 'inconclusive']);
  expect(load.slo?.is).toBe('inconclusive');
  expect(late(0).steps?.map(({ slo }) => slo?.is)).toEqual(['inconclusive', 'inconclusive', 'inconclusive']);
});
