import { expect, it } from 'vitest';
import { parseSlo } from '../slo/parse-slo.ts';
import { sloQuantities } from '../slo/quantities.ts';
import { thresholdsOf } from './thresholds.ts';

it('k6 judges what it can of an SLO, without the warm-up and the canary', () => {
  const parsed = parseSlo('ttft.p95<800ms, ttft.mean<=0.5s, failures<0.1%, wrong<0.01%, gap.p99<200ms, lag.p99<5ms');
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  expect(thresholdsOf('stream', parsed.slo)).toEqual({
    'assay_ttft{phase:measured,scenario:stream}': ['min>0', 'p(95)<800', 'avg<=500'],
    'assay_failures{phase:measured,scenario:stream,operation:stream}': ['rate<=0.05'],
    'assay_failures{phase:measured,scenario:stream}': ['rate<0.001'],
    'assay_wrong{phase:measured,scenario:stream}': ['rate<0.0001'],
    'assay_lag{phase:measured,scenario:stream}': ['p(99)<5'],
  });
});

it('k6 misses a percentile where more requests failed than it leaves out: of streams where only those have it', () => {
  const parsed = parseSlo('e2e.p99.9<4s, ttfe.p50<1s, e2e.mean<2s');
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  expect(thresholdsOf('mixed', parsed.slo)).toMatchObject({
    'assay_failures{phase:measured,scenario:mixed}': ['rate<=0.001'],
    'assay_failures{phase:measured,scenario:mixed,operation:stream}': ['rate<=0.5'],
  });
});

it('k6 judges every time and share of a request that its stream client measures', () => {
  const bounds = Object.entries(sloQuantities).flatMap(([name, { kind }]) =>
    kind === 'time' ? [`${name}.p95<4s`] : kind === 'share' ? [`${name}<1%`] : [],
  );
  const parsed = parseSlo(bounds.join(', '));
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  const metrics = Object.keys(thresholdsOf('chat', parsed.slo)).map((key) => key.split('{')[0] ?? '');
  // Of gaps k6 has two values a request, not all of them.
  expect([...new Set(metrics)].toSorted()).toEqual([
    'assay_e2e',
    'assay_failures',
    'assay_lag',
    'assay_service_ttft',
    'assay_ttfe',
    'assay_ttft',
    'assay_wrong',
  ]);
});
