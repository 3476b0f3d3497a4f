import type { LivePoint } from './live-view.ts';
import type { LiveElement, MakeLive } from './dom.ts';

/**
 * Lines over time, with red ticks where requests failed. The axis starts at 0 or, with `zooms` and all values far from
 * 0, covers only the range of the values. Its source goes into the page: it may use its arguments and nothing of its
 * module.
 */
export function drawLines(
  make: MakeLive,
  points: readonly LivePoint[],
  lines: readonly { readonly place: 1 | 2 | 3 | 4; readonly colour: string }[],
  zooms = false,
): readonly LiveElement[] {
  const [left, right, top, bottom] = [44, 392, 12, 128];
  const values = points.flatMap((point) => lines.flatMap(({ place }) => point[place] ?? []));
  const [lowest, highest] = [Math.min(...values), Math.max(0, ...values)];
  const roundUp = (value: number): number => {
    const size = 10 ** Math.floor(Math.log10(value || 1));
    return [1, 2, 5, 10].map((step) => step * size).find((step) => step >= value) ?? value;
  };
  const isFar = zooms && values.length > 0 && lowest > highest / 2;
  // Zoomed further, noise would look like a change.
  const step = isFar ? roundUp(Math.max(highest - lowest, highest / 10) / 2) : roundUp(highest) / 2;
  const least = isFar ? Math.floor(lowest / step) * step : 0;
  const most = least + Math.max(2, Math.ceil((highest - least) / step)) * step;
  const [fromS, toS] = [points.at(0)?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const x = (atS: number): number => left + ((atS - fromS) / Math.max(1e-9, toS - fromS)) * (right - left);
  const y = (value: number): number => bottom - ((value - least) / (most - least)) * (bottom - top);
  const text = (at: number, height: number, anchor: string, says: string): LiveElement =>
    make('svg:text', { x: String(at), y: String(height), 'text-anchor': anchor }, says);
  const told = (value: number): string => String(Number(value.toPrecision(3)));
  const rule = (value: number): readonly LiveElement[] => [
    make('svg:line', {
      x1: String(left),
      x2: String(right),
      y1: String(y(value)),
      y2: String(y(value)),
      class: 'rule',
    }),
    text(left - 6, y(value) + 4, 'end', told(value)),
  ];
  const pathOf = (place: 1 | 2 | 3 | 4): string => {
    let isOpen = false;
    return points
      .map((point) => {
        const value = point[place];
        const order = isOpen ? 'L' : 'M';
        isOpen = value !== null;
        return value === null ? '' : `${order}${x(point[0]).toFixed(1)} ${y(value).toFixed(1)}`;
      })
      .join('');
  };
  const ticks = points.flatMap((point, place) => {
    const before = points[place - 1]?.[5] ?? 0;
    const at = x(point[0]).toFixed(1);
    return point[5] > before
      ? [make('svg:line', { x1: at, x2: at, y1: String(bottom), y2: String(bottom + 7), class: 'tick' })]
      : [];
  });
  if (points.length < 2) return [text((left + right) / 2, (top + bottom) / 2, 'middle', 'from the second second on')];
  return [
    ...Array.from({ length: Math.round((most - least) / step) + 1 }, (_, at) => rule(least + at * step)).flat(),
    text(left, bottom + 20, 'start', `${told(fromS)} s`),
    text(right, bottom + 20, 'end', `${told(toS)} s`),
    ...lines.map(({ place, colour }) =>
      make('svg:path', { d: pathOf(place), class: 'line', style: `stroke: ${colour}` }),
    ),
    ...ticks,
  ];
}
