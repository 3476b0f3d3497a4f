import { describe, expect, it } from 'vitest';
import { changePoints as foundBy } from '../../load/statistics/change-points.ts';
import { randomFrom } from '../../load/plan/random.ts';
import type { Load } from '../../load/verdict/load.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { schemaErrors } from '../../scripts/testing/schemas.testing.ts';
import type { FindChanges } from './changes.ts';
import { historyOf } from './history.ts';
import { invalidValidity, shapedLoad } from './sample-history.testing.ts';
import { collectSamples } from '../../load/statistics/samples.ts';
import { distributionOf } from '../../load/statistics/distribution.ts';
import { loadHistoryEntry, type LoadHistoryEntry } from './loads.ts';
import { historyHeadline } from './words.ts';
import { historyHtml } from './html.ts';
import { historyMarkdown } from './markdown.ts';

const changePoints: FindChanges = (points, alpha) => foundBy(points, alpha, randomFrom(1, 'permutations'));

const runOf = (day: number, factorOf: (percent: number) => number, parts: Partial<Load> = {}): LoadHistoryEntry =>
  loadHistoryEntry(shapedLoad(day, factorOf, parts), { folder: `load-${day}`, hasReport: false });

const days = Array.from({ length: 14 }, (_, day) => day);
const told = (runs: readonly LoadHistoryEntry[]) => historyOf(runs, [], changePoints).loads[0]?.changes ?? [];

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
      told(days.map((day) => runOf(day, () => (day >= 8 ? 1.2 : 1), day >= 8 ? { validity: invalidValidity } : {}))),
    ).toEqual([]);
    const settings = { ...sampleLoad().settings, ratePerS: 7 };
    expect(told(days.map((day) => runOf(day, () => (day < 8 ? 1.2 : 1), day < 8 ? { settings } : {})))).toEqual([]);
  });

  /** Of so many requests, whose times are log-normal around 100 ms. */
  const sampled = (day: number, requests: number, factor: number): LoadHistoryEntry => {
    const random = randomFrom(day, `times ${requests}`);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const samples = collectSamples();
    for (let at = 0; at < requests; at += 1) samples.add(100 * factor * Math.exp(0.4 * normal()));
    const ttftMs = distributionOf(samples, { curve: true });
    return loadHistoryEntry({ ...shapedLoad(day, () => 1), ttftMs }, { folder: `load-${day}`, hasReport: false });
  };
  const stepOf = (requests: number, factor = 1.375) =>
    historyOf(
      days.map((day) => sampled(day, requests, day >= 8 ? factor : 1)),
      [],
      changePoints,
    );

  it.each([
    ['110, of which none bounds p99', 110, [10, 30, 50, 70, 80, 90, 95]],
    ['250, of which none bounds p99', 250, [10, 30, 50, 70, 80, 90, 95]],
    ['70, which show no p99', 70, [10, 30, 50, 70, 80, 90]],
    ['12, which bound the middle alone', 12, [30, 50, 70]],
  ])('are found by the percentiles that have intervals, of %s', (_, requests, percents) => {
    const [load] = stepOf(requests, requests > 20 ? 1.375 : 1.7).loads;
    expect(load?.looked).toEqual([{ of: 'ttft', percents, runs: 14 }]);
    expect(load?.changes.map(({ of, run, is }) => [of, run, is])).toEqual([['ttft', 5, 'worse']]);
  });

  it('leave out a run with fewer requests than the others, and not what these show', () => {
    const runs = days.map((day) => sampled(day, day === 3 ? 20 : 400, day >= 8 ? 1.375 : 1));
    const [load] = historyOf(runs, [], changePoints).loads;
    expect(load?.looked).toMatchObject([{ percents: expect.arrayContaining([99]) as number[], runs: 13 }]);
    expect(load?.changes.map(({ run }) => run)).toEqual([5]);
  });

  it('are said not to be looked for where requests or runs are too few', () => {
    const few = historyOf(days.slice(0, 3).map((day) => sampled(day, 400, 1)));
    for (const history of [stepOf(5), few]) {
      expect(history.loads[0]?.looked).toEqual([]);
      for (const text of [historyHtml(history), historyMarkdown(history)]) {
        expect(text).toContain('No change of a distribution could be looked for, which needs at least four valid runs');
        expect(text).not.toContain('No change of a distribution is shown');
      }
    }
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
    ).toContain('No change of a distribution is shown, in p10 to p99 of TTFT over 14 runs.');
  });
});
