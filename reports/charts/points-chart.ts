import { areaY, dot, ruleX, ruleY, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';
import { timeUnit } from './time-chart.ts';

/** With a third number, the time lies between that and the second. */
type Point = readonly [atMs: number, ms: number, atLeastMs?: number | undefined];

type PointsChart = {
  readonly points: readonly Point[];
  /** Drawn larger: all of them are shown, while other points may be a selection. */
  readonly outliers: readonly Point[];
  /** Intended times of the failed requests. */
  readonly failuresMs: readonly number[];
  /** Periods in which something was wrong with the measurement. */
  readonly spansMs: readonly (readonly [from: number, to: number])[];
  readonly domain: readonly [low: number, high: number];
  /** SLO bounds within the domain. */
  readonly bounds: readonly { readonly value: number; readonly name: string }[];
  readonly warmupMs: number;
  readonly endMs: number;
  readonly label: string;
};

/** A halo interrupts points around a name. */
const halo = { stroke: 'var(--card)', strokeWidth: 5 } as const;

/** Shares of the chart's height: the tick of a failure, the bar of a period, and a name. */
const [tickShare, spanShare, nameShare] = [0.07, 0.03, 0.08];

/** Requests as points over the run, many of them as density; failures are ticks on the axis. */
export function pointsChart(chart: PointsChart): Html {
  const { points, outliers, failuresMs, spansMs, domain, bounds, warmupMs, endMs, label } = chart;
  const { each, word } = timeUnit(endMs);
  const [low, high] = domain;
  const height = high - low;
  const at = ([atMs]: Point): number => atMs / each;
  const ms = ([, value]: Point): number => value;
  const { stroke } = strokeOf(0);
  return drawChart({
    marks: [
      areaY(warmupMs > 0 ? [0, warmupMs / each] : [], { x: (x: number) => x, y1: low, y2: high, fill: 'var(--wash)' }),
      ruleX(
        [...points, ...outliers].filter(([, , atLeastMs]) => atLeastMs !== undefined),
        { x: at, y1: ([, , atLeastMs]: Point) => Math.max(low, atLeastMs ?? low), y2: ms, stroke, strokeOpacity: 0.35 },
      ),
      dot(points, { x: at, y: ms, r: 1.6, fill: stroke, fillOpacity: points.length > 200 ? 0.45 : 0.8 }),
      dot(outliers, { x: at, y: ms, r: 3.2, stroke, strokeWidth: 1.4 }),
      ...spansMs.map(([from, to]) =>
        areaY([from / each, to / each], {
          x: (x: number) => x,
          y1: low,
          y2: low + spanShare * height,
          fill: 'var(--open)',
        }),
      ),
      ruleX(failuresMs, {
        x: (atMs: number) => atMs / each,
        y1: low,
        y2: low + tickShare * height,
        stroke: 'var(--fail)',
        strokeWidth: 1.4,
      }),
      ruleY([low], { stroke: 'var(--soft)' }),
      ruleY(bounds, { y: 'value', stroke: 'var(--ink)', strokeDasharray: '4 3' }),
      text(namesOf(bounds, height), {
        x: 0,
        y: 'value',
        text: 'name',
        dx: 4,
        dy: -7,
        textAnchor: 'start',
        fill: 'var(--ink)',
        ...halo,
      }),
    ],
    x: { domain: [0, endMs / each], ticks: 5, tickFormat: (x: number) => `${Number(x.toFixed(2))}${word}` },
    y: { domain: [low, high] },
    label,
  });
}

type Bound = PointsChart['bounds'][number];

/** Names of bounds that would overlap are joined into one line, above the highest of them. */
function namesOf(bounds: readonly Bound[], height: number): readonly Bound[] {
  return bounds
    .toSorted((one, next) => one.value - next.value)
    .reduce<readonly Bound[]>((names, { value, name }) => {
      const below = names.at(-1);
      return below === undefined || value - below.value > nameShare * height
        ? [...names, { value, name }]
        : [...names.slice(0, -1), { value, name: `${below.name}, ${name}` }];
    }, []);
}

/**
 * The y-axis: starts at zero unless all points would be in the upper third; leaves room below for the ticks on the
 * axis.
 */
export function pointsDomain(values: readonly number[]): readonly [low: number, high: number] {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(most - least, most * 0.02, 1e-3);
  const low = least > (2 / 3) * most ? Math.max(0, least - range * 0.2) : 0;
  return [low, most + range * 0.05];
}
