import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Figures, SeriesWindow, SpeechFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { Buckets } from '../../load/evidence/instrument.ts';
import type { BoundJudgement } from '../../load/slo/slo.ts';
import type { LoadTable } from './load-table.ts';
import { atMostText, goodputSentence } from './cells.ts';
import { breakdownTable } from './breakdown.ts';
import { generatorTable } from './generators-table.ts';
import { auditTable } from './audit-table.ts';
import { measuredQuantities } from './measured.ts';
import {
  msText,
  observedText,
  percentText,
  quantileHeads,
  quantileNames,
  quantileText,
  windowErrorText,
} from './format.ts';
import { paceTable, correctnessTable, wrongTable } from './rightness.ts';
import { withDoubt } from './words/invalid-words.ts';
import { observedValueText, observedOf } from './words/observed-words.ts';
import { factorText, throughputTable } from './throughput-table.ts';
import { reasonsOf, reasonsText } from './undecided.ts';
import { isStepped, worstStepText } from './steps.ts';
import { durationText, verdictMarks } from '../text/format.ts';
import { escapeControls } from '../text/visible.ts';

/** What a load run measured beside its times and its SLO, in the order in which a reader asks; empty ones are left out. */
export function loadTablesOf(load: Load): readonly LoadTable[] {
  return [
    wrongTable(load),
    correctnessTable(load),
    generatorTable(load),
    ...figureTables(load).map((table) => foldedWhereInvalid(table, load)),
    instrumentTable(load),
    intervalTable(load),
    seriesTable(load),
  ].filter(({ rows }) => rows.length > 0);
}

/** What is told of all requests together is left out where the steps had different loads: it would be of none that there was. */
function figureTables(load: Load): readonly LoadTable[] {
  if (isStepped(load)) return [auditTable(load)];
  return [
    throughputTable(load),
    operationTable(load),
    paceTable(load),
    speechTable(load.speech),
    breakdownTable(load),
    auditTable(load),
  ];
}

/** Figures of the service stand open only where the instrument is valid. */
export function foldedWhereInvalid(table: LoadTable, load: Load): LoadTable {
  if (load.validity?.is !== 'invalid') return table;
  return { ...table, title: withDoubt(table.title, load), folded: true };
}

/** A bound of an SLO in the verdicts of a check, for their marks and colours. */
export const verdictOfBound = { met: 'pass', violated: 'fail', inconclusive: 'inconclusive' } as const;

export function sloTable(load: Load): LoadTable {
  const { slo, goodput, validity } = load;
  const good =
    goodput === undefined || validity?.is === 'invalid' || isStepped(load) ? '' : ` ${goodputSentence(goodput)}`;
  return {
    title: 'SLO',
    lead: `Each bound with its observed value and 95 % confidence interval, which is absent if there are too few samples, or requests close in time are too strongly correlated. If requests failed, a percentile here counts each of them as slower than every answer; the other figures are those of the answered requests.${good}`,
    head: ['bound', 'verdict', 'observed', '95 % interval', 'because'],
    rows: (slo?.bounds ?? []).map((bound) => [
      bound.text,
      `${verdictMarks[verdictOfBound[bound.is]]} ${bound.is}`,
      observedValueText(bound) ?? '–',
      bound.interval === undefined
        ? '–'
        : `${observedText(bound.interval[0])} to ${observedOf(bound.of, bound.interval[1])}`,
      [worstStepText(load, bound), ...reasonsOf(bound)].filter((text) => text !== undefined).join('; '),
    ]),
  };
}

/** What was observed of a bound, in the bound's unit. */
export function boundText(bound: BoundJudgement): string {
  const { text, is } = bound;
  const observed = observedValueText(bound);
  return `${text} ${is}${observed === undefined ? '' : `, observed ${observed}`}${reasonsText(bound)}`;
}

const figureHeads = [
  'measured',
  'failed',
  'sent/s',
  'TTFE p50, ms',
  'TTFT p50, ms',
  'TTFT p95, ms',
  'gap p95, ms',
  'E2E p95, ms',
  'goodput',
];

