import type { ReleaseStep } from '../../../load/compare/comparison.ts';
import type { QuantityVerdict } from '../../../load/differences/difference.ts';
import type { Distribution } from '../../../load/statistics/distribution.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { msText } from '../../load/format.ts';
import type { NamedLoad } from '../../load/loads-table.ts';
import { isStepped } from '../../load/steps.ts';
import { labelRows, widthOf } from '../../charts/label-rows.ts';
import { tenths, pathThrough } from '../../charts/svg-path.ts';
import { ellipsize } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';

const [width, height] = [340, 190];
const edge = { left: 58, right: 14, top: 12, bottom: 46 };
/**
 * Up to this many releases all have their names below the chart; of more only the first, the last and those with a
 * change.
 */
const mostNamed = 5;
const longestName = 12;

type Trend = {
  readonly title: string;
  readonly quantity: string;
  readonly of: (load: Load) => Distribution;
  readonly quantile: 'p50' | 'p95';
};

const trends: readonly Trend[] = [
  { title: 'TTFT, p50', quantity: 'ttft.p50', of: ({ ttftMs }) => ttftMs, quantile: 'p50' },
  { title: 'TTFT, p95', quantity: 'ttft.p95', of: ({ ttftMs }) => ttftMs, quantile: 'p95' },
  { title: 'Inter-event gap, p95', quantity: 'gap.p95', of: ({ gapMs }) => gapMs, quantile: 'p95' },
  { title: 'E2E latency, p95', quantity: 'e2e.p95', of: ({ e2eMs }) => e2eMs, quantile: 'p95' },
];

type Point = {
  readonly name: string;
  readonly place: number;
  readonly value: number;
  readonly interval: readonly [low: number, high: number] | undefined;
  /** The change against the release before. */
  readonly word: QuantityVerdict | undefined;
};

/** Each quantity over the releases, from left to right, with intervals. Releases that changed it are marked. */
export function trendsView(loads: readonly NamedLoad[], steps: readonly ReleaseStep[]): Html | undefined {
  const charts = trends.flatMap((trend) => {
    const points = loads.flatMap(({ name, load }, place) => pointOf(trend, { name, load }, place, steps[place - 1]));
    return points.length < 2 ? [] : [{ trend, lines: joined(points, steps) }];
  });
  if (charts.length === 0) return undefined;
  const isBroken = charts.some(({ lines }) => lines.length > 1);
  return html`<section class="trends">
    <h2>Trend</h2>
    <p class="lead">
      From left to right in the order given, milliseconds with their 95 % confidence intervals. ▲ slower, ▼ faster than
      the release before.${isBroken ? ' Where the line is broken, two releases could not be compared.' : ''}
    </p>
    <div class="charts">${charts.map(({ trend, lines }) => chartView(trend, lines, loads))}</div>
  </section>`;
}

function pointOf(
  { quantity, of, quantile }: Trend,
  { name, load }: NamedLoad,
  place: number,
  step: ReleaseStep | undefined,
): readonly Point[] {
  if (load.validity?.is === 'invalid' || isStepped(load)) return [];
  const { [quantile]: value, intervals } = of(load);
  if (value === undefined) return [];
  const compared = step?.is === 'compared' ? step.comparison.quantities : [];
  const word = compared.find((each) => each.quantity === quantity)?.word;
  return [{ name, place, value, interval: intervals?.[quantile], word }];
}

function chartView({ title }: Trend, lines: readonly (readonly Point[])[], loads: readonly NamedLoad[]): Html {
  const points = lines.flat();
  const ends = points.flatMap(({ value, interval = [value, value] }) => [value, ...interval]);
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)];
  const span = highest - lowest || 1;
  const x = (place: number): number =>
    edge.left + 16 + (place / Math.max(1, loads.length - 1)) * (width - edge.left - edge.right - 32);
  const y = (value: number): number =>
    height - edge.bottom - 6 - ((value - lowest) / span) * (height - edge.top - edge.bottom - 22);
  const ways = lines.map((line) => pathThrough(line.map(({ place, value }) => [x(place), y(value)] as const)));
  const named = loads.map(({ name }, place) => ({ name, place, point: points.find((each) => each.place === place) }));
  const told = named.map(({ name, point }) => `${name} ${point === undefined ? 'no value' : msText(point.value)}`);
  const label = `${title} in milliseconds: ${told.join(', ')}.`;
  return html`<figure class="chart">
    <figcaption><b>${title}</b> <span>milliseconds</span></figcaption>
    <svg class="trend" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
      ${[lowest, (lowest + highest) / 2, highest].map((value) => gridView(value, y(value)))}
      ${ways.map((way) => html`<path class="line" d="${way}" />`)}
      ${points.map((point) => pointView(point, x(point.place), y))}
      ${namesView(
        named.filter(({ place, point }) => isNamed(place, point, loads.length)),
        x,
      )}
    </svg>
  </figure>`;
}

/**
 * Groups of points that lines join. There is no line between two releases that were not compared, also if one of them
 * has no point.
 */
function joined(points: readonly Point[], steps: readonly ReleaseStep[]): readonly (readonly Point[])[] {
  const starts = points.flatMap(({ place }, at) => {
    const before = points[at - 1];
    return before === undefined || steps.slice(before.place, place).some(({ is }) => is !== 'compared') ? [at] : [];
  });
  return starts.map((start, at) => points.slice(start, starts[at + 1]));
}

function gridView(value: number, at: number): Html {
  return html`<path class="grid" d="M${edge.left},${tenths(at)}H${width - edge.right}" />
    <text x="${edge.left - 6}" y="${tenths(at + 4)}" text-anchor="end">${msText(value)}</text>`;
}

const marks: { readonly [Each in QuantityVerdict]?: string } = { slower: '▲', faster: '▼' };

function pointView({ value, interval, word }: Point, x: number, y: (value: number) => number): Html {
  const mark = word === undefined ? undefined : marks[word];
  const [low, high] = interval ?? [value, value];
  return html`<g class="${word ?? 'first'}">
    <path class="bounds" d="M${tenths(x)},${tenths(y(low))}V${tenths(y(high))}" />
    <circle class="dot" cx="${tenths(x)}" cy="${tenths(y(value))}" r="3" />
    ${mark === undefined ? undefined : html`<text x="${tenths(x)}" y="${tenths(y(high) - 5)}" text-anchor="middle">${mark}</text>`}
  </g>`;
}

/** A release without a value is named too: an unnamed gap would not be seen. */
function isNamed(place: number, point: Point | undefined, releases: number): boolean {
  const isEnd = place === 0 || place === releases - 1;
  return releases <= mostNamed || isEnd || point?.word === 'slower' || point?.word === 'faster';
}

/** The names on one line, or one line lower where they would overlap. */
function namesView(named: readonly Pick<Point, 'name' | 'place'>[], xOf: (place: number) => number): readonly Html[] {
  const names = named.map(({ name, place }) => ({ text: ellipsize(name, longestName), x: xOf(place) }));
  const rows = labelRows(names.map(({ text, x }) => ({ from: x - widthOf(text) / 2, to: x + widthOf(text) / 2 })));
  return names.map(({ text, x }, at) => {
    const y = height - edge.bottom + 16 + ((rows[at] ?? 0) % 2) * 16;
    return html`<text x="${tenths(x)}" y="${y}" text-anchor="middle">${text}</text>`;
  });
}
