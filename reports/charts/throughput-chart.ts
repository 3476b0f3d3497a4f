import { dot, line, ruleX, ruleY, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { draw } from './draw.ts';
import { lookOf } from './figure.ts';

/** One level: what was answered, and how long that took. */
export type ThroughputPoint = {
  readonly name: string;
  readonly perS: number;
  readonly perSInterval?: readonly [number, number];
  readonly ms: number;
  readonly msInterval?: readonly [number, number];
  /** Else it is hollow, and no line leads to it. */
  readonly isJudged: boolean;
  readonly isKnee: boolean;
};

/** Latency over throughput, one curve: each point is a level with the intervals of both, named by its users; the knee has a ring. */
export function throughputChart(points: readonly ThroughputPoint[], label: string): Html {
  const { stroke } = lookOf(0);
  const judged = points.filter((point) => point.isJudged);
  const [hollow, knee] = [points.filter((point) => !point.isJudged), points.filter((point) => point.isKnee)];
  const perS = (point: ThroughputPoint): number => point.perS;
  const ms = (point: ThroughputPoint): number => point.ms;
  const whisker = { stroke, strokeOpacity: 0.45, strokeWidth: 1.2 };
  const topMs = Math.max(...points.map((point) => point.msInterval?.[1] ?? point.ms));
  const mostPerS = Math.max(...points.map((point) => point.perSInterval?.[1] ?? point.perS));
  return draw({
    marks: [
      ruleX(points, {
        x: perS,
        y1: (point: ThroughputPoint) => point.msInterval?.[0] ?? point.ms,
        y2: (point: ThroughputPoint) => point.msInterval?.[1] ?? point.ms,
        ...whisker,
      }),
      ruleY(points, {
        y: ms,
        x1: (point: ThroughputPoint) => point.perSInterval?.[0] ?? point.perS,
        x2: (point: ThroughputPoint) => point.perSInterval?.[1] ?? point.perS,
        ...whisker,
      }),
      line(judged, { x: perS, y: ms, ...lookOf(0) }),
      dot(judged, { x: perS, y: ms, r: 3.5, fill: stroke }),
      dot(hollow, { x: perS, y: ms, r: 3.5, stroke, strokeWidth: 1.5, fill: 'var(--card)' }),
      dot(knee, { x: perS, y: ms, r: 7, stroke, strokeWidth: 1.5 }),
      text(apart(points, mostPerS), {
        x: perS,
        y: ms,
        text: 'name',
        dx: -6,
        dy: -9,
        textAnchor: 'end',
        fill: 'var(--ink)',
      }),
    ],
    x: { domain: [0, mostPerS * 1.04], nice: true, ticks: 6, tickFormat: (at: number) => `${at}/s` },
    y: { domain: [0, topMs * 1.12], nice: true },
    label,
  });
}

/** Names that would run into the one before, as 1 and 2 to 12, are left to the table. */
function apart(points: readonly ThroughputPoint[], mostPerS: number): readonly ThroughputPoint[] {
  let last = Number.NEGATIVE_INFINITY;
  return points.filter(({ perS, name }) => {
    const isApart = Math.abs(perS - last) > mostPerS * (letterShare * name.length + gapShare);
    if (isApart) last = perS;
    return isApart;
  });
}

/** Of the chart's width: a digit, and what has to be free between two names. */
const [letterShare, gapShare] = [0.02, 0.01];
