import { expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedLoad } from './judged-load.ts';

it('a run that ended early is called that, and no measurement of an invalid instrument', () => {
  const settings = { ...header.settings, warmupMs: 0, durationMs: 60_000, planned: 120, slo: 'ttft.p50<1s' };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < 60; index += 1) summary.add(record(index));
  expect(judgedLoad(summary.load()).slo?.bounds).toMatchObject([
    { is: 'inconclusive', because: 'the run ended early' },
  ]);
});