function figureCells({
  counts,
  failureShare,
  rates,
  ttfeMs,
  ttftMs,
  gapMs,
  e2eMs,
  goodput,
}: Figures): readonly string[] {
  const failed = counts.failed === 0 ? '0' : `${counts.failed} (${percentText(failureShare.share)})`;
  return [
    String(counts.measured),
    failed,
    String(rates.achievedPerS),
    quantileText(ttfeMs, 'p50'),
    quantileText(ttftMs, 'p50'),
    quantileText(ttftMs, 'p95'),
    quantileText(gapMs, 'p95'),
    quantileText(e2eMs, 'p95'),
    goodput === undefined ? '–' : percentText(goodput.share),
  ];
}

function operationTable({ operations = {} }: Load): LoadTable {
  return {
    title: 'Operations',
    lead: 'A dash or “needs 5 more” means that an operation has no such time, or too few samples.',
    head: ['operation', ...figureHeads],
    rows: Object.entries(operations).map(([name, figures]) => [name, ...figureCells(figures)]),
  };
}

function speechTable(speech: SpeechFigures | undefined): LoadTable {
  return {
    title: 'Speech',
    lead: 'Throughput over the measured time; the real-time factor is the time to make a speech over its length, below 1 faster than speech.',
    head: ['', 'value'],
    rows: speech === undefined ? [] : speechRows(speech),
  };
}

function speechRows(speech: SpeechFigures): readonly (readonly string[])[] {
  const { answers, measured, audioSeconds, audioSecondsPerS, chars, charsPerS, realTimeFactor, requestCharsPerS } =
    speech;
  return [
    ['Audio', `${observedText(audioSeconds)} s in ${measured} of ${answers} answers`],
    ['Audio seconds per second', String(audioSecondsPerS)],
    ['Characters', `${chars}, ${charsPerS} per second`],
    ['Real-time factor, p50', factorText(realTimeFactor)],
    ['Real-time factor, p95', factorText(realTimeFactor, 'p95')],
    [
      'Characters per second by request, p50 and p95',
      `${quantileText(requestCharsPerS, 'p50')} and ${quantileText(requestCharsPerS, 'p95')}`,
    ],
    ...Object.entries(speech.flags).map(([flag, count]) => [`Flagged ${flag}`, String(count)]),
  ];
}

/** What the load generator knows of its own part in the figures. */
function instrumentTable(load: Load): LoadTable {
  const { lagMs, instrument, canary } = load;
  const readDelay = instrument?.histograms.readDelayMs ?? [];
  const rows = [
    ...(lagMs.n === 0 || isStepped(load)
      ? []
      : [['Lag', String(lagMs.n), ...shownQuantiles.map((name) => quantileText(lagMs, name)), msText(lagMs.max)]]),
    ...(readDelay.length === 0 ? [] : [['Read delay, at most', ...bucketCells(readDelay)]]),
    ...(canary === undefined
      ? []
      : [
          [
            'Reference stream, error',
            String(canary.events),
            ...[canary.errorMs.p50, canary.errorMs.p95, canary.errorMs.p99, canary.errorMs.max].map(msText),
          ],
        ]),
  ];
  return {
    title: 'Instrument',
    lead: 'Milliseconds. Lag is how late requests were sent; every latency includes it. Read delay is how long arrived events waited to be read: with kernel timestamps no figure includes it. The reference stream (--canary) is a local one whose true times are known.',
    head: ['', 'n', 'p50, ms', 'p95, ms', 'p99, ms', 'max, ms'],
    rows,
  };
}

const shownQuantiles = ['p50', 'p95', 'p99'] as const;

/** The count, then the smallest upper bound that half, 95 and 99 of 100 do not pass, and the largest. */
function bucketCells(buckets: Buckets): readonly string[] {
  const n = buckets.reduce((sum, [, count]) => sum + count, 0);
  const at = (share: number): string => {
    let passed = 0;
    return msText(buckets.find(([, count]) => (passed += count) >= share * n)?.[0]);
  };
  return [String(n), ...[0.5, 0.95, 0.99, 1].map(at)];
}

