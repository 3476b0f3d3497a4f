import type { StepFigures } from '../../../load/figures/figures.ts';
import type { Distribution } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { againstLoadChart, latencyScale, type StepPoint, type StepValue } from '../../charts/against-load-chart.ts';
import { figureView } from '../../charts/figure.ts';
import { msText, observedText } from '../../load/format.ts';
import { generatorLimit, spikeText } from '../../load/against-load-words.ts';
import { closedLoopNote } from '../../load/sweep-table.ts';
import { verdictOfOutcome, reachedSteps, spikePart, stepName, stepOutcome, wasCutShort } from '../../load/steps.ts';
import { loadHeadlineOf } from '../../load/format.ts';
import { headlineStyle, verdictMarks } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { escapeControls } from '../../text/visible.ts';
import { boundLines } from './histogram.ts';

/** A latency that the chart shows against load. `slo` is the prefix of SLO bounds on it. */
type Latency = {
  readonly title: string;
  readonly unit: string;
  readonly slo: SloQuantity;
  readonly of: (step: StepFigures) => Distribution | undefined;
};

const latencies: readonly Latency[] = [
  { title: 'Time to first token', unit: 'milliseconds', slo: 'ttft', of: ({ ttftMs }) => ttftMs },
  { title: 'Time to first event', unit: 'milliseconds', slo: 'ttfe', of: ({ ttfeMs }) => ttfeMs },
  { title: 'E2E latency', unit: 'milliseconds', slo: 'e2e', of: ({ e2eMs }) => e2eMs },
  {
    title: 'Real-time factor',
    unit: 'seconds of work for a second of speech',
    slo: 'rtf',
    of: ({ speech }) => speech?.realTimeFactor,
  },
];

const percentiles = ['p50', 'p95', 'p99'] as const;

/** The first chart of a run with steps of different loads: the response times at each step, and the conclusion. */
export function againstLoadView(load: Load): Html | undefined {
  const steps = reachedSteps(load);
  const shows = ({ of }: Latency): boolean => steps.some((step) => of(step)?.p50 !== undefined);
  const shown = latencies.filter(shows).filter(({ slo }, _, all) => slo !== 'ttfe' || all[0]?.slo === 'ttfe');
  if (shown.length === 0) return undefined;
  const [parts, limit] = [spikeText(load), generatorLimit(load)];
  const each = partName(load);
  // Without an SLO nothing says whether the times are good.
  const judged = load.slo === undefined ? undefined : headlineStyle(loadHeadlineOf(load));
  return html`<section>
    <h2>Latency against load</h2>
    ${
      parts === undefined
        ? undefined
        : html`<p class="words ${judged?.tone}">
            ${judged === undefined ? undefined : html`<span aria-hidden="true">${judged.mark}</span>`} ${parts}
          </p>`
    }
    <p class="lead">
      Each point is a percentile of one ${each}, over the
      ${load.sweep === undefined ? 'requests sent per second' : 'answers per second'}. Lines through a point are 95 %
      confidence intervals. A hollow point is a ${each} that could not be
      judged${load.sweep?.knee?.above === undefined ? '' : '; the ring marks the knee'}.${limit === undefined ? '' : ` Shaded: ${escapeControls(limit.says)}.`}
    </p>
    <div class="charts">${shown.map((latency) => chartOf(load, latency))}</div>
    ${load.sweep === undefined ? undefined : html`<p class="lead">${closedLoopNote(load)}</p>`}
  </section>`;
}

/** The steps of a closed loop are levels of users. */
function partName({ sweep }: Load): 'level' | 'step' {
  return sweep === undefined ? 'step' : 'level';
}

