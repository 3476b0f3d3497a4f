import { describe, expect, it } from 'vitest';
import { summaryOf } from '../figures/summary.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { header } from '../records/records.testing.ts';
import type { Generator } from './generators.ts';
import { apartReasons } from './simultaneous.ts';

/** Whether two generators of half of the load each are taken to have sent together, where the second begins later. */
function together(scenario: string, settings: Partial<RequestsHeader['settings']>, startedAfterMs: number): boolean {
  const whole = { ...header, scenario, settings: { ...header.settings, warmupMs: 0, ...settings } };
  const each = ['0:1/2', '1/2:1'].map((segment, place) => ({ segment, startedAfterMs: place * startedAfterMs }));
  return apartReasons(each as unknown as readonly Generator[], summaryOf(whole).load()).length === 0;
}

const climb = (stepMs: number, warmupMs: number): Partial<RequestsHeader['settings']> => ({
  steps: 4,
  peakRatePerS: 8,
  durationMs: 4 * stepMs,
  warmupMs,
});

describe('two generators sent together where the later one began', () => {
  it.each([
    ['within 5 % of the run', 'stream', { durationMs: 200_000 }, 9_900, 10_100],
    ['within 5 % of its shortest part', 'spike', { durationMs: 200_000, peakRatePerS: 8 }, 1_990, 2_010],
    ['within a second, as by hand', 'stream', { durationMs: 10_000 }, 1_000, 1_010],
    ['within less, where a second is much', 'stream', { durationMs: 9_000 }, 440, 460],
    ['within a second of long steps', 'capacity', climb(10_000, 0), 1_000, 1_010],
    // What the first one sends meanwhile is its warm-up; what the other one sends at the end is measured.
    ['within a tenth of what is measured, after a warm-up', 'capacity', climb(100_000, 20_000), 7_900, 8_100],
    // A level of 100 s drains in its last 10 s.
    [
      'within what is left out at both ends',
      'sweep',
      { concurrency: '1,2', durationMs: 200_000, levelMs: '100000,100000', arrivals: 'closed', warmupMs: 20_000 },
      12_000,
      19_000,
    ],
  ] as const)('%s', (_, scenario, settings, mostMs, tooLateMs) => {
    expect(together(scenario, settings, mostMs)).toBe(true);
    expect(together(scenario, settings, tooLateMs)).toBe(false);
  });
});