function intervalTable(load: Load): LoadTable {
  // Those of all steps together are of no load that there was.
  const rows = (isStepped(load) ? [] : measuredQuantities(load))
    .filter(({ times }) => times.intervals !== undefined)
    .map(({ name, times }) => [
      name,
      ...quantileNames.map((quantile) => intervalText(times, quantile)),
      intervalText(times, 'mean'),
      errorText(times),
    ]);
  return {
    title: 'Confidence',
    lead: '95 % confidence intervals of the quantiles and the mean, in milliseconds. Of quantiles: binomial ranks at the effective sample size that blocks of time give, since requests close in time are correlated; for gaps, Woodruff’s interval with those blocks as clusters. The mean’s follows how much these blocks differ, and reaches further towards a long tail. A dash means that the requests are too few, or too strongly correlated.',
    head: ['', ...quantileNames.map((name) => `${quantileHeads[name]}, ms`), 'mean, ms', 'error of the percentiles'],
    rows,
    folded: true,
  };
}

function intervalText({ intervals }: Distribution, name: (typeof quantileNames)[number] | 'mean'): string {
  const interval = intervals?.[name];
  return interval === undefined ? '–' : `${msText(interval[0])} to ${msText(interval[1])}`;
}

function errorText({ relativeError }: Distribution): string {
  return relativeError === undefined ? 'exact (no histogram)' : `at most ${percentText(relativeError)}`;
}

function seriesTable({ series }: Load): LoadTable {
  const wholes = wholesIn(series);
  return {
    title: 'Every window',
    lead: `Windows of ${durationText(series.windowMs)}, including the warm-up; requests by their intended time${windowErrorText(series)}; requests in flight, lag and read delay the largest of a window.`,
    head: [
      'from',
      'intended/s',
      'sent/s',
      'failed',
      'in flight',
      'TTFE p50, ms',
      'TTFT p50, ms',
      'TTFT p95, ms',
      ...wholes.flatMap(({ head }) => [`${head} p50, ms`, `${head} p95, ms`]),
      'lag, ms',
      'read delay, ms',
      'coalesced',
    ],
    rows: series.windows.map((window) => seriesRow(window, series.windowMs, wholes)),
    folded: true,
  };
}

type Ends = Pick<SeriesWindow, 'e2eP50Ms' | 'e2eP95Ms'>;
type Whole = { readonly head: string; readonly of: (window: SeriesWindow) => Ends };

/** Of several operations each has its own E2E latencies, as far as the windows tell them apart. */
function wholesIn({ windows }: Load['series']): readonly Whole[] {
  const names = [...new Set(windows.flatMap(({ operations = {} }) => Object.keys(operations)))].toSorted();
  if (names.length === 0) return [{ head: 'E2E', of: (window) => window }];
  return names.map((name) => ({
    head: `E2E ${escapeControls(name)}`,
    of: ({ operations }) => operations?.[name] ?? {},
  }));
}

function seriesRow(window: SeriesWindow, windowMs: number, wholes: readonly Whole[]): readonly string[] {
  const { fromMs, intended, sent, failed, inFlight, inFlightMost = inFlight, events = 0, coalesced = 0 } = window;
  const { uncertainFirst = 0, uncertainContent = 0 } = window;
  const { ttfeP50Ms, ttftP50Ms, ttftP95Ms, lagMaxMs, readDelayMaxMs } = window;
  const ends = wholes.flatMap(({ of }) => [of(window).e2eP50Ms, of(window).e2eP95Ms]);
  return [
    durationText(fromMs),
    ...[intended, sent].map((count) => observedText((count * 1000) / windowMs)),
    ...[failed, inFlightMost].map(String),
    atMostText(ttfeP50Ms, uncertainFirst),
    ...[ttftP50Ms, ttftP95Ms].map((ms) => atMostText(ms, uncertainContent)),
    ...[...ends, lagMaxMs, readDelayMaxMs].map(msText),
    events === 0 ? '–' : percentText(coalesced / events),
  ];
}
