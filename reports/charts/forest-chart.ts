import { dot, rect, ruleX, ruleY, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { draw } from './draw.ts';

/** One quantity's difference, as a share of A, with its confidence interval. */
export type ForestRow = {
  readonly name: string;
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
  readonly is: 'pass' | 'fail' | 'same' | 'inconclusive';
};

type ForestChart = {
  /** The first one on top. */
  readonly rows: readonly ForestRow[];
  /** What is between −within and +within counts as the same. */
  readonly within: number;
  readonly label: string;
};

const tones = { pass: 'var(--pass)', fail: 'var(--fail)', same: 'var(--soft)', inconclusive: 'var(--open)' } as const;

/** Differences with their intervals, one below the other, on a common axis; the band is what counts as the same. */
export function forestChart({ rows, within, label }: ForestChart): Html {
  const ends = [...rows.flatMap(({ interval }) => interval), -within, within];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const room = (most - least) * 0.05;
  const place = ({ name }: ForestRow): number => rows.length - rows.findIndex((row) => row.name === name) - 0.5;
  const tone = ({ is }: ForestRow): string => tones[is];
  return draw({
    marks: [
      rect([0], { x1: -within, x2: within, y1: 0, y2: rows.length, fill: 'var(--soft)', fillOpacity: 0.14 }),
      ruleX([0], { stroke: 'var(--soft)' }),
      ruleY(rows, {
        y: place,
        x1: ({ interval }: ForestRow) => interval[0],
        x2: ({ interval }: ForestRow) => interval[1],
        stroke: tone,
        strokeWidth: 2,
      }),
      dot(rows, { x: 'value', y: place, r: 4, fill: tone }),
      text(rows, {
        x: ({ interval }: ForestRow) => (interval[0] + interval[1]) / 2,
        y: place,
        text: 'name',
        dy: -10,
        fill: 'var(--ink)',
      }),
    ],
    x: {
      domain: [least - room, most + room],
      ticks: 5,
      tickFormat: (at: number) => `${at > 0 ? '+' : ''}${Number((at * 100).toPrecision(6))} %`.replace('-', '−'),
    },
    y: { domain: [0, rows.length + 0.3], ticks: [], grid: false },
    height: 60 + 30 * rows.length,
    label,
  });
}
