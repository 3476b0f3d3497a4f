import { describe, expect, it } from 'vitest';
import { header } from '../records/records.testing.ts';
import type { LoadSettings } from '../records/settings.ts';
import { planOf, planOptions } from './plan.ts';
import { foldSchedule } from './scheduled-times.ts';
import { loadScenario } from './scenarios.ts';

type Asked = Parameters<typeof planOptions>[1];

/** How many records of the plan of this scenario are off the schedule that the header of its run gives. */
function offOf(name: string, asked: Asked, more: Partial<LoadSettings> = {}, moved: readonly number[] = []): number {
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(name);
  const options = planOptions(scenario, { seed: 7, ...asked });
  const plan = planOf(options);
  const { arrivals, rates } = options;
  const settings = { ...header.settings, arrivals, ...rates, durationMs: plan.durationMs, ...more };
  const fold = foldSchedule({ scenario: name, seed: 7, settings });
  plan.starts.forEach(({ atMs }, index) => fold.add({ index, intended: atMs + (moved[index] ?? 0) }));
  return fold.off();
}

describe('the schedule that the header of a run gives', () => {
  it.each<[string, Asked]>([
    ['stream', {}],
    ['stream', { arrivals: 'constant', ratePerS: 7 }],
    ['spike', { ratePerS: 5, durationMs: 5_000 }],
    ['capacity', { ratePerS: 5, durationMs: 8_000, steps: 4 }],
    ['stream', { maxCredits: 20 }],
    ['capacity', { ratePerS: 5, durationMs: 8_000, maxCredits: 30 }],
  ])('is that of %s, asked for %o', (name, asked) => {
    expect(offOf(name, asked)).toBe(0);
  });

  it('names every record that was moved, and one that has no place in it', () => {
    expect(offOf('stream', {}, {}, [0, 50, -0.1])).toBe(2);
    const fold = foldSchedule(header);
    fold.add({ index: 3, intended: 1_500 });
    fold.add({ index: 4, intended: 2_000 });
    expect(fold.off()).toBe(1);
  });

  it('goes on behind the end that --until put to a run', () => {
    expect(offOf('stream', { durationMs: 20_000 }, { durationMs: 6_000, askedMs: 20_000 })).toBe(0);
  });

  it('is not known of a conversation, a closed loop or a trace, nor where it would not fit into memory', () => {
    expect(offOf('conversation', {}, {}, [1, 1])).toBe(0);
    for (const settings of [
      { arrivals: 'trace' },
      { arrivals: 'closed' },
      { ratePerS: 1e12 },
      { ratePerS: -1 },
    ] as const) {
      const fold = foldSchedule({ ...header, settings: { ...header.settings, ...settings } });
      fold.add({ index: 0, intended: 77 });
      expect(fold.off()).toBe(0);
    }
  });
});
