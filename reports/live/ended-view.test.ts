import { expect, it } from 'vitest';
import { loadOf } from '../../load/verdict/judged.testing.ts';
import { judgedLoad } from '../../load/verdict/judged-load.ts';
import { steppedRun } from '../html/load/stepped.testing.ts';
import { endedView } from './ended-view.ts';
import type { LiveView } from './live-view.ts';

function sloOf(slo?: string): LiveView['slo'] {
  const load = judgedLoad(loadOf({ settings: { ...(slo !== undefined && { slo }) } }));
  return endedView({ load, folder: '/f', exitCode: 0 }).slo;
}

it('says of each bound what became of it', () => {
  expect(sloOf('ttft.p50<800ms, failures<50%')).toEqual({
    tone: 'pass',
    says: '✓ SLO met: ttft.p50<800ms met, observed 100 ms · failures<50% met, observed 0 %',
  });
  const violated = sloOf('ttft.p50<50ms, failures<50%');
  expect(violated?.tone).toBe('fail');
  expect(violated?.says).toContain('✗ SLO violated: ttft.p50<50ms violated, observed 100 ms');
  expect(sloOf()).toBeUndefined();
});

it('says of a climb up to which rate it was met', () => {
  const { load } = steppedRun({
    scenario: 'capacity',
    slo: 'ttft.p60<200ms',
    ttftMs: (step) => [100, 300, 400][step] ?? 0,
  });
  const { slo } = endedView({ load, folder: '/f', exitCode: 0 });
  expect(slo?.says).toMatch(/^[✓✗!?] Capacity: .* met the SLO, .* violated it/);
});

it('says how it ended with one colon, that before what follows', () => {
  const load = judgedLoad(loadOf({ settings: { slo: 'ttft.p50<800ms' } }));
  expect(endedView({ load, folder: '/f', exitCode: 0 }).word).toBe('Ended. SLO met');
});
