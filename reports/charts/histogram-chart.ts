import { areaX, line, rect, rectY, ruleX, text } from '@observablehq/plot';
import type { Bins } from '../../load/statistics/bins.ts';
import type { CurvePoint } from '../../load/statistics/curve.ts';
import type { Html } from '../text/html.ts';
import { draw } from './draw.ts';
import { lookOf } from './figure.ts';

/** A percentile that is marked on the axis, with its confidence interval. */
export type MarkedValue = {
  readonly name: string;
  readonly value: number;
  readonly interval?: readonly [number, number];
};

/** A bound of an SLO, as a line across the chart. */
export type BoundLine = { readonly name: string; readonly value: number; readonly is: BoundTone };

type BoundTone = 'pass' | 'fail' | 'inconclusive';

type HistogramChart = {
  readonly bins: Bins;
  /** The share of samples up to each value, in percent. */
  readonly points: readonly CurvePoint[];
  readonly marked: readonly MarkedValue[];
  readonly bounds: readonly BoundLine[];
  readonly label: string;
};

const tones = { pass: 'var(--pass)', fail: 'var(--fail)', inconclusive: 'var(--open)' } as const;

/** The tallest bar leaves room above for the names of percentiles. */
const tallest = 80;
/** Where names stand, on the scale of the cumulative share; those of neighbours alternate. */
const nameRows = [104, 113, 122] as const;
const boundRow = 131;
const top = 136;

/**
 * A histogram with the cumulative share of the samples over it, the axis only as long as the samples are. Bars are scaled to
 * the tallest; the axis on the left is that of the curve.
 */
export function histogramChart({ bins, points, marked, bounds, label }: HistogramChart): Html {
  const domain = histogramDomain(bins, bounds);
  const [first, last] = domain;
  const shown = bounds.filter(({ value }) => value <= last && value >= first);
  const most = Math.max(1, ...bins.counts);
  const bars = bins.counts.map((count, place) => ({
    from: bins.from + place * bins.width,
    to: bins.from + (place + 1) * bins.width,
    height: (count / most) * tallest,
  }));
  const within = (value: number): number => Math.min(last, Math.max(first, value));
  const curve = points.filter(({ value }) => value >= first && value <= last);
  const [bar, curved] = [lookOf(0), lookOf(1)];
  return draw({
    marks: [
      rectY(bars, { x1: 'from', x2: 'to', y: 'height', fill: bar.stroke, fillOpacity: 0.45, inset: 0.3 }),
      rect(
        marked.filter(({ interval }) => interval !== undefined),
        {
          x1: ({ interval }: MarkedValue) => within(interval?.[0] ?? first),
          x2: ({ interval }: MarkedValue) => within(interval?.[1] ?? first),
          y1: 0,
          y2: 100,
          fill: 'var(--soft)',
          fillOpacity: 0.16,
        },
      ),
      areaX(
        curve.filter(({ interval }) => interval !== undefined),
        {
          y: 'percent',
          x1: ({ interval }: CurvePoint) => within(interval?.[0] ?? first),
          x2: ({ interval }: CurvePoint) => within(interval?.[1] ?? first),
          fill: curved.stroke,
          fillOpacity: 0.2,
        },
      ),
      line(curve, { x: 'value', y: 'percent', ...curved, strokeDasharray: 'none' }),
      ruleX(marked, { x: 'value', y1: 0, y2: 100, stroke: 'var(--ink)', strokeWidth: 1, strokeDasharray: '3 2' }),
      text(marked, {
        x: 'value',
        y: (_: MarkedValue, place: number) => nameRows[place % nameRows.length] ?? nameRows[0],
        text: 'name',
        fill: 'var(--ink)',
      }),
      ...shown.flatMap((bound) => [
        ruleX([bound], { x: 'value', y1: 0, y2: boundRow - 5, stroke: tones[bound.is], strokeWidth: 2 }),
        text([bound], {
          x: 'value',
          y: boundRow,
          text: 'name',
          fill: tones[bound.is],
          textAnchor: bound.value > (first + last) / 2 ? 'end' : 'start',
        }),
      ]),
    ],
    x: { domain, ticks: 6 },
    y: { domain: [0, top], ticks: [0, 25, 50, 75, 100], tickFormat: (at: number) => `${at} %` },
    label,
  });
}

/** From the first bin to the last, and as far as a bound that is near. */
export function histogramDomain({ from, width, counts }: Bins, bounds: readonly BoundLine[]): [number, number] {
  const end = from + counts.length * width;
  const reach = (end - from) / 2;
  const near = bounds.map(({ value }) => value).filter((value) => value >= from - reach && value <= end + reach);
  return [Math.min(from, ...near), Math.max(end, ...near)];
}
