import { areaY, dot, line } from '@observablehq/plot';
import type { CurvePoint } from '../../load/statistics/curve.ts';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';

type Curve = { readonly name: string; readonly points: readonly CurvePoint[] };

/** An SLO bound on one percentile. */
export type CurveBound = { readonly percent: number; readonly bound: number; readonly is: 'pass' | 'fail' };

type CurveChart = {
  readonly curves: readonly Curve[];
  readonly bounds?: readonly CurveBound[];
  readonly label: string;
};

/** Each additional nine takes the same room, so that the tail is visible, which users wait for. */
function place(percent: number): number {
  return -Math.log10(1 - percent / 100);
}

/** Well-known percentiles; a curve that ends early has room for more of them. */
const longTicks = [0, 50, 90, 99, 99.9, 99.99, 99.999];
const shortTicks = [0, 50, 75, 90, 95, 98, 99];

const boundTones = { pass: 'var(--pass)', fail: 'var(--fail)' } as const;

/** Percentiles with their confidence intervals; a curve ends where there are no more samples. */
export function curveChart({ curves, bounds = [], label }: CurveChart): Html {
  const furthest = Math.max(...[...curves.flatMap(({ points }) => points), ...bounds].map(({ percent }) => percent));
  const shown = (furthest < 99.9 ? shortTicks : longTicks).filter((percent) => percent <= furthest);
  const bands = curves.map(({ points }, index) =>
    areaY(points, {
      x: ({ percent }: CurvePoint) => place(percent),
      y1: ({ interval }: CurvePoint) => interval?.[0],
      y2: ({ interval }: CurvePoint) => interval?.[1],
      fill: strokeOf(index).stroke,
      fillOpacity: 0.18,
    }),
  );
  const lines = curves.map(({ points }, index) =>
    line(points, { x: ({ percent }: CurvePoint) => place(percent), y: 'value', ...strokeOf(index) }),
  );
  const marks = bounds.map(({ percent, bound, is }) =>
    dot([[place(percent), bound]], { symbol: 'times', r: 5, stroke: boundTones[is], strokeWidth: 2.5 }),
  );
  return drawChart({
    marks: [...bands, ...lines, ...marks],
    x: { domain: [0, place(furthest)], ticks: shown.map(place), tickFormat: (_, index) => `p${shown[index] ?? ''}` },
    y: { zero: true, nice: true },
    label,
  });
}
