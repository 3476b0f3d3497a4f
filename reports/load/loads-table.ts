import type { Load } from '../../load/verdict/load.ts';
import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import { loadHeadlineOf, loadText, msText, percentText, quantileText } from './format.ts';
import type { LoadTable } from './load-table.ts';
import { isStepped } from './steps.ts';
import { headlineStyle, verdictMarks } from '../text/format.ts';
import { instrumentLine } from './words/instrument-words.ts';

/** A load run with its name beside other runs: the name of its folder. */
export type NamedLoad = { readonly name: string; readonly load: Load };

type Row = readonly [name: string, of: (load: Load) => string];

/** Where the instrument is not trusted, no figure of the service is shown, and none over steps of different loads. */
const ofService =
  (of: (load: Load) => string) =>
  (load: Load): string =>
    load.validity?.is === 'invalid' ? 'invalid' : isStepped(load) ? 'by step only' : of(load);

const rows: readonly Row[] = [
  ['Label', ({ label }) => label ?? '–'],
  ['Conformance', ({ gate }) => (gate === undefined ? '–' : `${verdictMarks[gate.is]} ${gate.is}`)],
  ['Instrument', (load) => instrumentText(load)],
  ['Verdict', (load) => `${headlineStyle(loadHeadlineOf(load)).mark} ${loadHeadlineOf(load).word}`],
  ['Scenario', ({ scenario }) => scenario],
  ['Target', ({ target }) => target],
  ['Started', ({ startedAt }) => `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
  ['Load', loadText],
  ['Sent per second', (load) => (isStepped(load) ? 'by step only' : String(load.rates.achievedPerS))],
  ['Measured', ({ counts }) => String(counts.measured)],
  ['Failed', ({ counts, failureShare }) => `${counts.failed} (${percentText(failureShare.share)})`],
  ...quantileRows('TTFE', (load) => load.ttfeMs),
  ...quantileRows('TTFT', (load) => load.ttftMs),
  ...quantileRows('Inter-event gap', (load) => load.gapMs),
  ...quantileRows('E2E latency', (load) => load.e2eMs),
  [
    'Seconds of audio per second',
    ofService(({ speech }) => (speech === undefined ? '–' : String(speech.audioSecondsPerS))),
  ],
  ['Goodput', ofService(({ goodput }) => (goodput === undefined ? '–' : percentText(goodput.share)))],
  ['Lag, p99, ms', ({ lagMs }) => quantileText(lagMs, 'p99')],
];

function quantileRows(name: string, of: (load: Load) => Distribution): readonly Row[] {
  return (['p50', 'p95', 'p99'] as const).map((quantile) => [
    `${name}, ${quantile}, ms`,
    ofService((load) => withInterval(of(load), quantile)),
  ]);
}

function withInterval(times: Distribution, name: QuantileName): string {
  if (times.n === 0) return '–';
  const interval = times.intervals?.[name];
  return `${quantileText(times, name)}${interval === undefined ? '' : ` (${interval.map(msText).join(' to ')})`}`;
}

function instrumentText(load: Load): string {
  const line = instrumentLine(load);
  return line === undefined ? '–' : `${verdictMarks[line.is]} ${load.validity?.is ?? ''}`;
}

/** The key figures, a column per run. A row without a value for any run is left out. */
export function loadsTable(loads: readonly NamedLoad[]): LoadTable {
  return {
    title: 'Key figures',
    lead: 'Times with their 95 % confidence intervals. A smaller number alone proves nothing: a difference is real where the comparison shows it.',
    isWide: true,
    head: ['', ...loads.map(({ name }) => name)],
    rows: rows
      .map(([name, of]) => [name, ...loads.map(({ load }) => of(load))])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '–' && cell !== 'by step only')),
  };
}

/** Differences between the runs besides the measured figures. Empty where the runs are comparable. */
export function differencesOf(loads: readonly NamedLoad[]): readonly string[] {
  const asked: readonly (readonly [string, (load: Load) => unknown])[] = [
    ['scenario', ({ scenario }) => scenario],
    ['arrivals', ({ settings }) => settings.arrivals],
    ['rate', ({ settings }) => settings.ratePerS],
    ['users', ({ settings }) => settings.concurrency],
    ['mix', ({ settings }) => settings.mix],
    ['input', ({ settings }) => settings.sameInput === true],
    ['rule for text of the reply', ({ settings }) => settings.content],
    ['machine', ({ environment }) => environment?.machine],
  ];
  return asked.filter(([, of]) => new Set(loads.map(({ load }) => of(load))).size > 1).map(([name]) => name);
}
