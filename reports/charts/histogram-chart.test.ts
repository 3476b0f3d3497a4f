import { expect, it } from 'vitest';
import { textOfPage } from '../text/html.ts';
import { histogramChart } from './histogram-chart.ts';
import { widthOf } from './label-rows.ts';

it.each([
  [0, 0.0001, 8],
  [1060, 0.5, 13],
  [0, 0.05, 12],
  [1060.5, 0.5, 15],
  [20_000, 500, 20],
  [150, 2, 13],
])('has room for every number of its axis, from %d in bins of %d', (from, width, bins) => {
  const counts = Array.from({ length: bins }, (_, at) => bins - at);
  const n = counts.reduce((sum, count) => sum + count, 0);
  const drawing = textOfPage(
    histogramChart({ bins: { from, width, counts }, n, points: [], marked: [], bounds: [], label: '' }),
  );
  const last = from + width * bins;
  const ticks = [...drawing.matchAll(/<text[^>]* transform="translate\(([\d.]+),[\d.]+\)"[^>]*>([\d.,]+)<\/text>/g)]
    .map(([, x, text = '']) => ({ x: Number(x), text }))
    .filter(({ text }) => Number(text.replaceAll(',', '')) <= last);
  expect(ticks.length).toBeGreaterThan(2);
  const covered = ticks.filter(({ x, text }, at) => (ticks[at + 1]?.x ?? Infinity) - x <= widthOf(text));
  expect(covered).toEqual([]);
});
