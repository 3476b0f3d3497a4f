import type { Finding, Run } from '../../conformance/model/run.ts';
import type { Load } from '../../load/verdict/load.ts';
import { sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { randomFrom } from '../../load/plan/random.ts';
import { shapePercents } from './changes.ts';
import { checkHistoryEntry, type CheckHistoryEntry } from './checks.ts';
import { historyOf, type History } from './history.ts';
import type { VerdictLetter } from './strip.ts';
import { loadHistoryEntry, type LoadHistoryEntry } from './loads.ts';

const verdicts: Readonly<Record<VerdictLetter, Finding['verdict'] | undefined>> = {
  p: { is: 'pass' },
  f: { is: 'fail', because: 'status 500' },
  i: { is: 'inconclusive', because: '503 twice' },
  n: { is: 'notApplicable', because: 'no token' },
  a: undefined,
};

export const dayAt = (day: number): string => new Date(Date.UTC(2026, 10, 1 + day)).toISOString();

/** Runs of checks, the oldest first, with verdicts from the strips, whose first letter is the newest run. */
export function runsOf(
  strips: Readonly<Record<string, string>>,
  parts: Partial<Run> = {},
): readonly CheckHistoryEntry[] {
  const many = Math.max(...Object.values(strips).map(({ length }) => length));
  return Array.from({ length: many }, (_, day) => {
    const findings = Object.entries(strips).flatMap(([check, strip]) => {
      const verdict = verdicts[(strip.at(-1 - day) ?? 'a') as VerdictLetter];
      return verdict === undefined ? [] : [sampleFinding(check, '2.2', { verdict })];
    });
    return checkHistoryEntry(sampleRun(findings, { startedAt: dayAt(day), ...parts }), {
      folder: `run-${day}`,
      hasReport: true,
    });
  });
}

/** A load run of that day with this median of all its times, and an interval of ±5 %. */
export function loadOf(day: number, medianMs: number, parts: Partial<Load> = {}): LoadHistoryEntry {
  const load = sampleLoad();
  const interval = [medianMs * 0.95, medianMs * 1.05] as const;
  const times = { ...load.ttftMs, p50: medianMs, intervals: { p50: interval } };
  const folder = `load-${day}`;
  return loadHistoryEntry(
    { ...load, startedAt: dayAt(day), ttftMs: times, ttfeMs: times, ...parts },
    { folder, hasReport: false },
  );
}

/** A run of that day whose TTFT percentiles are the usual ones times `factorOf`, with noise of 1 %. */
export function shapedLoad(day: number, factorOf: (percent: number) => number, parts: Partial<Load> = {}): Load {
  const random = randomFrom(day, 'history');
  const together = 1 + 0.01 * (random() - 0.5);
  const points = shapePercents.map((percent) => {
    const value = (100 + percent) * factorOf(percent) * together * (1 + 0.01 * (random() - 0.5));
    const interval: [number, number] = [value * 0.97, value * 1.03];
    return { percent, value, interval };
  });
  const load = sampleLoad({ startedAt: dayAt(day), label: `v${day}`, run: `run${day}`, ...parts });
  const told = Object.fromEntries(points.map(({ percent, value }) => [`p${percent}`, value]));
  const intervals = Object.fromEntries(points.map(({ percent, interval }) => [`p${percent}`, interval]));
  return {
    ...load,
    ttftMs: { ...load.ttftMs, ...told, intervals, curve: points },
    e2eMs: { ...load.e2eMs, curve: [] },
  };
}

export const invalidValidity = { is: 'invalid', reasons: [{ code: 'cpu', because: 'busy' }], notes: [] } as const;

/** A history with a row of each kind and several load runs. */
export function sampleHistory(): History {
  const other = { ...sampleLoad().settings, content: 'event=token' };
  return historyOf(
    [
      ...runsOf({
        'speech.speed/new': 'fppppp',
        'speech.speed/flaky': 'pfpppp',
        'speech.speed/fixed': 'pfffff',
        'speech.speed/failing': 'ffffff',
        'speech.speed/failed-once': 'pppppf',
        'speech.speed/never': 'pppppp',
        'speech.speed/open': 'ipappn',
      }),
      loadOf(0, 100),
      loadOf(1, 102),
      loadOf(2, 150),
      loadOf(3, 900, { validity: invalidValidity }),
      loadOf(4, 120),
      loadOf(5, 200, { settings: other }),
    ],
    [{ folder: 'broken', because: 'broken/run.json is missing' }],
  );
}
