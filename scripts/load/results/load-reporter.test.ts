import { describe, expect, it } from 'vitest';
import type { Live } from '../../../load/runner/live.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import { liveLine, loadReporter } from './load-reporter.ts';

const live: Live = {
  elapsedMs: 12_300,
  ratePerS: 5.04,
  inFlight: 3,
  first: 'TTFT',
  firstP50Ms: 201.4,
  firstP95Ms: 250,
  failed: 1,
  credits: 58,
  creditsForAnswers: 57,
  lagP99Ms: 0.4,
};

describe('the line that shows a run', () => {
  it('has rate, in flight, TTFT, failures, credits and the instrument', () => {
    expect(liveLine(live, 58, 100)).toBe(
      '12 s · 58 of 100 · 5.0/s · 3 in flight · TTFT p50 201 p95 250 ms · 1 failed · 57 to 58 credits · instrument ok',
    );
  });
  it('says when requests leave late, and nothing of what is not known', () => {
    expect(liveLine({ ...live, lagP99Ms: 40 }, 58, 100)).toContain('instrument late: lag p99 40 ms');
    const { lagP99Ms: _, firstP50Ms: __, ...little } = live;
    expect(liveLine({ ...little, creditsForAnswers: 58 }, 0, 100)).toContain(
      'TTFT – · 1 failed · 58 credits · instrument –',
    );
    const { inFlight: ___, ...session } = live;
    expect(liveLine(session, 58, 100)).not.toContain('in flight');
  });
  it('is said every few seconds where nobody watches, and repainted on a terminal', () => {
    const told = (isTTY: boolean): readonly string[] => {
      const written: string[] = [];
      const reporter = loadReporter(100, { isTTY, write: (text) => written.push(text) });
      for (const elapsedMs of [1_000, 6_000, 7_000, 12_000]) {
        reporter.progress({ live: { ...live, elapsedMs }, counts: { recorded: 1 } } as unknown as LoadProgress);
      }
      reporter.end();
      return written;
    };
    expect(told(false).map((line) => line.split(' · ')[0])).toEqual(['6 s', '12 s']);
    expect(told(true).join('')).toContain('\r');
  });
});
