import type { SeriesWindow } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { figureView } from '../charts/figure.ts';
import { timeChart, type TimeSeries } from '../charts/time-chart.ts';
import { windowErrorText } from '../load/format.ts';
import { gapsOverTimeView } from './load/gaps-over-time.ts';
import { pluralize, durationText } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { escapeControls } from '../text/visible.ts';

/** What a window is part of. */
type Run = { readonly windowMs: number; readonly durationMs: number };

type Line = {
  readonly name: string;
  readonly ground?: boolean;
  readonly alarming?: boolean;
  readonly of: (window: SeriesWindow, run: Run) => number | undefined;
};

type OverTime = {
  readonly title: string;
  readonly unit: string;
  readonly as: 'lines' | 'bars';
  readonly lines: readonly Line[];
  /** What is said where no window has such a value, and nothing is drawn. */
  readonly without?: string;
  /** How many answers of a window have a time of which only the upper end is drawn. */
  readonly uncertain?: (window: SeriesWindow) => number | undefined;
  /** It shows the service, so that it is withdrawn where the instrument cannot be believed. */
  readonly ofService?: boolean;
  /** Whether a run has such a thing at all. */
  readonly when?: (load: Load) => boolean;
};

const perS = (count: number, { windowMs }: Run): number => (count * 1000) / windowMs;

/** Undefined once the schedule is over: that nothing is sent any more is no rate. */
const scheduled = (count: number, { fromMs }: SeriesWindow, run: Run): number | undefined =>
  count === 0 && fromMs >= run.durationMs ? undefined : perS(count, run);

const needs = (what: string): string => `${what}: p50 needs 2 answers within a window, p95 needs 20`;

const wholeOverTime: OverTime = {
  title: 'E2E latencies over time',
  unit: 'milliseconds',
  as: 'lines',
  lines: [
    { name: 'p50', of: ({ e2eP50Ms }) => e2eP50Ms },
    { name: 'p95', of: ({ e2eP95Ms }) => e2eP95Ms },
  ],
  without: needs('E2E latencies'),
  ofService: true,
  when: (load) => !isMixed(load),
};

const overTime: readonly OverTime[] = [
  {
    title: 'Rate',
    unit: 'requests per second',
    as: 'lines',
    lines: [
      { name: 'intended', ground: true, of: (window, run) => scheduled(window.intended, window, run) },
      { name: 'sent', of: (window, run) => scheduled(window.sent, window, run) },
    ],
  },
  {
    title: 'Time to first event over time',
    unit: 'milliseconds',
    as: 'lines',
    lines: [
      { name: 'p50', of: ({ ttfeP50Ms }) => ttfeP50Ms },
      { name: 'p95', of: ({ ttfeP95Ms }) => ttfeP95Ms },
    ],
    without: needs('Time to first event'),
    uncertain: ({ uncertainFirst }) => uncertainFirst,
    ofService: true,
    // Beside the time to first token it would show little else.
    when: ({ ttfeMs, ttftMs }) => ttfeMs.n > 0 && ttftMs.n === 0,
  },
  {
    title: 'Time to first token over time',
    unit: 'milliseconds',
    as: 'lines',
    lines: [
      { name: 'p50', of: ({ ttftP50Ms }) => ttftP50Ms },
      { name: 'p95', of: ({ ttftP95Ms }) => ttftP95Ms },
    ],
    without: needs('Time to first token'),
    uncertain: ({ uncertainContent }) => uncertainContent,
    ofService: true,
    when: ({ ttftMs }) => ttftMs.n > 0,
  },
  wholeOverTime,
  {
    title: 'Failures',
    unit: 'requests in each window',
    as: 'bars',
    lines: [{ name: 'failed', alarming: true, of: ({ failed }) => (failed === 0 ? undefined : failed) }],
    without: 'No request failed',
  },
  {
    title: 'In flight',
    unit: 'requests sent and not ended, the most of each window',
    as: 'lines',
    lines: [{ name: 'in flight', of: ({ inFlight, inFlightMost = inFlight }) => inFlightMost }],
  },
  {
    title: 'Speech',
    unit: 'seconds of audio per second',
    as: 'lines',
    lines: [{ name: 'audio', of: ({ audioSeconds = 0 }, run) => perS(audioSeconds, run) }],
    ofService: true,
    when: ({ speech }) => speech !== undefined,
  },
  {
    title: 'Lag and read delay',
    unit: 'milliseconds, the largest of each window',
    as: 'lines',
    lines: [
      { name: 'lag', of: ({ lagMaxMs }) => lagMaxMs },
      { name: 'read delay', of: ({ readDelayMaxMs }) => readDelayMaxMs },
    ],
  },
  {
    title: 'Coalesced events',
    unit: 'percent coalesced, that is, read together with the event before',
    as: 'bars',
    lines: [
      { name: 'coalesced', of: ({ events, coalesced }) => (events && ((coalesced ?? 0) / events) * 100) || undefined },
    ],
  },
];

