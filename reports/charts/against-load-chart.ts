import { type Markish, type ScaleOptions, dot, line, rect, ruleX, ruleY, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';
import type { BoundLine } from './histogram-chart.ts';
import { pointsDomain } from './points-chart.ts';

/** A percentile of one step on the y-axis, with its confidence interval. */
export type StepValue = { readonly value: number; readonly interval?: readonly [number, number] };

/** One step of the load: the achieved rate and the times. */
export type StepPoint = {
  /** A name beside the point, where the rate on the axis does not identify it. */
  readonly name?: string;
  /** The side of the name; `end`: left of the point. */
  readonly side?: 'start' | 'end';
  readonly perS: number;
  readonly perSInterval?: readonly [number, number];
  /** In the order of the series; undefined where there are too few samples. */
  readonly values: readonly (StepValue | undefined)[];
  /** A point that is not judged is hollow and has no line. */
  readonly isJudged: boolean;
  /** Above the point, at the upper edge. */
  readonly verdict?: { readonly mark: string; readonly is: 'pass' | 'fail' | 'inconclusive' };
  readonly isKnee?: boolean;
};

type AgainstLoadChart = {
  readonly points: readonly StepPoint[];
  readonly bounds: readonly BoundLine[];
  /** The rate from which on the load generator failed to keep up. */
  readonly gaveOutFromPerS?: number;
  readonly label: string;
};

const tones = { pass: 'var(--pass)', fail: 'var(--fail)', inconclusive: 'var(--open)' } as const;

type Spot = StepPoint & StepValue;

/**
 * Times against load, with a curve for each percentile: each point is a step with its intervals, and the bounds of the
 * SLO are lines.
 */
export function againstLoadChart({ points, bounds, gaveOutFromPerS, label }: AgainstLoadChart): Html {
  const y = latencyScale(points, bounds);
  const [low, high] = y.domain;
  const shown = bounds.filter(({ value }) => value >= low && value <= high);
  const most = Math.max(...points.map(({ perS, perSInterval }) => perSInterval?.[1] ?? perS), gaveOutFromPerS ?? 0);
  const last = most * 1.05;
  const count = Math.max(...points.map(({ values }) => values.length));
  const [first = []] = Array.from({ length: count }, (_, place) => spotsOf(points, place));
  const series = Array.from({ length: count }, (_, place) => seriesMarks(spotsOf(points, place), place));
  const perS = ({ perS: x }: Spot): number => x;
  const heightAt = shareOf(y);
  const marked = ([undefined, 'end', 'start'] as const).flatMap((side) =>
    apart(first, last, (spot) => spot.verdict !== undefined && spot.side === side),
  );
  return drawChart({
    marks: [
      rect(gaveOutFromPerS === undefined ? [] : [gaveOutFromPerS], {
        x1: (from: number) => from,
        x2: last,
        y1: low,
        y2: high,
        fill: 'var(--open)',
        fillOpacity: 0.13,
      }),
      ...shown.map((bound) => boundLine(bound, last)),
      ruleY(first, {
        y: 'value',
        x1: ({ perSInterval, perS: x }: Spot) => perSInterval?.[0] ?? x,
        x2: ({ perSInterval, perS: x }: Spot) => perSInterval?.[1] ?? x,
        ...whiskerOf(0),
      }),
      ...series.flat(),
      dot(
        first.filter(({ isKnee }) => isKnee === true),
        { x: perS, y: 'value', r: 7, stroke: strokeOf(0).stroke, strokeWidth: 1.5 },
      ),
      ...(['end', 'start'] as const).map((side) =>
        text(
          apart(first, last, (spot) => (spot.side ?? 'end') === side && spot.name !== undefined, heightAt),
          {
            x: perS,
            y: 'value',
            // If there is no room for the verdict above, it stands beside the name.
            text: (spot: Spot) => [spot.name, ...(marked.includes(spot) ? [] : [spot.verdict?.mark])].join(' ').trim(),
            dx: side === 'end' ? -6 : 6,
            dy: -9,
            textAnchor: side,
            fill: 'var(--ink)',
            ...halo,
          },
        ),
      ),
      ...shown.map(boundName),
      ...marked.map((spot) =>
        text([spot], {
          x: perS,
          y: high,
          dx: spot.side === undefined ? 0 : spot.side === 'end' ? -markShift : markShift,
          dy: -6,
          text: ({ verdict }: Spot) => verdict?.mark ?? '',
          fill: tones[spot.verdict?.is ?? 'inconclusive'],
        }),
      ),
    ],
    x: { domain: [0, last], ticks: 6, tickFormat: (at: number) => `${Number(at.toPrecision(6))}/s` },
    y,
    height: 240,
    label,
  });
}

function spotsOf(points: readonly StepPoint[], place: number): readonly Spot[] {
  return points.flatMap((point): readonly Spot[] => {
    const value = point.values[place];
    return value === undefined ? [] : [{ ...point, ...value }];
  });
}

const whiskerOf = (place: number) => ({ stroke: strokeOf(place).stroke, strokeOpacity: 0.45, strokeWidth: 1.4 });

function seriesMarks(spots: readonly Spot[], place: number): readonly Markish[] {
  const { stroke } = strokeOf(place);
  const judged = spots.filter(({ isJudged }) => isJudged);
  const hollow = spots.filter(({ isJudged }) => !isJudged);
  const at = { x: ({ perS }: Spot) => perS, y: ({ value }: Spot) => value };
  return [
    ruleX(spots, {
      x: at.x,
      y1: ({ interval, value }: Spot) => interval?.[0] ?? value,
      y2: ({ interval, value }: Spot) => interval?.[1] ?? value,
      ...whiskerOf(place),
    }),
    line(judged, { ...at, ...strokeOf(place) }),
    dot(judged, { ...at, r: 3.5, fill: stroke }),
    dot(hollow, { ...at, r: 3.5, stroke, strokeWidth: 1.5, fill: 'var(--card)' }),
  ];
}

function boundLine(bound: BoundLine, last: number): Markish {
  const look = { stroke: 'var(--ink)', strokeWidth: 1.2, strokeDasharray: '5 3' };
  return ruleY([bound], { y: 'value', x1: 0, x2: last, ...look });
}

/** The name of a bound, placed away from its line. */
function boundName(bound: BoundLine): Markish {
  return text([bound], {
    x: 0,
    y: 'value',
    text: 'name',
    dx: 4,
    dy: -10,
    textAnchor: 'start',
    fill: 'var(--ink)',
    ...halo,
  });
}

/** A halo interrupts lines around a name. */
const halo = { stroke: 'var(--card)', strokeWidth: 5 } as const;

/** Distance in pixels between the verdicts of points that stand side by side. */
const markShift = 6;

/**
 * Ratio of the largest to the smallest value from which on the axis is logarithmic: on a linear one all but the largest
 * would be a flat line.
 */
const logFrom = 25;

type LatencyScale = ScaleOptions & { readonly domain: [low: number, high: number]; readonly type: 'log' | 'linear' };

/**
 * The y-axis: covers all values, intervals and near bounds; logarithmic where a linear axis would show only the
 * largest.
 */
export function latencyScale(points: readonly StepPoint[], bounds: readonly BoundLine[]): LatencyScale {
  const values = points.flatMap(({ values: each }) =>
    each.flatMap((one) => (one === undefined ? [] : [one.value, ...(one.interval ?? [])])),
  );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const near = bounds.map(({ value }) => value).filter((value) => value <= 2 * most && value >= least / 2);
  const [first, last] = [Math.min(least, ...near), Math.max(most, ...near)];
  if (first > 0 && last / first >= logFrom) {
    const domain: [number, number] = [first / 1.2, last * 1.4];
    return {
      type: 'log',
      domain,
      ticks: [...roundValues(domain)],
      tickFormat: (at: number) => at.toLocaleString('en-US'),
    };
  }
  const [low, high] = pointsDomain([first, last]);
  return { type: 'linear', domain: [low, high + (high - low) * 0.08] };
}

/** 1, 2 and 5 times powers of ten, or only the powers where there are many. */
function roundValues([low, high]: readonly [number, number]): readonly number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, place) => 10 ** (Math.floor(Math.log10(low)) + place),
  );
  const fine = powers.flatMap((power) => [1, 2, 5].map((times) => Number((times * power).toPrecision(6))));
  const within = (values: readonly number[]): readonly number[] =>
    values.filter((value) => value >= low && value <= high);
  return within(fine).length > 7 ? within(powers.map((power) => Number(power.toPrecision(6)))) : within(fine);
}

