import { type Markish, areaY, dot, line, rect, ruleY } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { type StrokeStyle, strokeOf } from './figure.ts';

/** One quantity over the windows of a run; an undefined value leaves a gap. */
export type TimeSeries = {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  /** Drawn filled, as the reference for the others. */
  readonly ground?: boolean;
  /** Drawn as an alarm. */
  readonly alarming?: boolean;
};

type TimeChart = {
  readonly series: readonly TimeSeries[];
  readonly windowMs: number;
  /** Lines for levels, bars for counts. */
  readonly as: 'lines' | 'bars';
  /** End of the warm-up: requests sent before it are in no figure. */
  readonly warmupMs?: number;
  readonly label: string;
};

const alarm: StrokeStyle = { stroke: 'var(--fail)' };

type Point = { readonly from: number; readonly to: number; readonly middle: number; readonly value: number };

export function timeChart({ series, windowMs, as, warmupMs = 0, label }: TimeChart): Html {
  const count = Math.max(...series.map(({ values }) => values.length));
  const { each, word } = timeUnit(count * windowMs);
  const all = series.flatMap(({ values }) => values.flatMap((value) => value ?? []));
  const most = all.reduce((largest, value) => Math.max(largest, value), 0);
  // A count axis must not have fractional ticks.
  const isCount = all.every((value) => Number.isInteger(value));
  const top = most === 0 ? 1 : most * 1.05;
  const marks = series.flatMap(({ values, ground = false, alarming = false }, index) => {
    const points = values.map((value, at) => pointAt(at, value, windowMs / each));
    const look = alarming ? alarm : strokeOf(index);
    if (ground) return [groundOf(points, look)];
    return as === 'bars' ? [barsOf(points, look)] : linesOf(points, look);
  });
  return drawChart({
    marks: [warmupShade(warmupMs / each), ...marks, ruleY([0], { stroke: 'var(--soft)' })],
    x: {
      domain: [0, (count * windowMs) / each],
      ticks: 5,
      tickFormat: (at: number) => `${Number(at.toFixed(2))}${word}`,
    },
    y: { domain: [0, top], nice: true, ticks: isCount ? Math.min(4, Math.max(1, most)) : 4 },
    label,
  });
}

function pointAt(at: number, value: number | undefined, width: number): Point {
  const from = at * width;
  return { from, to: from + width, middle: from + width / 2, value: value ?? Number.NaN };
}

/** A line, and a dot for each point between two gaps, which a line would not show. */
function linesOf(points: readonly Point[], look: StrokeStyle): readonly Markish[] {
  const isHole = (at: number): boolean => Number.isNaN(points[at]?.value ?? Number.NaN);
  const alone = points.filter((_, at) => !isHole(at) && isHole(at - 1) && isHole(at + 1));
  return [
    line(points, { x: 'middle', y: 'value', ...look }),
    dot(alone, { x: 'middle', y: 'value', r: 2, fill: look.stroke }),
  ];
}

function groundOf(points: readonly Point[], { stroke }: StrokeStyle): Markish {
  return areaY(points, { x: 'middle', y1: 0, y2: 'value', fill: stroke, fillOpacity: 0.15, stroke, strokeWidth: 0.8 });
}

function barsOf(points: readonly Point[], { stroke }: StrokeStyle): Markish {
  const filled = points.filter(({ value }) => value > 0);
  return rect(filled, { x1: 'from', x2: 'to', y1: 0, y2: 'value', fill: stroke, inset: 0.3 });
}

/** The height of the whole chart, whose axis ends at a round number. */
function warmupShade(until: number): Markish {
  return rect(until > 0 ? [until] : [], { x1: 0, x2: (at: number) => at, fill: 'var(--wash)' });
}

export function timeUnit(ms: number): { readonly each: number; readonly word: string } {
  if (ms <= 180_000) return { each: 1000, word: ' s' };
  return ms <= 3 * 3_600_000 ? { each: 60_000, word: ' min' } : { each: 3_600_000, word: ' h' };
}