/** E2E latencies of several operations together are of none. */
function isMixed({ operations = {} }: Load): boolean {
  return Object.keys(operations).length > 1;
}

/**
 * Of several operations a chart each, in the order of the other charts; the windows of earlier versions do not tell
 * them apart.
 */
function byOperation({ operations = {} }: Load): readonly OverTime[] {
  return Object.keys(operations).map((name) => ({
    ...wholeOverTime,
    title: `E2E ${escapeControls(name)} over time`,
    lines: [
      { name: 'p50', of: ({ operations: each }) => each?.[name]?.e2eP50Ms },
      { name: 'p95', of: ({ operations: each }) => each?.[name]?.e2eP95Ms },
    ],
    without: needs(`E2E ${escapeControls(name)}`),
    when: tellsOperations,
  }));
}

function tellsOperations({ series }: Load): boolean {
  return series.windows.some(({ operations }) => operations !== undefined);
}

/** The run over time, warm-up and all. */
export function overTimeView(load: Load): Html | undefined {
  const { series, settings, validity } = load;
  if (series.windows.length < 2) return undefined;
  const all = overTime.flatMap((each) => (each === wholeOverTime ? [each, ...byOperation(load)] : [each]));
  const shown = all.filter(
    ({ ofService, when }) => (ofService !== true || validity?.is !== 'invalid') && when?.(load) !== false,
  );
  const warmup = settings.warmupMs > 0 ? ' The shaded part is the warm-up, which no figure includes.' : '';
  const empty = shown.flatMap((each) => (each.without === undefined || !isEmpty(each, load) ? [] : [each.without]));
  return html`<section>
    <h2>Over time</h2>
    <p class="lead">
      Windows of ${durationText(series.windowMs)}, requests by their intended time${windowErrorText(series)}.${warmup} A
      gap in a line means that a window has too few
      answers.${empty.map((why) => ` ${why}.`)}${isMixed(load) && !tellsOperations(load) ? ' E2E latencies over time are left out, since the windows do not tell operations apart.' : ''}
    </p>
    <div class="charts">
      ${shown.filter((each) => !isEmpty(each, load)).map((each) => chartOf(each, load))}
      ${validity?.is === 'invalid' ? undefined : gapsOverTimeView(load)}
    </div>
  </section>`;
}

function isEmpty(each: OverTime, load: Load): boolean {
  return seriesOf(each, load).length === 0;
}

/** The lines that have a value in any window. */
function seriesOf({ lines }: OverTime, { series: { windows, windowMs }, settings }: Load): readonly TimeSeries[] {
  const run = { windowMs, durationMs: settings.durationMs };
  return lines
    .map(({ of, ...line }): TimeSeries => ({ ...line, values: windows.map((window) => of(window, run)) }))
    .filter(({ values }) => values.some((value) => value !== undefined));
}

function chartOf(each: OverTime, load: Load): Html {
  const { title, unit, as, lines, without, uncertain } = each;
  const { windows, windowMs } = load.series;
  const series = seriesOf(each, load);
  const isPart = series.length < lines.length;
  const label = `${title}, ${unit}, over ${durationText(windows.length * windowMs)}: ${series.map(rangeText).join('; ')}. The table “Every window” has its numbers.`;
  const drawing = timeChart({ series, windowMs, as, warmupMs: load.settings.warmupMs, label });
  const names = lines.length > 1 ? series.map(({ name }) => name) : [];
  const atMost = windows.reduce((sum, window) => sum + (uncertain?.(window) ?? 0), 0);
  const notes = [
    ...(isPart && without !== undefined ? [`${without}.`] : []),
    ...(atMost > 0 ? [`≤: of ${pluralize(atMost, 'answer')} only the latest possible time is known, and drawn.`] : []),
  ];
  return figureView({ title, unit, names, notes, drawing });
}

function rangeText({ name, values }: TimeSeries): string {
  const present = values.filter((value) => value !== undefined);
  const ends = [Math.min, Math.max].map((end) => present.reduce((one, other) => end(one, other)));
  return `${name} from ${ends.map((value) => Number(value.toPrecision(3))).join(' to ')}`;
}
