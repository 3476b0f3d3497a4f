import type { Load } from '../../load/verdict/load.ts';
import {
  failuresOf,
  extentText,
  loadFactsOf,
  loadHeadlineOf,
  quantileHeads,
  quantileNames,
  quantileText,
  untilAs,
  wrongChargeOf,
} from './format.ts';
import { measuredOf } from './measured.ts';
import { failureReasons } from './words/failure-reasons.ts';
import { gateLine, gateNote } from './gate-words.ts';
import { noticedLines, slowestTable } from './slowest.ts';
import { closedLoopNote, levelTable } from './sweep-table.ts';
import { stepTable } from './step-table.ts';
import { isStepped, whereFailed } from './steps.ts';
import { believed, loadTablesOf, sloTable } from './tables.ts';
import type { LoadTable } from './load-table.ts';
import { code, folded, prose, table } from '../text/markdown-text.ts';
import { toneOf, verdictMarks } from '../text/format.ts';
import { instrumentLine } from './words/instrument-words.ts';

/** A load run as Markdown for a pull request or a CI step summary. */
export function loadMarkdown(load: Load): string {
  const sections = [
    gate(load),
    heading(load),
    ...(sloTable(load).rows.length === 0 ? [] : [section(sloTable(load))]),
    ...(load.sweep === undefined ? [] : [section(believed(levelTable(load), load)), prose(closedLoopNote(load))]),
    ...(load.sweep === undefined ? [isStepped(load) ? section(believed(stepTable(load), load)) : times(load)] : []),
    failures(load),
    ...(slowestTable(load).rows.length === 0 ? [] : [section(slowestTable(load))]),
    ...loadTablesOf(load).map(section),
    settings(load),
    footer(load),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

/** The first line, from the conformance run: a fast service that is wrong is wrong. */
function gate(load: Load): string {
  if (load.gate === undefined) return '';
  const { word, says } = gateLine(load.gate);
  const note = gateNote(load);
  return `## ${verdictMarks[load.gate.is]} ${word}: ${prose(says)}${note === undefined ? '' : `\n\n${note}`}`;
}

function heading(load: Load): string {
  const { word, says, ...about } = loadHeadlineOf(load);
  return `## ${toneOf(about).mark} ${word}: ${prose(says)}\n\nScenario ${code(load.scenario)} on ${code(load.target)}.${instrument(load)}${until(load)}${noticed(load)}`;
}

function until({ until: asked, validity }: Load): string {
  if (asked === undefined) return '';
  return `\n\n${verdictMarks[untilAs(asked, validity)]} Until ${code(asked.text)}: ${prose(asked.says)}.`;
}

function noticed(load: Load): string {
  return noticedLines(load)
    .map(([name, says]) => `\n\n${verdictMarks.inconclusive} ${name}: ${prose(says)}.`)
    .join('');
}

function instrument(load: Load): string {
  const line = instrumentLine(load);
  if (line === undefined) return '';
  const { word, reasons, notes } = line;
  // Notes are not reasons against the instrument, and a reason in the headline is not repeated.
  const why = loadHeadlineOf(load).kind === 'invalid' ? [] : reasons;
  const because = why.length === 0 ? '' : `: ${prose(why.join('; '))}`;
  return ` ${word}${because}.${notes.length === 0 ? '' : ` Noted: ${prose(notes.join('; '))}.`}`;
}

function times(load: Load): string {
  const rows = measuredOf(load).map(({ name, means, times: each }) => [
    `**${prose(name)}** (${prose(means)})`,
    String(each.n),
    extentText(each, 'min'),
    ...quantileNames.map((quantile) => quantileText(each, quantile)),
    extentText(each, 'max'),
  ]);
  const head = ['milliseconds', 'n', 'min', ...quantileNames.map((name) => quantileHeads[name]), 'max'];
  return rows.length === 0 ? '' : table(head, rows);
}

function failures(load: Load): string {
  const charge = wrongChargeOf(load);
  const steps = isStepped(load);
  const reasons = failuresOf(load).map(([outcome]) => failureReasons(load, outcome));
  const isTold = reasons.some((why) => why !== '');
  const rows = failuresOf(load).map(([outcome, count], place) => [
    code(outcome),
    String(count),
    ...(steps ? [prose(whereFailed(load, outcome))] : []),
    ...(isTold ? [prose(reasons[place] ?? '')] : []),
  ]);
  const parts = [
    ...(rows.length === 0
      ? []
      : [table(['outcome', 'requests', ...(steps ? ['by step'] : []), ...(isTold ? ['such as'] : [])], rows)]),
    ...(charge === undefined ? [] : [`${verdictMarks.fail} ${prose(charge)}`]),
  ];
  return parts.length === 0 ? '' : ['### Failures', ...parts].join('\n\n');
}

function section({ title, lead, head, rows, folded: isLong = false }: LoadTable): string {
  const content = `${prose(lead)}\n\n${table(
    head.map(prose),
    rows.map((row) => row.map(cell)),
  )}`;
  return isLong ? folded(title, content) : `### ${prose(title)}\n\n${content}`;
}

/** A number contains no markup, and is easier to read without escapes. */
function cell(text: string): string {
  return /^[\d.]+( %)?$/.test(text) ? text : prose(text);
}

function settings(load: Load): string {
  const rows = loadFactsOf(load).map(([name, value]) => [prose(name), prose(value)]);
  return folded('Settings', table(['', ''], rows));
}

function footer({ seed, startedAt, run }: Load): string {
  return `run ${code(run)} · seed ${seed} · ${prose(startedAt)}`;
}
