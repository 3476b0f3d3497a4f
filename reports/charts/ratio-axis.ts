import { chartWidth } from './draw.ts';
import { widthOf } from './label-rows.ts';

/** The content of an axis of ratios: differences as shares, with the ends of their intervals, which may be infinite. */
type OnAxis = { readonly ends: readonly number[]; readonly isDecided: boolean };

type RatioAxis = {
  /** The place of a difference, given as a share: double and half are equally far from the middle. */
  readonly at: (share: number) => number;
  /** Whether a difference is beyond the end of the axis, which has room for an arrow there. */
  readonly isBeyond: (share: number) => boolean;
  readonly domain: readonly [from: number, to: number];
  /** Ticks as shares, as many as there is room for their text. */
  readonly ticks: readonly number[];
};

/** An axis extends at most to this many times the farthest decided or the usual difference to show undecided ones. */
const beyond = 2;
const margin = 0.05;

/**
 * A logarithmic axis, so that a difference of +40 % is visible beside +1000 %. An undecided difference may be any size;
 * it extends the axis to at most twice the reach of the decided differences, or of half of all, and is cut off beyond.
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

/** Usual steps of percentages. */
const up = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];
const down = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999].map((part) => -part);

/** Smallest gap between the texts of two ticks, in pixels. */
const apart = 12;

/** Chosen from the ends inwards: the outer ticks show how long the axis is. */
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