/**
 * Leaves out names that would overlap, such as those of 1 and 2 to 12; the table has them. `heightAt`: the height of
 * each name, by default the same for all.
 */
function apart(
  spots: readonly Spot[],
  width: number,
  isWanted: (spot: Spot) => boolean,
  heightAt: (value: number) => number = () => 0,
): readonly Spot[] {
  const inOrder = spots.filter(isWanted).toSorted((one, next) => one.perS - next.perS);
  return inOrder.reduce<readonly Spot[]>((placed, spot) => {
    const isFree = placed.every(
      ({ perS, value }) =>
        Math.abs(spot.perS - perS) > width * (letterShare * Math.max(1, (spot.name ?? '').length) + gapShare) ||
        Math.abs(heightAt(spot.value) - heightAt(value)) > lineShare,
    );
    return isFree ? [...placed, spot] : placed;
  }, []);
}

/** The height of a value in the chart, from 0 to 1. */
function shareOf({ type, domain: [low, high] }: LatencyScale): (value: number) => number {
  if (type === 'log') return (value) => Math.log(value / low) / Math.log(high / low);
  return (value) => (value - low) / (high - low);
}

/** Height of a line of names, as a share of the chart's height. */
const lineShare = 0.1;

/** Width of a letter and of the gap between two names, as shares of the chart's width. */
const [letterShare, gapShare] = [0.02, 0.01];
