import type { CurvePoint } from '../../../load/statistics/curve.ts';
import type { Distribution, QuantileName } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement } from '../../../load/slo/slo.ts';
import { type BoundLine, histogramChart, histogramDomain, type MarkedValue } from '../../charts/histogram-chart.ts';
import { withInterval } from '../../load/cells.ts';
import { msText, percentText } from '../../load/format.ts';
import { capitalized, pluralize } from '../../text/format.ts';
import type { Html } from '../../text/html.ts';
import { boundsOn } from './slo-bound.ts';

type Histogram = { readonly drawing: Html; readonly notes: readonly string[] };

/** What the histogram shows. `text` formats a value, by default as milliseconds. */
type Named = {
  readonly title: string;
  readonly unit: string;
  readonly text?: (value: number | undefined) => string;
};

const shown = ['p50', 'p95', 'p99'] as const;

/**
 * A histogram of the times, with the cumulative curve, p50, p95 and p99 with their intervals, and the SLO bounds.
 * `undefined` where the samples were not counted in bins, as by earlier versions.
 */
export function histogramOf(
  { title, unit, text = msText }: Named,
  times: Distribution,
  bounds: readonly BoundLine[],
  boundNotes: readonly string[] = [],
): Histogram | undefined {
  const { bins, n } = times;
  if (bins === undefined || bins.ranges === n) return undefined;
  const points = curvePoints(times);
  const marked = markedIn(times);
  const [first, last] = histogramDomain(bins, bounds);
  const hidden = bounds.filter(({ value }) => value < first || value > last);
  const told = marked.map(({ name }) => `${name} ${withInterval(times, name, text)}`);
  const label = `${title}, ${unit}, histogram and cumulative share of ${pluralize(n, 'sample')}: ${told.join(', ')}; ${commonest(times, text)}.`;
  return {
    drawing: histogramChart({ bins, n, points, marked, bounds, label }),
    notes: [
      `${told.join(' · ')}. ${capitalized(commonest(times, text))}.`,
      rangesText(times),
      [
        ...(first > 0 ? [`The bars begin at ${text(first)}, not at 0.`] : []),
        ...(bins.above === undefined
          ? []
          : [
              `${pluralize(bins.above, 'sample is', 'samples are')} beyond the right edge, the longest ${text(times.max)}.`,
            ]),
        ...lineEnd(times, points),
        ...hidden.map(({ name, value }) => `${name} is beyond the ${value > last ? 'right' : 'left'} edge.`),
      ].join(' '),
      ...boundNotes,
    ].filter((note) => note !== ''),
  };
}

/**
 * The points of the curve: the reported percentiles, and between and above them the counts of the bars. A line from one
 * percentile to the next alone would rise over a range without samples.
 */
export function curvePoints({ bins, curve = [], curveSuppressed, n, max }: Distribution): readonly CurvePoint[] {
  // Samples that are in no bin would be missing at the edges of the bins.
  if (bins === undefined || bins.ranges !== undefined || curve.length === 0) return curve;
  let upTo = 0;
  const edges = bins.counts.map((count, place): CurvePoint => {
    upTo += count;
    return { percent: (upTo / n) * 100, value: Math.min(bins.from + (place + 1) * bins.width, max ?? Infinity) };
  });
  const end = curveSuppressed === undefined ? Infinity : (curve.at(-1)?.value ?? 0);
  const first = curve[0]?.value ?? 0;
  const all = [...curve, ...edges.filter(({ value }) => value > first && value <= end)];
  const sorted = all.toSorted((one, next) => one.value - next.value || one.percent - next.percent);
  let most = 0;
  // Percentiles and bars describe the same samples, but rounding may put a value on the other side of an edge.
  return sorted.filter(({ percent }) => {
    if (percent < most) return false;
    most = percent;
    return true;
  });
}

/** Percentile above which the tail is drawn solid: it is too short for dashes. */
const dashedBelow = 99;

/** Explains why the curve ends below the last bars or leaves its band. */
function lineEnd({ curve = [], curveSuppressed }: Distribution, points: readonly CurvePoint[]): readonly string[] {
  const last = curve.at(-1);
  if (last === undefined) return [];
  if (curveSuppressed !== undefined) return [`The line ends at ${last.percent} %: ${curveSuppressed}.`];
  const known = points.findLast(({ interval }) => interval !== undefined);
  if (known === undefined) return ['The line is dashed: the samples give it no 95 % interval.'];
  return known.percent < dashedBelow
    ? [`The line is dashed above ${known.percent} %, where the samples give it no 95 % interval.`]
    : [];
}

function markedIn(times: Distribution): readonly (MarkedValue & { readonly name: QuantileName })[] {
  return shown.flatMap((name) => {
    const [value, interval] = [times[name], times.intervals?.[name]];
    return value === undefined ? [] : [{ name, value, ...(interval && { interval }) }];
  });
}

/** Says how many samples the bars leave out; empty where they contain all. */
export function rangesText({ bins, n }: Distribution): string {
  const ranges = bins?.ranges ?? 0;
  if (ranges === 0) return '';
  const none = ranges === n ? 'All samples' : `${percentText(ranges / n)} of the samples`;
  return `${none} are known only as a range, as their events were read together with later ones, and are in no bar.`;
}

/** `the tallest bar has 12 %, from 100 to 105`. */
function commonest({ bins, n }: Distribution, text: (value: number) => string): string {
  if (bins === undefined) return '';
  const most = Math.max(...bins.counts);
  const from = bins.from + bins.counts.indexOf(most) * bins.width;
  return `the tallest bar has ${percentText(most / n)}, from ${text(from)} to ${text(from + bins.width)}`;
}

/** The SLO bounds on this quantity's percentiles, mean or maximum, as lines of the chart. */
export function boundLines(quantity: SloQuantity, bounds: readonly BoundJudgement[]): readonly BoundLine[] {
  return boundsOn(quantity, bounds).map(({ text, is, of }) => ({
    name: `SLO ${text}`,
    value: of.bound,
    is: toneOf[is],
  }));
}

const toneOf = { met: 'pass', violated: 'fail', inconclusive: 'inconclusive' } as const;
