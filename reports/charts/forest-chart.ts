import { dot, rect, ruleX, ruleY, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { ratioAxis, tickText } from './ratio-axis.ts';

/** The difference of one quantity, as a share of A, with its confidence interval. */
export type ForestRow = {
  readonly name: string;
  /** The difference and its interval in words, since they are hard to read off the axis. */
  readonly says: string;
  /** Both ends of the observed difference, which are equal unless only a range is known. */
  readonly shown: readonly [low: number, high: number];
  /** An unbounded end is infinite. */
  readonly interval: readonly [low: number, high: number];
  readonly is: 'pass' | 'fail' | 'same' | 'inconclusive';
};

type ForestChart = {
  /** From top to bottom. */
  readonly rows: readonly ForestRow[];
  /** A difference between −within and +within counts as the same. */
  readonly within: number;
  readonly label: string;
};

const tones = { pass: 'var(--pass)', fail: 'var(--fail)', same: 'var(--soft)', inconclusive: 'var(--open)' } as const;

/** A halo keeps the words readable where the line of no difference passes behind them. */
const words = { dy: -14, stroke: 'var(--card)', strokeWidth: 3 } as const;

function isRange({ shown: [low, high] }: ForestRow): boolean {
  return low < high;
}

/**
 * Differences with their intervals, one below the other, on a common axis; the band shows what counts as the same.
 * `isCut`: an arrow marks a line that goes on beyond the axis.
 */
export function forestChart({ rows, within, label }: ForestChart): { readonly drawing: Html; readonly isCut: boolean } {
  const onAxis = rows.map(({ interval, shown, is }) => ({
    ends: [...interval, ...shown],
    isDecided: is !== 'inconclusive',
  }));
  const { at, isBeyond, domain, ticks } = ratioAxis(onAxis, within);
  const [left, right] = domain;
  const place = ({ name }: ForestRow): number => rows.length - rows.findIndex((row) => row.name === name) - 0.75;
  const tone = ({ is }: ForestRow): string => tones[is];
  const goesOn = (side: 0 | 1): readonly ForestRow[] => rows.filter(({ interval }) => isBeyond(interval[side]));
  const arrow = { y: place, fill: tone, symbol: 'triangle', r: 6 } as const;
  const drawing = drawChart({
    marks: [
      rect([0], { x1: at(-within), x2: at(within), y1: 0, y2: rows.length, fill: 'var(--soft)', fillOpacity: 0.14 }),
      ruleX([0], { stroke: 'var(--soft)' }),
      ruleY(rows.slice(1), { y: (row: ForestRow) => place(row) + 0.75, stroke: 'var(--rule)', strokeWidth: 0.6 }),
      ruleY(rows, {
        y: place,
        x1: ({ interval }: ForestRow) => at(interval[0]),
        x2: ({ interval }: ForestRow) => at(interval[1]),
        stroke: tone,
        strokeWidth: 2,
      }),
      dot(
        rows.filter((row) => !isRange(row) && !isBeyond(row.shown[0])),
        { x: ({ shown }: ForestRow) => at(shown[0]), y: place, r: 4, fill: tone },
      ),
      ruleY(rows.filter(isRange), {
        y: place,
        x1: ({ shown }: ForestRow) => at(shown[0]),
        x2: ({ shown }: ForestRow) => at(shown[1]),
        stroke: tone,
        strokeWidth: 8,
      }),
      dot(goesOn(0), { ...arrow, x: () => at(-1), dx: -4, rotate: -90 }),
      dot(goesOn(1), { ...arrow, x: () => at(Infinity), dx: 4, rotate: 90 }),
      // Names are above their marks, at the edges, so that they align and are not cut off.
      text(rows, { ...words, x: () => left, y: place, text: 'name', textAnchor: 'start', fill: 'var(--ink)' }),
      text(rows, { ...words, x: () => right, y: place, text: 'says', textAnchor: 'end', fill: tone }),
    ],
    x: {
      domain: [left, right],
      ticks: ticks.map(at),
      tickFormat: (_: number, tick: number) => tickText(ticks[tick] ?? 0),
    },
    y: { domain: [0, rows.length], ticks: [], grid: false },
    height: 44 + 31 * rows.length,
    margin: { top: 12, right: 4, bottom: 26, left: 4 },
    label,
  });
  return { drawing, isCut: rows.some(({ interval }) => interval.some(isBeyond)) };
}
