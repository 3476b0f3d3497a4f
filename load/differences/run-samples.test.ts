import { expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { runSamples } from './run-samples.ts';

it('counts as its rate what a service answered in the measured time, whenever it was asked', () => {
  // 20 requests a second, of which it answers 5, one after the other.
  const settings = { ...header.settings, warmupMs: 2_000, durationMs: 12_000, planned: 240 };
  const samples = runSamples({ ...header, settings });
  for (let index = 0; index < 240; index += 1)
    samples.add(record(index, { intended: index * 50, sent: index * 50, end: (index + 1) * 200 - 1 }));
  const { shares, steadyMs } = samples.result();
  expect([shares.rate?.count, shares.failures?.n, steadyMs]).toEqual([50, 200, 10_000]);
});

it('has no share above one, where more was under way at the beginning than at the end', () => {
  const settings = { ...header.settings, warmupMs: 2_000, durationMs: 12_000, planned: 240 };
  const samples = runSamples({ ...header, settings });
  for (let index = 0; index < 240; index += 1)
    samples.add(record(index, { intended: index * 50, sent: index * 50, end: index * 50 + (index < 60 ? 1_500 : 10) }));
  const { shares } = samples.result();
  expect([shares.rate?.count, shares.failures?.n]).toEqual([200, 200]);
});

it('estimates wrong answers by the decoded ones, as the report of one run does', () => {
  const samples = runSamples({ scenario: 'speech', settings: { ...header.settings, warmupMs: 0, durationMs: 20_000 } });
  for (let index = 0; index < 40; index += 1) {
    const heard = { judged: 'whole decoded', ...(index < 4 && { outcome: 'wrong', broke: 'decoded' }) };
    samples.add(record(index, { operation: 'speech', judged: 'whole', ...(index < 8 && heard) }));
  }
  const { failures, wrong } = samples.result().shares;
  expect(wrong).toEqual({ count: 20, n: 40, effective: 8 });
  expect(failures).toEqual(wrong);
});
