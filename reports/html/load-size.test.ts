import { expect, it } from 'vitest';
import { judgedLoad } from '../../load/verdict/judged-load.ts';
import { randomFrom } from '../../load/plan/random.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { header, record } from '../../load/records/records.testing.ts';
import { chartedLoad } from '../load/sample-charted.testing.ts';
import { loadHtml } from './load.ts';
import { loadsHtml } from './loads.ts';

/** Every field that the page draws, of operations, steps and failures too. */
function fiveMinutes(ratePerS: number): string {
  const planned = 300 * ratePerS;
  const slo = 'ttft.p95<800ms, ttft.p99.9<2s, gap.p99<200ms, failures<1%';
  // Steps of one rate: of different ones the page leaves the histograms out.
  const rates = { ratePerS, peakRatePerS: ratePerS };
  const settings = { ...header.settings, ...rates, durationMs: 300_000, warmupMs: 10_000, planned, slo };
  const summary = summaryOf({ ...header, scenario: 'spike', stamps: 'kernel', settings });
  const random = randomFrom(1, 'five minutes');
  for (let index = 0; index < planned; index += 1) {
    const intended = (index * 1000) / ratePerS;
    const first = intended + 100 + 300 * random() ** 4;
    const events = Array.from({ length: 10 }, (_, place) => first + place * 20 + 10 * random());
    summary.add(
      record(index, {
        intended,
        sent: intended + random(),
        operation: ['stream', 'chat', 'speech', 'voices'][index % 4] ?? 'stream',
        events,
        firstContent: first,
        end: first + 250,
        ownDelay: random(),
        outcome: random() < 0.01 ? `failure-${index % 7}` : 'ok',
        chars: 80,
        audioSeconds: 5 * random(),
      }),
    );
  }
  return loadHtml(judgedLoad(summary.load()));
}

it('of a run of 5 minutes the page stays far below 2 MB, whatever the rate', () => {
  const [slow, fast] = [fiveMinutes(4), fiveMinutes(100)];
  expect(fast).toContain('Instrument valid');
  expect(fast.match(/<figure/g)?.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(fast)).toBeLessThan(420_000);
  // More requests show more percentiles, and need no more room otherwise.
  expect(Buffer.byteLength(fast)).toBeLessThan(1.5 * Buffer.byteLength(slow));
});

it('of many runs side by side too', () => {
  const loads = Array.from({ length: 20 }, (_, place) => ({ name: `run-${place}`, load: chartedLoad() }));
  expect(Buffer.byteLength(loadsHtml(loads))).toBeLessThan(2_000_000);
});

it('of gaps of every length in every window too', () => {
  const counts = Array.from({ length: 61 }, (_, window) => Array.from({ length: 141 }, (__, bin) => 1 + window * bin));
  const gapsOverTime = { windowMs: 60_000, binsPerDecade: 20, firstBin: -40, counts };
  const [without, full] = [chartedLoad(), chartedLoad({ gapsOverTime })].map((load) =>
    Buffer.byteLength(loadHtml(load)),
  );
  expect(full).toBeGreaterThan((without ?? 0) + 50_000);
  expect(full).toBeLessThan((without ?? 0) + 250_000);
});
