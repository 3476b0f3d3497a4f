import { chartWidth } from './draw.ts';
import { widthOf } from './label-rows.ts';

/** What an axis of ratios has to show: differences as shares, each with the ends of its interval, which may be infinite. */
type OnAxis = { readonly ends: readonly number[]; readonly isDecided: boolean };

type RatioAxis = {
  /** Where a difference is, as a share: twice as long is as far from the middle as half as long. */
  readonly at: (share: number) => number;
  /** Whether it is farther than the axis goes; an arrow has room there. */
  readonly isBeyond: (share: number) => boolean;
  readonly domain: readonly [from: number, to: number];
  /** Shares, as many as have room for their text. */
  readonly ticks: readonly number[];
};

/** How often the farthest decided difference, or the usual one, an axis goes on for what is undecided. */
const beyond = 2;
const margin = 0.05;

/**
 * Of logarithms, so that a difference of +1000 % leaves something of one of +40 %. What is undecided may be anything, and
 * makes the axis no longer than twice as far as what is decided, or as half of all, reach: the rest is cut off.
 *
 * @param within always on the axis
 */
export function ratioAxis(rows: readonly OnAxis[], within: number): RatioAxis {
  const band = [Math.log1p(-within), Math.log1p(within)];
  const reaches = rows.map(({ ends }) => Math.max(0, ...ends.map(placed).filter(Number.isFinite).map(Math.abs)));
  const usual = reaches.toSorted((a, b) => a - b)[Math.floor((reaches.length - 1) / 2)] ?? 0;
  const decided = reaches.filter((_, place) => rows[place]?.isDecided);
  const most = beyond * Math.max(...band.map(Math.abs), usual, ...decided);
  const places = [...band, ...rows.flatMap(({ ends }) => ends.map(placed))];
  const [least, greatest] = [Math.max(-most, Math.min(...places)), Math.min(most, Math.max(...places))];
  const room = (greatest - least) * margin;
  const domain = [least - room, greatest + room] as const;
  const [first, last] = [least - room / 2, greatest + room / 2];
  return {
    at: (share) => Math.min(last, Math.max(first, placed(share))),
    isBeyond: (share) => placed(share) < first || placed(share) > last,
    domain,
    ticks: ticksIn(domain),
  };
}

function placed(share: number): number {
  return share <= -1 ? Number.NEGATIVE_INFINITY : Math.log1p(share);
}

/** As people say them. */
const up = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];
const down = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999].map((part) => -part);

/** Between the texts of two ticks, in pixels. */
const apart = 12;

/** From the ends inwards: far ones say how long the axis is. */
function ticksIn([from, to]: readonly [number, number]): readonly number[] {
  const pixels = (share: number): number => ((Math.log1p(share) - from) / (to - from)) * chartWidth;
  const half = (share: number): number => widthOf(tickText(share)) / 2;
  const kept = [0];
  for (const share of [...up.toReversed(), ...down.toReversed()]) {
    const [place, own] = [pixels(share), half(share)];
    const isFree = kept.every((each) => Math.abs(place - pixels(each)) > own + half(each) + apart);
    if (place - own >= 0 && place + own <= chartWidth && isFree) kept.push(share);
  }
  return kept.toSorted((a, b) => a - b);
}

export function tickText(share: number): string {
  return `${share > 0 ? '+' : ''}${Number((share * 100).toPrecision(6))} %`.replace('-', '−');
}
