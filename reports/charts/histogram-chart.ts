import { areaX, axisY, gridY, line, rect, rectY, ruleX, text } from '@observablehq/plot';
import type { Bins } from '../../load/statistics/bins.ts';
import type { CurvePoint } from '../../load/statistics/curve.ts';
import type { Html } from '../text/html.ts';
import { chartWidth, drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';
import { labelRows, type LabelSpan, widthOf } from './label-rows.ts';

/** A percentile marked on the axis, with its confidence interval. */
export type MarkedValue = {
  readonly name: string;
  readonly value: number;
  readonly interval?: readonly [number, number];
};

/** An SLO bound as a line across the chart. */
export type BoundLine = { readonly name: string; readonly value: number; readonly is: BoundTone };

type BoundTone = 'pass' | 'fail' | 'inconclusive';

type HistogramChart = {
  readonly bins: Bins;
  /** Number of samples, including those outside the bins. */
  readonly n: number;
  /** The cumulative share of samples, in percent: solid where it has intervals, which form the band around it. */
  readonly points: readonly CurvePoint[];
  readonly marked: readonly MarkedValue[];
  readonly bounds: readonly BoundLine[];
  readonly label: string;
};

const tones = { pass: 'var(--pass)', fail: 'var(--fail)', inconclusive: 'var(--open)' } as const;

/** Pixels: the height of bars and curve, and of a row of names above. */
const [plotHeight, rowHeight] = [128, 16];
const margin = { top: 4, bottom: 26, left: 48, right: 48 };
const quarters = [0, 25, 50, 75, 100] as const;

/** Says which axis belongs to which mark. */
export const histogramKeys = [
  { name: 'each bar (left axis)', as: 'block' },
  { name: 'all up to it (right axis)', as: 'solid' },
] as const;

type Name = { readonly name: string; readonly value: number; readonly tone: string; readonly anchor: Anchor };

type Anchor = 'start' | 'middle' | 'end';

/**
 * A histogram with the cumulative share of samples over it; the x-axis covers only the samples. The left axis, for the
 * bars, ends above the tallest; the right one, for the curve, covers all samples.
 */
export function histogramChart({ bins, points, marked, bounds, label, n }: HistogramChart): Html {
  const domain = histogramDomain(bins, bounds);
  const [first, last] = domain;
  const shown = bounds.filter(({ value }) => value <= last && value >= first);
  const shares = bins.counts.map((count) => (count / n) * 100);
  const end = shareAxisEnd(Math.max(...shares));
  const bars = shares.map((share, place) => ({
    from: bins.from + place * bins.width,
    to: bins.from + (place + 1) * bins.width,
    height: (share / end) * 100,
  }));
  const within = (value: number): number => Math.min(last, Math.max(first, value));
  const curve = points.filter(({ value }) => value >= first && value <= last);
  const bandEnd = curve.findLastIndex(({ interval }) => interval !== undefined);
  const [bar, curved] = [strokeOf(0), strokeOf(1)];
  const names = namesOf(marked, shown, domain);
  const rows = labelRows(names.map((name) => spanOf(name, domain)));
  const rowCount = Math.max(1, ...rows.map((row) => row + 1));
  const perPixel = 100 / plotHeight;
  return drawChart({
    marks: [
      gridY(quarters, {}),
      axisY(quarters, { anchor: 'left', tickSize: 0, color: bar.stroke, tickFormat: shareText(end) }),
      axisY(quarters, { anchor: 'right', tickSize: 0, color: curved.stroke, tickFormat: shareText(100) }),
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
      line(curve.slice(0, bandEnd + 1), { x: 'value', y: 'percent', ...curved, strokeDasharray: 'none' }),
      line(curve.slice(Math.max(0, bandEnd)), { x: 'value', y: 'percent', ...curved, strokeDasharray: '3 2' }),
      ruleX(marked, { x: 'value', y1: 0, y2: 100, stroke: 'var(--ink)', strokeWidth: 1, strokeDasharray: '3 2' }),
      ...shown.map((bound) => ruleX([bound], { x: 'value', y1: 0, y2: 102, stroke: tones[bound.is], strokeWidth: 2 })),
      ...names.map(({ name, value, tone, anchor }, place) =>
        text([name], {
          x: () => value,
          y: () => 100 + ((rows[place] ?? 0) + 0.6) * rowHeight * perPixel,
          text: (each: string) => each,
          fill: tone,
          textAnchor: anchor,
        }),
      ),
    ],
    x: { domain, ticks: ticksOf(domain) },
    y: { domain: [0, 100 + rowCount * rowHeight * perPixel], axis: null, grid: false },
    height: margin.top + rowCount * rowHeight + plotHeight + margin.bottom,
    margin,
    label,
  });
}

/** Six ticks, or fewer if their numbers are wide: those of a real-time factor have four decimals. */
function ticksOf([first, last]: readonly [number, number]): number {
  const room = chartWidth - margin.left - margin.right;
  const fits = (ticks: number): boolean => {
    const step = tickStep(first, last, ticks);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    const digits = { maximumFractionDigits: decimals, minimumFractionDigits: decimals };
    return (step / (last - first)) * room > widthOf(last.toLocaleString('en-US', digits));
  };
  return [6, 5, 4, 3].find(fits) ?? 2;
}

/** Distance between ticks as the chart library chooses it: 1, 2 or 5 times a power of ten. */
function tickStep(first: number, last: number, ticks: number): number {
  const raw = (last - first) / ticks;
  const power = 10 ** Math.floor(Math.log10(raw));
  const beyond = (limit: number): boolean => raw / power >= Math.sqrt(limit);
  return power * (beyond(50) ? 10 : beyond(10) ? 5 : beyond(2) ? 2 : 1);
}

function shareText(end: number): (quarter: number) => string {
  return (quarter) => `${Number(((quarter * end) / 100).toPrecision(3))} %`;
}

/** Percentiles come first, so that they are nearest to their lines. */
function namesOf(
  marked: readonly MarkedValue[],
  bounds: readonly BoundLine[],
  [first, last]: readonly [number, number],
): readonly Name[] {
  return [
    ...marked.map(({ name, value }): Name => ({ name, value, tone: 'var(--ink)', anchor: 'middle' })),
    ...bounds.map(({ name, value, is }): Name => {
      return { name, value, tone: tones[is], anchor: value > (first + last) / 2 ? 'end' : 'start' };
    }),
  ];
}

function spanOf({ name, value, anchor }: Name, [first, last]: readonly [number, number]): LabelSpan {
  const width = widthOf(name);
  const at = margin.left + ((value - first) / (last - first)) * (chartWidth - margin.left - margin.right);
  const from = at - (anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2);
  return { from, to: from + width };
}

/** From the first bin to the last, extended to a near bound. */
export function histogramDomain({ from, width, counts }: Bins, bounds: readonly BoundLine[]): [number, number] {
  const end = from + counts.length * width;
  const reach = (end - from) / 2;
  const near = bounds.map(({ value }) => value).filter((value) => value >= from - reach && value <= end + reach);
  return [Math.min(from, ...near), Math.max(end, ...near)];
}

/** Possible ends of an axis of shares, in percent, with round quarters. */
const ends = [1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 60, 80, 100] as const;

/**
 * The end of the bars' axis when the tallest bar has this many percent: the bars fill it, and its quarters are round
 * numbers.
 */
export function shareAxisEnd(largest: number): number {
  return ends.find((end) => largest <= end) ?? 100;
}
