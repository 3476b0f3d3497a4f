import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/model/load.ts';
import { loadScenario, type LoadScenario } from '../../load/model/scenarios.ts';
import { summaryOf } from '../../load/model/summary.ts';
import { header, record } from '../../load/model/records.testing.ts';
import type { LoadProgress } from '../../load/runner/run-scenario.ts';
import { stopAtMissedStep } from './steps.ts';

function scenario(name: string): LoadScenario {
  const found = loadScenario(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Two steps of 10 s, whose requests see their first content after so many milliseconds. */
function measured(ttftMs: readonly [number, number]): Load {
  const settings = { ...header.settings, ratePerS: 10, peakRatePerS: 20, steps: 2, durationMs: 20_000, planned: 300 };
  const summary = summaryOf({ ...header, scenario: 'capacity', settings: { ...settings, slo: 'ttft.p50<50ms' } });
  for (let index = 0; index < 300; index += 1) {
    const intended = index < 100 ? index * 100 : 10_000 + (index - 100) * 50;
    const first = intended + ttftMs[index < 100 ? 0 : 1];
    const times = { intended, sent: intended, headers: first, firstByte: first, firstContent: first };
    summary.add(record(index, { ...times, scenario: 'capacity', events: [first], end: first + 1 }));
  }
  return summary.load();
}

const at = (elapsedMs: number, load: Load): LoadProgress =>
  ({ live: { elapsedMs }, load: () => load }) as unknown as LoadProgress;

describe('a staircase', () => {
  it('goes on while its steps keep the SLO, and stops after the one that does not', () => {
    const judge = stopAtMissedStep(scenario('capacity'));
    const load = measured([20, 80]);
    expect([5_000, 11_500, 15_000, 21_500].map((ms) => judge(at(ms, load)))).toEqual([
      undefined,
      undefined,
      undefined,
      'stop',
    ]);
  });
  it('stops after its first step already', () => {
    expect(stopAtMissedStep(scenario('capacity'))(at(11_500, measured([80, 80])))).toBe('stop');
  });
  it('is no other scenario', () => {
    expect(stopAtMissedStep(scenario('spike'))(at(60_000, measured([80, 80])))).toBeUndefined();
  });
});
