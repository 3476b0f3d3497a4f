import type { HistoryPoint, LoadHistory, QuantityHistory } from '../../conformance/contract/formats/history.ts';
import { tenths, pathThrough } from '../charts/svg-path.ts';
import { type Html, html } from '../text/html.ts';
import { timeText, valueText } from './words.ts';

const [width, height, margin] = [300, 64, 6];
/** Room for the numbers of the y-axis. */
const left = 52;

type Spot = { readonly x: number; readonly y: number; readonly low: number; readonly high: number };

/**
 * A quantity over the runs, the newest on the right, with the band of its intervals. Lines join only runs with the same
 * settings; an invalid run is a hollow dot at the bottom, below all values.
 */
export function sparkline({ points, unit }: QuantityHistory, runs: LoadHistory['runs']): Html {
  const place = placeIn(points, runs.length);
  const invalid = runs.flatMap(({ valid }, run) => (valid ? [] : [place.x(run)]));
  const [lowest, highest] = place.ends;
  const label = `From ${timeText(runs.at(-1)?.startedAt ?? '')} to ${timeText(runs[0]?.startedAt ?? '')}, between ${valueText(lowest, unit)} and ${valueText(highest, unit)}, of ${points.length} valid runs out of ${runs.length}.`;
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${axisView(place, unit)} ${joined(points).map((part) => partView(part.map(place.spot)))}
    ${invalid.map((x) => html`<circle class="hollow" cx="${tenths(x)}" cy="${height - margin}" r="3" />`)}
  </svg>`;
}

/** Groups of consecutive points with the same settings, the newest first. */
function joined(points: readonly HistoryPoint[]): readonly (readonly HistoryPoint[])[] {
  const parts: HistoryPoint[][] = [];
  let goesOn = false;
  for (const point of points) {
    if (goesOn) parts.at(-1)?.push(point);
    else parts.push([point]);
    goesOn = point.before !== undefined;
  }
  return parts;
}

/** The ends of the axis with their unit: it begins at the lowest bound and not at 0. */
function axisView({ y, ends }: Places, unit: QuantityHistory['unit']): Html {
  const shown = ends[0] === ends[1] ? [ends[0]] : ends;
  return html`${shown.map(
    (value) =>
      html`<path class="grid" d="M${left},${tenths(y(value))}H${width}" /><text
          class="tick"
          x="${left - 4}"
          y="${tenths(y(value) + 3)}"
          text-anchor="end"
          >${valueText(value, unit)}</text
        >`,
  )}`;
}

type Places = {
  readonly y: (value: number) => number;
  readonly x: (run: number) => number;
  readonly spot: (point: HistoryPoint) => Spot;
  readonly ends: readonly [lowest: number, highest: number];
};

function placeIn(points: readonly HistoryPoint[], runs: number): Places {
  const values = points.flatMap(({ value, interval = [] }) => [value, ...interval]);
  const ends = [Math.min(...values), Math.max(...values)] as const;
  const span = ends[1] - ends[0];
  const x = (run: number): number => {
    const share = runs === 1 ? 0.5 : 1 - run / (runs - 1);
    return left + margin + share * (width - left - 2 * margin);
  };
  // Values are above the line of invalid runs.
  const y = (value: number): number => {
    const share = span === 0 ? 0.5 : (value - ends[0]) / span;
    return height - 3 * margin - share * (height - 4 * margin);
  };
  const spot = ({ run, value, interval = [value, value] }: HistoryPoint): Spot => ({
    x: x(run),
    y: y(value),
    low: y(interval[0]),
    high: y(interval[1]),
  });
  return { x, y, spot, ends };
}

function partView(spots: readonly Spot[]): Html {
  const band = [
    ...spots.map(({ x, high }) => [x, high] as const),
    ...spots.map(({ x, low }) => [x, low] as const).toReversed(),
  ];
  const [only] = spots;
  const bounds =
    spots.length === 1 && only !== undefined
      ? html`<path
          class="bounds"
          d="${pathThrough([
            [only.x, only.low],
            [only.x, only.high],
          ])}"
        />`
      : html`<path class="band" d="${pathThrough(band)}Z" /><path
            class="line"
            d="${pathThrough(spots.map(({ x, y }) => [x, y] as const))}"
          />`;
  return html`${bounds}${spots.map(({ x, y }) => html`<circle class="dot" cx="${tenths(x)}" cy="${tenths(y)}" r="2" />`)}`;
}
