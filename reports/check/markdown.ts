import type { Run } from '../../conformance/model/run.ts';
import { type ReportContext, comparableFaults, emptyContext } from './background.ts';
import { clausesOf } from './clauses.ts';
import { inconclusiveOf } from './reasons.ts';
import { countsOf, levelsText } from './levels.ts';
import { knownFailureAdvice, knownFailureWords, knownFailuresIn } from './known.ts';
import {
  failures,
  failuresInFull,
  firstRows,
  longestCell,
  unmetHttp,
  type RecordedEvidence,
} from './markdown-failures.ts';
import { checksIn } from '../text/defects.ts';
import { markdownCode, markdownDetails, markdownText, markdownTable } from '../text/markdown-text.ts';
import { conditionsText } from './scope/conditions.ts';
import { selectionText } from './scope/selection.ts';
import { goneAwayText } from './scope/gone-away.ts';
import { noticesOf } from './scope/notices.ts';
import { headlineOf, targetText, tookMs } from './headline.ts';
import { triedTable } from './scope/tried.ts';
import {
  pluralize,
  durationText,
  spendText,
  timeText,
  headlineStyle,
  verdictMarks,
  verdictWords,
} from '../text/format.ts';

/** Most characters: a comment of a pull request holds 65,536, a step summary 1 MiB. */
const mostCharacters = 60_000;
/** Most lines, so that a job's summary fits a screen or two. */
const mostLines = 59;
/** Rows of each table after the failures. */
const rowsShown = 4;

/**
 * A run as Markdown for a pull request or a CI step summary, in fewer than 60 lines: what matters first, the rest while there
 * is room.
 */
export function checkMarkdown(
  run: Run,
  background: Pick<ReportContext, 'faults' | 'quotes' | 'earlier'> = emptyContext,
  recorded: RecordedEvidence = {},
): string {
  const faults = comparableFaults(run, background);
  const [first = '', ...others] = failuresInFull(run, { ...background, faults, ...recorded });
  const sections = [
    heading(run),
    counts(run),
    failures(run),
    first,
    inconclusive(run),
    knownFailures(run),
    unmetHttp(run),
    drift(run),
    ...others,
    clauses(run),
    triedTable(clausesOf(run).flatMap(({ findings }) => findings)),
  ].filter((section) => section !== '');
  return `${fitting(sections, footer(run)).join('\n\n')}\n`;
}

/** The sections that fit; a long one is left out in favour of later, shorter ones. */
function fitting(sections: readonly string[], last: string): readonly string[] {
  const note = 'Some of it is left out to keep this short; `report.html` has it.';
  let characters = mostCharacters - last.length - note.length - 4;
  let lines = mostLines - linesOf(last) - linesOf(note);
  const kept = sections.filter((section) => {
    const length = section.length + 2;
    if (length > characters || linesOf(section) > lines) return false;
    characters -= length;
    lines -= linesOf(section);
    return true;
  });
  return [...kept, ...(kept.length < sections.length ? [note] : []), last];
}

/** Lines of a section and the empty line after it. */
function linesOf(section: string): number {
  return section.split('\n').length + 1;
}

function heading(run: Run): string {
  const { word, says, ...about } = headlineOf(run);
  const conditions = conditionsText(run);
  const selection = selectionText(run);
  const of = selection === undefined ? '' : `, ${markdownText(selection)}`;
  const first = [conditions && `Conditions: ${conditions}`, goneAwayText(run)].filter((text) => text !== undefined);
  const under = [...first.map((text) => `${text}.`), ...noticesOf(run)]
    .map((text) => ` ${markdownText(text)}`)
    .join('');
  return `## ${headlineStyle(about).mark} ${word}: ${markdownText(says)}\n\nTarget ${markdownCode(targetText(run))}, judged ${markdownText(timeText(run.startedAt))} in ${durationText(tookMs(run))}${of}. ${markdownText(levelsText(run))}${under}`;
}

function counts({ counts: { pass, fail, inconclusive, notApplicable }, spend, plan }: Run): string {
  return markdownTable(
    ['passed', 'failed', 'inconclusive', 'not applicable', 'spent', 'planned at most'],
    [
      [
        String(pass),
        String(fail),
        String(inconclusive),
        String(notApplicable),
        spendText(spend),
        spendText(plan.atMost),
      ],
    ],
  );
}

function knownFailures(run: Run): string {
  const rows = knownFailuresIn(run).map(({ check, knownFailure: { is, reason: why, expires } }) => {
    const what = [knownFailureWords[is], knownFailureAdvice[is]].filter((text) => text !== '').join('; ');
    return [markdownCode(check), markdownText(what), expires, markdownText(why)];
  });
  const more = rows.length > rowsShown ? `\n\n… and ${pluralize(rows.length - rowsShown, 'other known failure')}.` : '';
  return rows.length === 0
    ? ''
    : `### Known failures\n\n${markdownTable(['check', 'state', 'until', 'reason'], firstRows(rows, rowsShown))}${more}`;
}

function drift({ drift: changes }: Run): string {
  if (changes === undefined) return '';
  const rows = changes.map(({ clause, says, was, now }) => [
    markdownText(clause),
    markdownText(says),
    markdownCode(was, 120),
    markdownCode(now, 120),
  ]);
  const lead = 'Where the document leaves it open, this target differs from its dialect. None of it is a failure.';
  const more = rows.length > rowsShown ? `\n\n… and ${pluralize(rows.length - rowsShown, 'other observation')}.` : '';
  const head = ['clause', 'question', 'was', 'now'];
  return rows.length === 0 ? '' : `### Drift\n\n${lead}\n\n${markdownTable(head, firstRows(rows, rowsShown))}${more}`;
}

function inconclusive(run: Run): string {
  const reasons = inconclusiveOf(run);
  const rows = firstRows(
    reasons.map(({ is, because, findings }) => [
      `${verdictMarks[is]} ${verdictWords[is]}`,
      String(findings.length),
      markdownCode(because, longestCell),
    ]),
    rowsShown,
  );
  const rest = reasons.length - rows.length;
  const more = rest > 0 ? `\n\n… and ${pluralize(rest, 'other reason')}.` : '';
  return rows.length === 0 ? '' : `### Not judged\n\n${markdownTable(['', 'checks', 'because'], rows)}${more}`;
}

/** The clauses in one line: a table would have a row for each topic. */
function clauses(run: Run): string {
  const topics = clausesOf(run).map(({ clause, topic, findings }) => {
    const { pass } = countsOf(findings);
    const checks = checksIn(findings);
    return `${markdownText(clause)} ${markdownText(topic)} ${pass === checks ? pass : `${pass} of ${checks}`}`;
  });
  return topics.length === 0 ? '' : markdownDetails('Passed, by clause', `${controlsSeen(run)}${topics.join(' · ')}`);
}

/** How many passes rest on a control: absence checks, and refusals whose control differs by one mutation. */
function controlsSeen({ findings }: Run): string {
  const seen = findings.filter(({ verdict, controls = [] }) => verdict.is === 'pass' && controls.length > 0).length;
  if (seen === 0) return '';
  return `${pluralize(seen, 'absence or refusal check')} passed, each with its control.\n\n`;
}

function footer({ tool, document, seed, label, startedAt }: Run): string {
  const name = label === undefined ? '' : `${markdownText(label)} · `;
  return `${name}${tool.name} ${markdownText(tool.version)} · document ${markdownCode(document.sha256.slice(0, 12))} · seed ${seed} · ${markdownText(startedAt)}`;
}
