import { expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedLoad } from './judged-load.ts';

/** Of three steps of 20 s: the middle one gets some more than its 17.3 a second. */
const starts = [10, 20, 30].flatMap((ratePerS, step) =>
  Array.from({ length: 20 * ratePerS }, (_, place) => ({ step, atMs: step * 20_000 + (place * 1_000) / ratePerS })),
);

type Run = {
  readonly untilMs?: number;
  readonly lateStep?: number;
  readonly lagMs?: number;
  readonly cutFromMs?: number;
};

/** @param cutFromMs from when on requests were under way as the run ended */
function cutOff({ untilMs = 41_000, lateStep = 1, lagMs = 60, cutFromMs = Infinity }: Run): number | undefined {
  const rates = { ratePerS: 10, peakRatePerS: 30, steps: 3, durationMs: 60_000, warmupMs: 500 };
  const settings = { ...header.settings, ...rates, planned: starts.length, slo: 'ttft.p95<600ms' };
  const summary = summaryOf({ ...header, scenario: 'capacity', settings });
  for (const [index, { step, atMs: intended }] of starts.filter(({ atMs }) => atMs < untilMs).entries()) {
    const sent = intended + (step === lateStep && index % 20 === 0 ? lagMs : 0.2);
    const first = sent + 160;
    const times = { intended, sent, headers: sent + 50, firstByte: sent + 50, events: [first], firstContent: first };
    const outcome = intended >= cutFromMs ? 'aborted' : 'ok';
    summary.add(record(index, { scenario: 'capacity', ...times, end: first + 40, outcome }));
  }
  const { capacity } = judgedLoad(summary.load());
  return capacity?.cutOffPerS;
}

it('tells the rate that was cut off as it began, because requests of the step before were sent too late', () => {
  expect(cutOff({})).toBe(30);
});

it.each<[string, Run]>([
  ['the climb went on, as the step before was late by little', { lagMs: 10.6 }],
  ['the step before was in time, and one before that late', { lateStep: 0 }],
  ['the step before was cut off too', { cutFromMs: 39_900 }],
  ['it had nearly all of its requests', { untilMs: 58_000 }],
])('tells none where %s', (_, run) => {
  expect(cutOff(run)).toBeUndefined();
});
