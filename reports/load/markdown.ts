import type { Load } from '../../load/verdict/load.ts';
import {
  failuresOf,
  extentText,
  loadFactsOf,
  loadHeadlineOf,
  quantileHeads,
  quantileNames,
  quantileText,
  untilVerdictMark,
  wrongChargeOf,
} from './format.ts';
import { measuredQuantities } from './measured.ts';
import { failureReasons } from './words/failure-reasons.ts';
import { gateLine, gateNote } from './gate-words.ts';
import { notableLines, slowestTable } from './slowest.ts';
import { closedLoopNote, levelTable } from './sweep-table.ts';
import { stepTable } from './step-table.ts';
import { isStepped, failuresByStepText } from './steps.ts';
import { foldedWhereInvalid, loadTablesOf, sloTable } from './tables.ts';
import type { LoadTable } from './load-table.ts';
import { markdownCode, markdownDetails, markdownText, markdownTable } from '../text/markdown-text.ts';
import { headlineStyle, verdictMarks } from '../text/format.ts';
import { instrumentLine } from './words/instrument-words.ts';

/** A load run as Markdown for a pull request or a CI step summary. */
export function loadMarkdown(load: Load): string {
  const sections = [
    gate(load),
    heading(load),
    ...(sloTable(load).rows.length === 0 ? [] : [section(sloTable(load))]),
    ...(load.sweep === undefined
      ? []
      : [section(foldedWhereInvalid(levelTable(load), load)), markdownText(closedLoopNote(load))]),
    ...(load.sweep === undefined
      ? [isStepped(load) ? section(foldedWhereInvalid(stepTable(load), load)) : times(load)]
      : []),
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
  return `## ${verdictMarks[load.gate.is]} ${word}: ${markdownText(says)}${note === undefined ? '' : `\n\n${note}`}`;
}

function heading(load: Load): string {
  const { word, says, ...about } = loadHeadlineOf(load);
  return `## ${headlineStyle(about).mark} ${word}: ${markdownText(says)}\n\nScenario ${markdownCode(load.scenario)} on ${markdownCode(load.target)}.${instrument(load)}${until(load)}${noticed(load)}`;
}

function until({ until: asked, validity }: Load): string {
  if (asked === undefined) return '';
  return `\n\n${verdictMarks[untilVerdictMark(asked, validity)]} Until ${markdownCode(asked.text)}: ${markdownText(asked.says)}.`;
}

function noticed(load: Load): string {
  return notableLines(load)
    .map(([name, says]) => `\n\n${verdictMarks.inconclusive} ${name}: ${markdownText(says)}.`)
    .join('');
}

function instrument(load: Load): string {
  const line = instrumentLine(load);
  if (line === undefined) return '';
  const { word, reasons, notes } = line;
  // Notes are not reasons against the instrument, and a reason in the headline is not repeated.
  const why = loadHeadlineOf(load).kind === 'invalid' ? [] : reasons;
  const because = why.length === 0 ? '' : `: ${markdownText(why.join('; '))}`;
  return ` ${word}${because}.${notes.length === 0 ? '' : ` Noted: ${markdownText(notes.join('; '))}.`}`;
}

function times(load: Load): string {
  const rows = measuredQuantities(load).map(({ name, means, times: each }) => [
    `**${markdownText(name)}** (${markdownText(means)})`,
    String(each.n),
    extentText(each, 'min'),
    ...quantileNames.map((quantile) => quantileText(each, quantile)),
    extentText(each, 'max'),
  ]);
  const head = ['milliseconds', 'n', 'min', ...quantileNames.map((name) => quantileHeads[name]), 'max'];
  return rows.length === 0 ? '' : markdownTable(head, rows);
}

function failures(load: Load): string {
  const charge = wrongChargeOf(load);
  const steps = isStepped(load);
  const reasons = failuresOf(load).map(([outcome]) => failureReasons(load, outcome));
  const isTold = reasons.some((why) => why !== '');
  const rows = failuresOf(load).map(([outcome, count], place) => [
    markdownCode(outcome),
    String(count),
    ...(steps ? [markdownText(failuresByStepText(load, outcome))] : []),
    ...(isTold ? [markdownText(reasons[place] ?? '')] : []),
  ]);
  const parts = [
    ...(rows.length === 0
      ? []
      : [markdownTable(['outcome', 'requests', ...(steps ? ['by step'] : []), ...(isTold ? ['such as'] : [])], rows)]),
    ...(charge === undefined ? [] : [`${verdictMarks.fail} ${markdownText(charge)}`]),
  ];
  return parts.length === 0 ? '' : ['### Failures', ...parts].join('\n\n');
}

function section({ title, lead, head, rows, folded: isLong = false }: LoadTable): string {
  const content = `${markdownText(lead)}\n\n${markdownTable(
    head.map(markdownText),
    rows.map((row) => row.map(cell)),
  )}`;
  return isLong ? markdownDetails(title, content) : `### ${markdownText(title)}\n\n${content}`;
}

/** A number contains no markup, and is easier to read without escapes. */
function cell(text: string): string {
  return /^[\d.]+( %)?$/.test(text) ? text : markdownText(text);
}

function settings(load: Load): string {
  const rows = loadFactsOf(load).map(([name, value]) => [markdownText(name), markdownText(value)]);
  return markdownDetails('Settings', markdownTable(['', ''], rows));
}

function footer({ seed, startedAt, run }: Load): string {
  return `run ${markdownCode(run)} · seed ${seed} · ${markdownText(startedAt)}`;
}
