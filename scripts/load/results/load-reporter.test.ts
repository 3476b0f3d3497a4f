import { expect, it } from 'vitest';
import { record } from '../../../load/records/records.testing.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import { liveRunOf } from '../../../reports/live/live-run.testing.ts';
import { loadReporter } from './load-reporter.ts';

it('a run is told every few seconds where nobody watches, and repainted on a terminal', () => {
  const run = liveRunOf([record(1)], 1_000);
  const told = (isTTY: boolean): readonly string[] => {
    const written: string[] = [];
    const reporter = loadReporter(100, { isTTY, write: (text) => written.push(text) });
    for (const elapsedMs of [1_000, 6_000, 7_000, 12_000]) {
      const progress = { ...run, live: { ...run.live, elapsedMs, leftMs: 5_000 }, soFar: () => run.soFar };
      reporter.progress(progress as unknown as LoadProgress);
    }
    reporter.end();
    return written;
  };
  expect(told(false).map((line) => line.split(' · ')[0])).toEqual(['6 s, 5 s left', '12 s, 5 s left']);
  expect(told(true).join('')).toContain('\r');
});
