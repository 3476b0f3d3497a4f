import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { SloQuantity } from '../../load/slo/quantities.ts';
import type { BoundJudgement } from '../../load/slo/slo.ts';
import { type CurveBound, curveChart } from '../charts/curve-chart.ts';
import { figureView } from '../charts/figure.ts';
import { histogramKeys } from '../charts/histogram-chart.ts';
import { boundedBelow } from '../load/cells.ts';
import { msText, observedText, quantileHeads, quantileNames } from '../load/format.ts';
import { firstByteTimes, endToEndTimes } from '../load/measured.ts';
import { type Html, html } from '../text/html.ts';
import { boundLines, histogramOf, rangesText } from './load/histogram.ts';
import { boundsOn } from './load/slo-bound.ts';
import { boundsOfPart, notesOfPart } from './load/operation-bounds.ts';
import { stackChart } from '../charts/stack-chart.ts';
import { barPartsOf, restText, brokenDownTimeNames } from '../load/breakdown.ts';

/** A quantity whose distribution is worth a chart. `slo` is how bounds on it begin. */
type Distributed = {
  readonly title: string;
  readonly unit: string;
  readonly slo: SloQuantity;
  readonly of: (load: Load) => Distribution | undefined;
  /** How a value is shown; absent: as milliseconds. */
  readonly text?: (value: number | undefined) => string;
};

export const distributions: readonly Distributed[] = [
  {
    title: 'Time to first event',
    unit: 'milliseconds from the intended start',
    slo: 'ttfe',
    // Beside the time to first token it would show little else.
    of: ({ ttfeMs, ttftMs }) => (ttftMs.n > 0 ? undefined : ttfeMs),
  },
  {
    title: 'Time to first token',
    unit: 'milliseconds from the intended start',
    slo: 'ttft',
    of: (load) => load.ttftMs,
  },
  { title: 'Gaps between events', unit: 'milliseconds', slo: 'gap', of: (load) => load.gapMs },
  { title: 'Time to first byte', unit: 'milliseconds from the intended start', slo: 'ttfb', of: (load) => load.ttfbMs },
  { title: 'E2E latencies', unit: 'milliseconds from the intended start', slo: 'e2e', of: (load) => load.e2eMs },
  {
    title: 'Real-time factor',
    unit: 'seconds of work for a second of speech',
    slo: 'rtf',
    of: ({ speech }) => speech?.realTimeFactor,
    text: observedText,
  },
  { title: 'Lag', unit: 'milliseconds that requests were sent late', slo: 'lag', of: (load) => load.lagMs },
];

/** With fewer percentiles than these a curve is a stroke. */
const fewestPoints = 4;

/**
 * How answers are distributed: a histogram of each quantity, and on demand its percentile curve, as far as the
 * samples show it.
 */
export function distributionsView(load: Load): Html | undefined {
  const charts = distributions.flatMap((each) =>
    byOperation(each, load).flatMap(({ times, ...named }) =>
      times === undefined || times.n === 0 ? [] : [distributionChart({ ...each, ...named }, times, load)],
    ),
  );
  if (charts.length === 0) return undefined;
  const breakdown = breakdownChart(load);
  return html`<section>
    <h2>Distributions</h2>
    <p class="lead">
      Bars: the share of the samples with such a time, on the left axis, which ends above the tallest. Line: the share
      of all up to it, on the right axis, so that p95 is where it passes 95 %. Shaded: 95 % confidence intervals; where
      the line is dashed there is none.
    </p>
    <div class="charts">${charts} ${breakdown}</div>
  </section>`;
}

type Part = { readonly title: string; readonly operation?: string; readonly times: Distribution | undefined };

/** Of several operations each has its own such times: those of all together have a peak for each, and are of none. */
function byOperation(each: Distributed, load: Load): readonly Part[] {
  const whole = each.slo === 'e2e' ? endToEndTimes(load) : each.slo === 'ttfb' ? firstByteTimes(load) : [];
  if (whole.every(({ operation }) => operation === undefined)) return [{ title: each.title, times: each.of(load) }];
  return whole.map(({ name, ...rest }) => ({ title: name, ...rest }));
}

