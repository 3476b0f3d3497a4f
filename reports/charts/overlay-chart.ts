import { areaY, line } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { draw } from './draw.ts';
import { lookOf } from './figure.ts';

/** Shares of one side's samples in bins of equal width, in percent. */
type OverlaidSide = { readonly shares: readonly number[] };

type OverlayChart = {
  readonly from: number;
  readonly width: number;
  /** In the order of their looks. */
  readonly sides: readonly OverlaidSide[];
  /** `bins`: how much lies in each bin; `upTo`: how much lies below each end of a bin. */
  readonly as: 'bins' | 'upTo';
  readonly label: string;
};

type Point = { readonly at: number; readonly share: number };

/** Distributions over one another on a common axis, which begins where the samples do; told apart by colour and by dashes. */
export function overlayChart({ from, width, sides, as, label }: OverlayChart): Html {
  const lines = sides.map(({ shares }) => (as === 'bins' ? outline : cumulative)(shares, from, width));
  const most = Math.max(...lines.flat().map(({ share }) => share));
  return draw({
    marks: [
      ...(as === 'upTo'
        ? []
        : lines.map((points, place) => areaY(points, { x: 'at', y1: 0, y2: 'share', ...filled(place) }))),
      ...lines.map((points, place) => line(points, { x: 'at', y: 'share', ...lookOf(place) })),
    ],
    x: { domain: [from, from + width * (sides[0]?.shares.length ?? 1)], ticks: 6 },
    y: { domain: [0, as === 'upTo' ? 100 : most * 1.05], tickFormat: (at: number) => `${at} %` },
    label,
  });
}

function filled(place: number): { readonly fill: string; readonly fillOpacity: number } {
  return { fill: lookOf(place).stroke, fillOpacity: 0.16 };
}

/** Both upper corners of each bar, so that the line is the outline of the histogram. */
function outline(shares: readonly number[], from: number, width: number): readonly Point[] {
  const edge = (place: number): number => from + place * width;
  const bars = shares.flatMap((share, place) => [
    { at: edge(place), share },
    { at: edge(place + 1), share },
  ]);
  return [{ at: from, share: 0 }, ...bars, { at: edge(shares.length), share: 0 }];
}

function cumulative(shares: readonly number[], from: number, width: number): readonly Point[] {
  let upTo = 0;
  return [
    { at: from, share: 0 },
    ...shares.map((share, place) => ({ at: from + (place + 1) * width, share: (upTo += share) })),
  ];
}
