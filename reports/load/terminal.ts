import type { StepFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import {
  contentText,
  failuresOf,
  observedText,
  quantileHeads,
  quantileText,
  samplesMissing,
  shortHeadlineOf,
  wrongChargeOf,
} from './format.ts';
import { measuredQuantities } from './measured.ts';
import { closedLoopNote } from './sweep-table.ts';
import { type TerminalStyle, painter, verdictPaints } from '../text/paint.ts';
import { escapeControls } from '../text/visible.ts';
import { breakdownLine } from './breakdown.ts';
import { generatorLines } from './generators-table.ts';
import { rightLines } from './rightness.ts';
import { notableLines } from './slowest.ts';
import { failureReasons } from './words/failure-reasons.ts';
import { doubtedText } from './words/invalid-words.ts';
import { connectionsText, protocolText } from './words/protocol-words.ts';
import { whereItBrokeText } from './words/where-it-broke.ts';
import { gateLine } from './gate-words.ts';
import {
  cutOffNotes,
  isStepped,
  failedText,
  verdictOfOutcome,
  reachedSteps,
  sentPerSText,
  stepName,
  stepOutcome,
  undecidedNotes,
  unjudgedNotes,
  failuresByStepText,
} from './steps.ts';
import { pluralize, headlineStyle, verdictMarks } from '../text/format.ts';

/** Columns that the tables take where there is room for them. */
const fullWidth = 80;

/** The quantiles that fit into 80 columns; the files hold the others. */
const shown = ['p50', 'p95', 'p99'] as const;

/** The times of a load run in milliseconds, and its failures by outcome; of a closed loop level by level. */
export function loadTimes(load: Load, style: TerminalStyle): string {
  const paint = painter(style);
  const doubt = doubtedText(load);
  const doubtLines = doubt === undefined ? [] : [paint('yellow', `${verdictMarks.inconclusive} ${doubt}`)];
  if (isStepped(load))
    return [
      ...doubtLines,
      ...stepLines(load, style),
      ...noticed(load),
      ...protocolLines(load),
      ...contentLines(load),
      ...failureLines(load),
      ...rightLines(load),
      ...chargingLines(load),
      ...generatorLines(load).map((line) => escapeControls(line)),
      ...(load.sweep === undefined ? [] : [closedLoopNote(load)]),
    ].join('\n');
  const [head = '', ...rows] = timeLines(load, style);
  return [
    ...doubtLines,
    ...(rows.length === 0 ? [] : [paint('dim', head), ...rows]),
    ...speechLines(load),
    ...warmupLines(load),
    ...protocolLines(load),
    ...failedByOperation(load),
    ...boundedLines(load),
    ...[breakdownLine(load)].filter((line) => line !== undefined),
    ...noticed(load),
    ...contentLines(load),
    ...failureLines(load),
    ...brokeLines(load),
    ...rightLines(load),
    ...chargingLines(load),
    ...generatorLines(load).map((line) => escapeControls(line)),
  ].join('\n');
}

function noticed(load: Load): readonly string[] {
  return notableLines(load).map(([name, says]) => `${verdictMarks.inconclusive} ${name}: ${says}`);
}

/** The head of the table of times, and its rows. */
function timeLines(load: Load, { width }: TerminalStyle): readonly string[] {
  const rows = [
    ['ms', 'n', ...shown.map((name) => quantileHeads[name])],
    ...measuredQuantities(load).map(({ name, times }) => [
      name,
      String(times.n),
      ...shown.map((quantile) => quantileText(times, quantile)),
    ]),
  ];
  const least = width < fullWidth ? 0 : 15;
  const widths = columnWidths(rows, least);
  return rows.map(([name = '', ...cells]) => {
    const named = name.padEnd(least === 0 ? (widths[0] ?? 0) - 1 : 16);
    return `${named}${cells.map((text, at) => text.padStart(widths[at + 1] ?? 0)).join('')}`;
  });
}

function speechLines({ speech }: Load): readonly string[] {
  if (speech === undefined || speech.realTimeFactor.n === 0) return [];
  const { realTimeFactor: factor } = speech;
  const told = shown.map((name) =>
    factor[name] === undefined
      ? `${quantileHeads[name]} ${quantileText(factor, name)}`
      : `${quantileHeads[name]} ${observedText(factor[name])}`,
  );
  return [`real-time factor of speech (n ${factor.n}): ${told.join(', ')}`];
}

function failedByOperation({ operations = {} }: Load): readonly string[] {
  const each = Object.entries(operations);
  if (each.length < 2 || each.every(([, { counts }]) => counts.failed === 0)) return [];
  const told = each.map(([name, { counts }]) => `${escapeControls(name)} ${counts.failed} of ${counts.measured}`);
  return [`failed by operation: ${told.join(', ')}`];
}

function failureLines(load: Load): readonly string[] {
  return failuresOf(load).map(([outcome, count]) => {
    const [where, why] = [failuresByStepText(load, outcome), failureReasons(load, outcome)];
    const told = `${verdictMarks.fail} ${count} × ${escapeControls(outcome)}${where === '' ? '' : ` (${where})`}`;
    if (why === '') return told;
    // What is said of all of them is no example.
    return `${told}${/^http-(402|429)$/.test(outcome) ? '' : ', such as'}: ${why}`;
  });
}

/** Of steps of different loads each failure is told by step. */
function brokeLines(load: Load): readonly string[] {
  const says = whereItBrokeText(load);
  return says === undefined ? [] : [`${verdictMarks.fail} where it broke: ${says}`];
}

function chargingLines(load: Load): readonly string[] {
  const { charging } = load;
  if (charging === undefined) return [];
  return [`${verdictMarks[wrongChargeOf(load) === undefined ? 'pass' : 'fail']} ${charging.says}`];
}

/** What fits into 80 columns: the median and the tail of the first time that there is, and of the whole answer. */
function stepLines(load: Load, style: TerminalStyle): readonly string[] {
  const { sweep } = load;
  const steps = reachedSteps(load);
  const first = (['ttftMs', 'ttfeMs'] as const).find((name) => steps.some((step) => step[name].n > 0));
  const isNarrow = style.width < fullWidth;
  const heads = [
    ...(sweep === undefined ? ['step', 'sent/s'] : ['users', 'answers/s']),
    ...(first === undefined ? [] : ['p50', 'p95'].map((name) => `${first === 'ttftMs' ? 'TTFT' : 'TTFE'} ${name}`)),
    'E2E p50',
    isNarrow ? 'E2E p95' : 'p95',
    'failed',
  ];
  // Of a narrow screen the report has the rest.
  const kept = (cells: readonly string[]): readonly string[] =>
    isNarrow ? cells.filter((_, at) => heads[at] !== 'E2E p50' && (at !== 1 || sweep !== undefined)) : cells;
  const quantilesOf = (step: StepFigures) =>
    [...(first === undefined ? [] : [step[first]]), step.e2eMs].flatMap((times) =>
      (['p50', 'p95'] as const).map((name) => ({
        text: quantileText(times, name),
        needs: samplesMissing(times, name),
      })),
    );
  const rows = steps.map((step) => [
    String(step.step.users ?? stepName(load, step)),
    sweep === undefined ? sentPerSText(step) : String(step.throughput?.answersPerS ?? 0),
    ...quantilesOf(step).map(({ text, needs }) => (needs === undefined ? text : `needs ${needs}`)),
    failedText(step),
  ]);
  const widths = columnWidths([heads, ...rows].map(kept), isNarrow ? 0 : 11);
  const line = (cells: readonly string[]): string =>
    kept(cells)
      .map((text, at) => text.padStart(widths[at] ?? 0))
      .join('');
  return [
    ...(isNarrow ? [painter(style)('dim', 'times in ms')] : []),
    painter(style)('dim', `${line(heads)}${isNarrow ? '' : '   (times in ms)'}`),
    ...rows.map((row, at) => `${line(row)}${markOf(load, steps[at])}`),
    ...(steps.flatMap(quantilesOf).some(({ needs }) => needs !== undefined) ? ['  needs n: so many more answers'] : []),
    ...[...undecidedNotes(load), ...unjudgedNotes(load), ...(sweep === undefined ? cutOffNotes(load) : [])].map(
      (note) => `  ${note}`,
    ),
    ...steps.flatMap(({ step, inconclusive }) =>
      inconclusive === undefined
        ? []
        : [`${verdictMarks.inconclusive} ${step.users ?? 0} users: ${escapeControls(inconclusive)}`],
    ),
  ];
}

/** What came of a step, and the knee of a sweep. */
function markOf({ sweep }: Load, step: StepFigures | undefined): string {
  if (step === undefined) return '';
  if (step.inconclusive !== undefined) return `  ${verdictMarks.inconclusive}`;
  const outcome = stepOutcome(step);
  const judged = outcome === 'measured' ? '' : `  ${verdictMarks[verdictOfOutcome[outcome]]}`;
  const isKnee = sweep?.knee?.above !== undefined && step.step.users === sweep.knee.users;
  return `${judged}${isKnee ? '  knee' : ''}`;
}

/** With the blank in front of each. */
function columnWidths(rows: readonly (readonly string[])[], least: number): readonly number[] {
  return (rows[0] ?? []).map((_, at) =>
    Math.max(least, ...rows.map((row, place) => (row[at] ?? '').length + (place === 0 || at === 0 ? 1 : 2))),
  );
}

/** Why `n` is less than the requests that were sent. */
function warmupLines({ counts: { measured, warmup } }: Load): readonly string[] {
  return warmup === 0 ? [] : [`${pluralize(measured, 'request')} measured, ${warmup} in the warm-up left out`];
}

function protocolLines(load: Load): readonly string[] {
  const protocol = protocolText(load);
  return protocol === undefined ? [] : [`${escapeControls(protocol)}; connections: ${connectionsText(load)}`];
}

function boundedLines(load: Load): readonly string[] {
  const isBounded = measuredQuantities(load).some(({ times }) =>
    shown.some((name) => times.atLeast?.[name] !== undefined),
  );
  return isBounded ? ['a to b: the true value lies between, as these events were read together with later ones'] : [];
}

function contentLines(load: Load): readonly string[] {
  const { content, contentFrom = 'given' } = load.settings;
  if (content !== undefined && load.ttftMs.unclaimed === undefined)
    return [`text of the reply: ${escapeControls(content)}`, `  ${escapeControls(contentFrom)}`];
  return [contentText(load)].filter((text) => text !== undefined);
}

/** What a conformance run of the same target came to, before any figure; empty where none was named. */
export function gateText({ gate }: Pick<Load, 'gate'>, style: TerminalStyle): string {
  if (gate === undefined) return '';
  const { word, says } = gateLine(gate);
  return `${painter(style)(verdictPaints[gate.is], `${verdictMarks[gate.is]} ${word}`)}: ${escapeControls(says)}`;
}

/** The one line that sums a load run up; why it is invalid has been said above it by then. */
export function loadLastLine(load: Load, style: TerminalStyle): string {
  const { word, says, ...about } = shortHeadlineOf(load);
  const { tone, mark } = headlineStyle(about);
  const paint = painter(style);
  const own = `${paint(verdictPaints[tone], `${mark} ${word}`)}: ${says}`;
  const { gate } = load;
  if (gate === undefined || gate.is === 'pass') return own;
  return `${paint(verdictPaints[gate.is], `${verdictMarks[gate.is]} ${gateLine(gate).word}`)}; ${own}`;
}