function distributionChart(each: Distributed & Omit<Part, 'times'>, times: Distribution, load: Load): Html {
  const { title, unit } = each;
  const judged = load.slo?.bounds ?? [];
  const isPart = each.operation !== undefined;
  const notesOfOwn = isPart ? notesOfPart(each, times, judged) : [];
  const histogram = histogramOf(
    each,
    times,
    isPart ? boundsOfPart(each.slo, times, judged) : boundLines(each.slo, judged),
    notesOfOwn,
  );
  const crosses = isPart ? [] : crossesOn(boundsOn(each.slo, judged));
  if (times.bins?.ranges === times.n) {
    const notes = [`${toldOf(times, each.text).join(' · ')}. ${rangesText(times)}`, ...notesOfOwn];
    return figureView({ title, unit, names: [], notes, drawing: undefined });
  }
  const { drawing, notes } = percentileCurve(each, times, crosses);
  if (histogram === undefined) return figureView({ title, unit, names: [], notes: [...notes, ...notesOfOwn], drawing });
  const byPercentile = html`<details class="more">
    <summary>By percentile</summary>
    ${drawing} ${notes.map((note) => html`<p class="aside">${note}</p>`)}
  </details>`;
  return figureView({ title, unit, names: histogramKeys, ...histogram, more: byPercentile });
}

function percentileCurve(
  { title, unit, text = msText }: Distributed,
  times: Distribution,
  bounds: readonly CurveBound[],
): { readonly drawing: Html | undefined; readonly notes: readonly string[] } {
  const points = times.curve ?? [];
  const enough = points.length >= fewestPoints;
  const told = toldOf(times, text);
  const label = `${title}, ${unit}, by percentile, over ${times.n} samples: ${told.join(', ')}. The tables below have the numbers.`;
  const notes = [
    ...(enough ? [] : [`Too few samples for a curve: ${times.n}.`]),
    ...endNotes(times),
    ...boundNotes(bounds),
  ];
  return { drawing: enough ? curveChart({ curves: [{ name: title, points }], bounds, label }) : undefined, notes };
}

function toldOf(times: Distribution, text: Distributed['text'] = msText): readonly string[] {
  return quantileNames.flatMap((name) =>
    times[name] === undefined ? [] : [`${quantileHeads[name]} ${boundedBelow(times, name, text)}`],
  );
}

/** Why a curve ends where it does. */
function endNotes({ n, missing, curve = [], curveSuppressed, suppressed }: Distribution): readonly string[] {
  const last = curve.at(-1);
  if (last === undefined) return [];
  if (curveSuppressed !== undefined)
    return [
      `The curve ends at p${last.percent}; above it ${suppressed === undefined ? 'only upper bounds are known' : 'nothing is shown'}: ${curveSuppressed}.`,
    ];
  return missing.p999 === undefined ? [] : [`Ends at p${last.percent}: ${n} samples are too few for more.`];
}

function boundNotes(bounds: readonly CurveBound[]): readonly string[] {
  return bounds.length === 0 ? [] : ['A cross marks the SLO bound at its percentile.'];
}

function crossesOn(bounds: ReturnType<typeof boundsOn>): readonly CurveBound[] {
  return bounds.flatMap(({ is, of: { statistic, bound } }) =>
    typeof statistic !== 'object' || is === 'inconclusive'
      ? []
      : [{ percent: statistic.percent, bound, is: toneOf({ is }) }],
  );
}

function toneOf({ is }: Pick<BoundJudgement, 'is'>): 'pass' | 'fail' {
  return is === 'violated' ? 'fail' : 'pass';
}

/** About a pixel of the longest bar; the legend has no colour that the picture does not show. */
const seen = 0.004;

/**
 * What the time to first token, or to the end, is made of, a bar a percentile; `undefined` where no percentile is
 * told.
 */
function breakdownChart({ breakdown }: Load): Html | undefined {
  if (breakdown === undefined || breakdown.near.length === 0) return undefined;
  const longest = Math.max(...breakdown.near.map(({ totalMs }) => totalMs));
  // A part keeps its colour in reports where others are missing.
  const all = barPartsOf(breakdown).map((part, look) => ({ ...part, look, as: 'block' as const }));
  const mostOf = ({ msOf }: (typeof all)[number]): number => Math.max(...breakdown.near.map(msOf));
  const parts = all.filter((part) => mostOf(part) >= longest * seen);
  const unseen = all.filter((part) => mostOf(part) > 0 && !parts.includes(part)).map(({ name }) => name);
  const stacks = breakdown.near.map((near) => ({ name: `p${near.percent}`, parts: all.map(({ msOf }) => msOf(near)) }));
  const told = stacks.map(
    ({ name, parts: lengths }) => `${name}: ${lengths.map((ms, at) => `${all[at]?.name} ${msText(ms)}`).join(', ')}`,
  );
  const unit = `milliseconds of ${brokenDownTimeNames[breakdown.of]} near a percentile`;
  const label = `Where the time goes, ${unit}. ${told.join('. ')}. The tables below have the numbers.`;
  return figureView({
    title: 'Where the time goes',
    unit,
    names: parts,
    notes: [
      ...(unseen.length === 0 ? [] : [`Too short to be seen: ${unseen.join(', ')}.`]),
      `The rest is ${restText(breakdown)}.`,
    ],
    drawing: stackChart({ stacks, parts: all, label }),
  });
}
