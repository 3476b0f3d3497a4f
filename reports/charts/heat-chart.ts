import { areaY, rect } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';
import { timeUnit } from './time-chart.ts';

/** One cell: its range of time, its range of values, and its shade. */
export type HeatCell = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
  /** Place in `shades`. */
  readonly shade: number;
};

type HeatChart = {
  readonly cells: readonly HeatCell[];
  /** Range of the values, above 0; the scale is logarithmic. */
  readonly domain: readonly [low: number, high: number];
  readonly warmupMs: number;
  readonly endMs: number;
  readonly label: string;
};

/** Opacity of each shade: the lightest is visible on both backgrounds. */
export const shades = [0.16, 0.34, 0.54, 0.76, 1] as const;

/** A heat map of counts by time and by value. */
export function heatChart({ cells, domain, warmupMs, endMs, label }: HeatChart): Html {
  const { each, word } = timeUnit(endMs);
  const [low, high] = domain;
  return drawChart({
    marks: [
      areaY(warmupMs > 0 ? [0, warmupMs / each] : [], { x: (x: number) => x, y1: low, y2: high, fill: 'var(--wash)' }),
      ...shades.map((fillOpacity, shade) =>
        rect(
          cells.filter((cell) => cell.shade === shade),
          {
            x1: ({ fromMs }: HeatCell) => fromMs / each,
            x2: ({ toMs }: HeatCell) => toMs / each,
            y1: 'low',
            y2: 'high',
            fill: strokeOf(0).stroke,
            fillOpacity,
          },
        ),
      ),
    ],
    x: { domain: [0, endMs / each], ticks: 5, tickFormat: (x: number) => `${Number(x.toFixed(2))}${word}` },
    y: {
      type: 'log',
      domain: [low, high],
      ticks: ticksIn(low, high),
      tickFormat: (ms: number) => ms.toLocaleString('en-US'),
    },
    label,
  });
}

/** Ticks for a narrow range of values, as of a stream with a steady pace. */
const fine = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.6, 4, 4.5, 5, 5.6, 6.3, 7, 8, 9];

/** Round numbers on a logarithmic axis, as many as there is room for. */
export function ticksIn(low: number, high: number): readonly number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, place) => Math.floor(Math.log10(low)) + place,
  );
  const ticksOf = (steps: readonly number[]): readonly number[] =>
    decades
      .flatMap((decade) => steps.map((step) => Number((step * 10 ** decade).toPrecision(3))))
      .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const choices = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], fine].map(ticksOf);
  return choices.find(({ length }) => length >= 3) ?? choices.at(-1) ?? [];
}
