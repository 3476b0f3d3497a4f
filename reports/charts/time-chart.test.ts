import { expect, it } from 'vitest';
import { textOfPage } from '../text/html.ts';
import { timeChart } from './time-chart.ts';

it('shades the warm-up up to the end of its axis, which is a round number above all values', () => {
  const series = [{ name: 'p50', values: [160, 161, 178, 150] }];
  const drawing = textOfPage(timeChart({ series, windowMs: 1000, as: 'lines', warmupMs: 2000, label: 'TTFT' }));
  const shades = [...drawing.matchAll(/<rect [^>]*>/g)].map(([rect]) => rect);
  expect(shades).toEqual([expect.stringMatching(/height="172".* y="12"/)]);
});
