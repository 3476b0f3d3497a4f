import { expect, it } from 'vitest';
import { parseSlo } from '../slo/parse-slo.ts';
import { thresholdsOf } from './thresholds.ts';

it('k6 judges what it can of an SLO, without the warm-up and the canary', () => {
  const parsed = parseSlo('ttft.p95<800ms, ttft.mean<=0.5s, failures<0.1%, wrong<0.01%, gap.p99<200ms, lag.p99<5ms');
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  expect(thresholdsOf('stream', parsed.slo)).toEqual({
    'assay_ttft{phase:measured,scenario:stream}': ['min>0', 'p(95)<800', 'avg<=500'],
    'assay_failures{phase:measured,scenario:stream}': ['rate<0.001'],
    'assay_wrong{phase:measured,scenario:stream}': ['rate<0.0001'],
    'assay_lag{phase:measured,scenario:stream}': ['p(99)<5'],
  });
});
