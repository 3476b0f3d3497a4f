import type { Load, SeriesWindow } from '../../load/model/load.ts';
import { figureView } from '../charts/figure.ts';
import { timeChart, type TimeSeries } from '../charts/time-chart.ts';
import { percentText } from '../load-words.ts';
import { durationText } from '../words.ts';
import { type Html, html } from './html.ts';

type Line = {
  readonly name: string;
  readonly ground?: boolean;
  readonly of: (window: SeriesWindow, windowMs: number) => number | undefined;
};

type OverTime = {
  readonly title: string;
  readonly unit: string;
  readonly as: 'lines' | 'bars';
  readonly lines: readonly Line[];
  /** What is said where no window has such a value, and nothing is drawn. */
  readonly without?: string;
  /** It shows the service, so that it is withdrawn where the instrument cannot be believed. */
  readonly ofService?: boolean;
};

const perS = (count: number, windowMs: number): number => (count * 1000) / windowMs;

const needs = 'p50 needs 2 answers within a window, p95 needs 20';

const overTime: readonly OverTime[] = [
  {
    title: 'Rate',
    unit: 'requests a second',
    as: 'lines',
    lines: [
      { name: 'intended', ground: true, of: ({ intended }, windowMs) => perS(intended, windowMs) },
      { name: 'achieved', of: ({ sent }, windowMs) => perS(sent, windowMs) },
    ],
  },
  {
    title: 'Time to first token over time',
    unit: 'milliseconds',
    as: 'lines',
    lines: [
      { name: 'p50', of: ({ ttftP50Ms }) => ttftP50Ms },
      { name: 'p95', of: ({ ttftP95Ms }) => ttftP95Ms },
    ],
    without: needs,
    ofService: true,
  },
  {
    title: 'Whole answers over time',
    unit: 'milliseconds',
    as: 'lines',
    lines: [
      { name: 'p50', of: ({ wholeP50Ms }) => wholeP50Ms },
      { name: 'p95', of: ({ wholeP95Ms }) => wholeP95Ms },
    ],
    without: needs,
    ofService: true,
  },
  {
    title: 'Failures',
    unit: 'requests in each window',
    as: 'bars',
    lines: [{ name: 'failed', of: ({ failed }) => (failed === 0 ? undefined : failed) }],
    without: 'no request failed',
  },
  {
    title: 'In flight',
    unit: 'requests sent and not ended',
    as: 'lines',
    lines: [{ name: 'in flight', of: ({ inFlight }) => inFlight }],
  },
  {
    title: 'Speech',
    unit: 'seconds of audio a second',
    as: 'lines',
    lines: [{ name: 'audio', of: ({ audioSeconds }, windowMs) => audioSeconds && perS(audioSeconds, windowMs) }],
    ofService: true,
  },
  {
    title: 'Lag and own delay',
    unit: 'milliseconds, the largest of each window',
    as: 'lines',
    lines: [
      { name: 'lag', of: ({ lagMaxMs }) => lagMaxMs },
      { name: 'own delay', of: ({ ownDelayMaxMs }) => ownDelayMaxMs },
    ],
  },
  {
    title: 'Coalesced events',
    unit: 'percent that came in one read with the event before',
    as: 'bars',
    lines: [
      { name: 'coalesced', of: ({ events, coalesced }) => (events && ((coalesced ?? 0) / events) * 100) || undefined },
    ],
  },
];

/** The run over time, warm-up and all. */
export function overTimeView(load: Load): Html | undefined {
  const { series, settings, validity } = load;
  if (series.windows.length < 2) return undefined;
  const charts = overTime
    .filter(({ ofService }) => ofService !== true || validity?.is !== 'invalid')
    .flatMap((each) => chartOf(each, load) ?? []);
  const warmup = settings.warmupMs > 0 ? ' The shaded part is the warm-up, which is in no figure.' : '';
  return html`<section>
    <h2>Over time</h2>
    <p class="lead">
      Windows of ${durationText(series.windowMs)}, requests by their intended time; percentiles to
      ${percentText(series.relativeError)}.${warmup} A hole stands where a window has too few answers.
    </p>
    <div class="charts">${charts}</div>
  </section>`;
}

function chartOf({ title, unit, as, lines, without }: OverTime, { series, settings }: Load): Html | undefined {
  const { windows, windowMs } = series;
  const told = lines
    .map(({ of, ...line }): TimeSeries => ({ ...line, values: windows.map((window) => of(window, windowMs)) }))
    .filter(({ values }) => values.some((value) => value !== undefined));
  const names = told.map(({ name }) => name);
  if (told.length === 0)
    return without === undefined ? undefined : figureView({ title, unit, names, notes: [`${sentence(without)}.`] });
  const missing = lines.length > told.length && without !== undefined ? [`Not drawn throughout: ${without}.`] : [];
  const label = `${title}, ${unit}, over ${durationText(windows.length * windowMs)}: ${told.map(rangeText).join('; ')}. The table “Every window” has its numbers.`;
  const drawing = timeChart({ series: told, windowMs, as, warmupMs: settings.warmupMs, label });
  return figureView({
    title,
    unit,
    names: names.length > 1 || missing.length > 0 ? names : [],
    notes: missing,
    drawing,
  });
}

function rangeText({ name, values }: TimeSeries): string {
  const present = values.filter((value) => value !== undefined);
  const [least, most] = [Math.min(...present), Math.max(...present)].map((value) => Number(value.toPrecision(3)));
  return `${name} from ${least} to ${most}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
