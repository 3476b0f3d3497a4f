import { describe, expect, it } from 'vitest';
import { changePoints as foundBy } from '../../load/statistics/change-points.ts';
import { randomFrom } from '../../load/plan/random.ts';
import type { Load } from '../../load/verdict/load.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { schemaErrors } from '../../scripts/testing/schemas.testing.ts';
import type { FindChanges } from './changes.ts';
import { historyOf } from './history.ts';
import { invalid, shapedLoad } from './sample-history.testing.ts';
import { seenLoad, type SeenLoad } from './loads.ts';
import { historyHeadline } from './words.ts';
import { historyHtml } from './html.ts';
import { historyMarkdown } from './markdown.ts';

const changePoints: FindChanges = (points, alpha) => foundBy(points, alpha, randomFrom(1, 'permutations'));

const runOf = (day: number, factorOf: (percent: number) => number, parts: Partial<Load> = {}): SeenLoad =>
  seenLoad(shapedLoad(day, factorOf, parts), { folder: `load-${day}`, hasReport: false });

const days = Array.from({ length: 14 }, (_, day) => day);
const told = (runs: readonly SeenLoad[]) => historyOf(runs, [], changePoints).loads[0]?.changes ?? [];

describe('the changes of a history', () => {
  const slower = days.map((day) => runOf(day, () => (day >= 8 ? 1.2 : 1)));

  it('are told with the run that they begin with, and the direction', () => {
    const [change, ...more] = told(slower);
    expect(more).toEqual([]);
    // The newest is the first of the runs: the ninth of fourteen is the sixth.
    expect(change).toMatchObject({ of: 'ttft', run: 5, is: 'worse', runsBefore: 8, runsSince: 6 });
    const median = change?.quantiles.find(({ percent }) => percent === 50);
    expect((median?.since ?? 0) / (median?.before ?? 1)).toBeCloseTo(1.2, 1);
  });

  it.each([
    ['faster', (percent: number) => (percent > 0 ? 0.8 : 1), 'better'],
    ['a second mode above the median', (percent: number) => (percent > 60 ? 1.5 : 1), 'worse'],
    ['the middle faster and the tail slower', (percent: number) => (percent > 60 ? 1.3 : 0.75), 'mixed'],
  ])('are found in shape as in level: %s', (_, factorOf, is) => {
    const found = told(days.map((day) => runOf(day, (percent) => (day >= 7 ? factorOf(percent) : 1))));
    expect(found.map((each) => [each.is, each.run])).toEqual([[is, 6]]);
  });

  it('are none where nothing changes, and of runs that were invalid or asked otherwise', () => {
    expect(told(days.map((day) => runOf(day, () => 1)))).toEqual([]);
    expect(
      told(days.map((day) => runOf(day, () => (day >= 8 ? 1.2 : 1), day >= 8 ? { validity: invalid } : {}))),
    ).toEqual([]);
    const settings = { ...sampleLoad().settings, ratePerS: 7 };
    expect(told(days.map((day) => runOf(day, () => (day < 8 ? 1.2 : 1), day < 8 ? { settings } : {})))).toEqual([]);
  });

  it('stand in every form of a history, and none without them', () => {
    const history = historyOf(slower, [], changePoints);
    expect(schemaErrors('history', JSON.parse(JSON.stringify(history)))).toEqual([]);
    expect(historyHeadline(history)).toMatch(
      /, 1 change of a distribution \(TTFT is slower since v8 \(2026-11-09 00:00\)\)$/,
    );
    const says = 'TTFT is slower since v8 (2026-11-09 00:00)';
    expect(historyHtml(history)).toContain(says);
    expect(historyMarkdown(history)).toContain('TTFT is slower since v8');
    expect(
      historyHtml(
        historyOf(
          days.map((day) => runOf(day, () => 1)),
          [],
          changePoints,
        ),
      ),
    ).toContain('No change of a distribution is shown.');
  });
});