function chartOf(load: Load, { title, unit, slo, of }: Latency): Html {
  const points = (load.steps ?? []).flatMap((step, place) => pointOf(load, step, place, of(step)));
  const bounds = boundLines(
    slo,
    (load.steps ?? []).flatMap((step) => step.slo?.bounds ?? []),
  ).filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at);
  const limit = generatorLimit(load);
  const { domain, type } = latencyScale(points, bounds);
  const told = points.map(({ told: each }) => each).join('; ');
  const label = `${title}, ${unit}, over ${load.sweep === undefined ? 'requests sent per second' : 'answers per second'}. ${told}. The table below has the numbers.`;
  const hidden = bounds.filter(({ value }) => value > domain[1] || value < domain[0]);
  const notes = [
    [
      ...(type === 'log' ? ['Equal ratios take equal room on the upright axis.'] : []),
      ...(type === 'linear' && domain[0] > 0 ? [`The axis begins at ${msText(domain[0])}, not at 0.`] : []),
      ...hidden.map(({ name, value }) => `${name} is ${value > domain[1] ? 'above' : 'below'} the chart.`),
    ].join(' '),
    ...missingNotes(load, points),
  ].filter((note) => note !== '');
  return figureView({
    title,
    unit: `${unit}, over ${load.sweep === undefined ? 'requests sent' : 'answers'} per second`,
    names: [...percentiles],
    notes,
    drawing: againstLoadChart({
      points,
      bounds,
      ...(limit !== undefined && { gaveOutFromPerS: limit.fromPerS }),
      label,
    }),
  });
}

type ToldPoint = StepPoint & { readonly step: string; readonly told: string };

function pointOf(load: Load, step: StepFigures, place: number, times: Distribution | undefined): readonly ToldPoint[] {
  const outcome = stepOutcome(step);
  const { throughput, rates } = step;
  const perS = load.sweep !== undefined ? throughput?.answersPerS : wasCutShort(step) ? undefined : rates.achievedPerS;
  if (times?.p50 === undefined || perS === undefined) return [];
  const values = percentiles.map((name): StepValue | undefined => {
    const [value, interval] = [times[name], times.intervals?.[name]];
    return value === undefined ? undefined : { value, ...(interval && { interval }) };
  });
  const verdict = outcome === 'measured' || outcome === 'unreached' ? undefined : verdictOfOutcome[outcome];
  const name = stepName(load, step);
  const known = values.flatMap((each, at) => (each === undefined ? [] : [`${percentiles[at]} ${msText(each.value)}`]));
  return [
    {
      step: name,
      told: `${name}: ${observedText(perS)} per second, ${known.join(', ')}${verdict === undefined ? '' : `, ${outcome}`}`,
      ...nameOf(load, step, place),
      perS,
      ...(throughput?.interval && load.sweep !== undefined && { perSInterval: throughput.interval }),
      values,
      isJudged: outcome !== 'inconclusive',
      ...(verdict !== undefined && { verdict: { mark: verdictMarks[verdict], is: verdict } }),
      isKnee: load.sweep?.knee?.above !== undefined && step.step.users === load.sweep.knee.users,
    },
  ];
}

/** The name of a step only where the axis does not show it: the number of users, or the part of a spike. */
function nameOf(load: Load, step: StepFigures, place: number): Pick<StepPoint, 'name' | 'side'> {
  const { users } = step.step;
  if (users !== undefined) return { name: String(users) };
  const name = spikePart(load, step);
  return name === undefined ? {} : { name, side: isRightOne(load, place) ? 'start' : 'end' };
}

/** The steps before and after a spike have the same rate and stand side by side. */
function isRightOne({ steps = [] }: Load, place: number): boolean {
  if (place === 1) return false;
  const [before, after] = [steps[0], steps[2]].map((step) => step?.rates.achievedPerS ?? 0) as [number, number];
  return place === 0 ? before > after : after >= before;
}

/** Notes on percentiles without values: a curve that ends without an explanation looks like a mistake. */
function missingNotes(load: Load, points: readonly ToldPoint[]): readonly string[] {
  return percentiles.flatMap((name, at) => {
    const lacking = points.filter(({ values }) => values[at] === undefined).map(({ step }) => step);
    if (lacking.length === 0) return [];
    const where = lacking.length === points.length ? `any ${partName(load)}` : lacking.join('; ');
    return [`No ${name} of ${where}: too few requests.`];
  });
}
