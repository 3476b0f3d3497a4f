import { areaY, line } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';

/** Both sides in the same bins of equal width, in the order of their looks. */
type Overlaid<Side> = {
  readonly from: number;
  readonly width: number;
  readonly sides: readonly Side[];
  readonly label: string;
};

/** Smallest and largest possible share of samples up to the end of each bin, in percent. */
export type SharesUpTo = { readonly least: readonly number[]; readonly most: readonly number[] };

type Point = { readonly at: number; readonly share: number };
type Band = { readonly at: number; readonly least: number; readonly most: number };

/**
 * Distributions on a common axis, which begins at the first sample, distinguished by colour and dashes. @param sides
 * the share of samples in each bin, in percent
 */
export function overlayChart({ from, width, sides, label }: Overlaid<readonly number[]>): Html {
  const lines = sides.map((shares) => outline(shares, from, width));
  const most = Math.max(...lines.flat().map(({ share }) => share));
  return drawChart({
    marks: [
      ...lines.map((points, place) => areaY(points, { x: 'at', y1: 0, y2: 'share', ...filled(place) })),
      ...lines.map((points, place) => line(points, { x: 'at', y: 'share', ...strokeOf(place) })),
    ],
    x: axisOf(from, width, sides[0]?.length),
    y: { domain: [0, most * 1.05], tickFormat: percent },
    label,
  });
}

/** The cumulative share of samples: a line, with a band where it is known only as a range. */
export function sharesUpToChart({ from, width, sides, label }: Overlaid<SharesUpTo>): Html {
  const bands = sides.map((shares) => bandOf(shares, from, width));
  return drawChart({
    marks: bands.flatMap((points, place) => [
      areaY(points, { x: 'at', y1: 'least', y2: 'most', ...filled(place) }),
      line(points, { x: 'at', y: 'least', ...strokeOf(place) }),
      ...(points.some(({ least, most }) => least < most)
        ? [line(points, { x: 'at', y: 'most', ...strokeOf(place) })]
        : []),
    ]),
    x: axisOf(from, width, sides[0]?.least.length),
    y: { domain: [0, 100], tickFormat: percent },
    label,
  });
}

function axisOf(from: number, width: number, bins = 1): { readonly domain: [number, number]; readonly ticks: number } {
  return { domain: [from, from + width * bins], ticks: 6 };
}

function percent(at: number): string {
  return `${at} %`;
}

function filled(place: number): { readonly fill: string; readonly fillOpacity: number } {
  return { fill: strokeOf(place).stroke, fillOpacity: 0.16 };
}

/** Both upper corners of each bar, which form the outline of the histogram. */
function outline(shares: readonly number[], from: number, width: number): readonly Point[] {
  const edge = (place: number): number => from + place * width;
  const bars = shares.flatMap((share, place) => [
    { at: edge(place), share },
    { at: edge(place + 1), share },
  ]);
  return [{ at: from, share: 0 }, ...bars, { at: edge(shares.length), share: 0 }];
}

function bandOf({ least, most }: SharesUpTo, from: number, width: number): readonly Band[] {
  const ends = least.map((share, place) => ({
    at: from + (place + 1) * width,
    least: share,
    most: most[place] ?? share,
  }));
  return [{ at: from, least: 0, most: 0 }, ...ends];
}
