import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Drift } from '../../conformance/engine/run/dialect.ts';
import { checksIn } from '../text/defects.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ControlComparisonOf } from '../exchange/control-comparison.ts';
import { inputText, findingViewOf } from './finding-view.ts';
import { type ClauseResult, reproducedCall } from './clauses.ts';
import { becauseOf, jointReason, reasonOf } from './reasons.ts';
import { otherCounts, titleLine } from './finding-lines.ts';
import { httpIntroduction } from './levels.ts';
import { ledgerBlock } from './ledger.ts';
import { isUnexcusedFailure, isKnownFailure, isOutdated, knownFailureText } from './known.ts';
import { headlineOf } from './headline.ts';
import { pluralize, headlineStyle, verdictMarks, verdictWords } from '../text/format.ts';
import { type TerminalStyle, painter, verdictPaints } from '../text/paint.ts';
import { escapeShellLine, truncate, escapeControls } from '../text/visible.ts';
import { wrapLines } from '../text/wrap.ts';
import { markOf } from './mark.ts';

/** The evidence of a finding; optional, as a run may keep none. */
type Evidence = {
  readonly exchanges?: readonly Exchange[];
  readonly keptIn?: string;
  readonly comparedOf?: ControlComparisonOf;
};

const longestSaid = 600;

/** One line for a clause whose checks are all judged: `✗ 2.5   speech.speed  8 checks, 2 failed`. */
export function clauseLine({ clause, topic, findings }: ClauseResult, style: TerminalStyle): string {
  const paint = painter(style);
  const others = otherCounts(findings).map(({ text, colour }) => paint(colour, text));
  const mark = markOf(findings, style);
  const name = style.width < 60 ? escapeControls(topic) : escapeControls(topic).padEnd(24);
  return `${mark} ${escapeControls(clause).padEnd(4)} ${name} ${[pluralize(checksIn(findings), 'check'), ...others].join(', ')}`;
}

/** The unmet HTTP obligations in full, in a neutral colour. */
export function httpBlock(findings: readonly Finding[], evidence: Evidence, style: TerminalStyle): string {
  const lead = [
    painter(style)('bold', 'HTTP obligations not met'),
    ...wrapLines(httpIntroduction, 2, style.width),
  ].join('\n');
  return [lead, ...findings.map((finding) => failureBlock(finding, evidence, style, 'yellow'))].join('\n\n');
}

/**
 * Everything needed to act on a finding that is no pass: its title, the requirement, every mismatch, the curl line,
 * the evidence.
 */
export function failureBlock(
  finding: Finding,
  evidence: Evidence,
  style: TerminalStyle,
  colour = verdictPaints[finding.verdict.is],
): string {
  const paint = painter(style);
  return [
    titleLine(finding, colour, style),
    ...wrapLines(finding.title, 2, style.width).map((line) => paint('bold', line)),
    ...wrapLines(finding.requirement, 2, style.width).map((line) => paint('dim', line)),
    ...(finding.doneBy ?? []).flatMap((who) => wrapLines(`by default in ${who}`, 2, style.width)),
    ...inputLines(finding, style),
    ...reasonLines(finding, style),
    ...finding.mismatches.flatMap((mismatch) => [
      `  ${paint('bold', escapeControls(mismatch.subject))}${mismatch.reference === undefined ? '' : paint('dim', ` (${escapeControls(mismatch.reference)})`)}`,
      ...labelled('expected', mismatch.expected, style),
      ...labelled('observed', mismatch.observed, style),
    ]),
    ...differsLines(finding, evidence, style),
    ...ledgerBlock(finding, style),
    ...evidenceLines(finding, evidence, style),
    ...(finding.reproduce === ''
      ? []
      : [
          `  ${['reproduce', reproducedCall(finding) ?? []].flat().join(', ')}`,
          `    ${escapeShellLine(finding.reproduce)}`,
        ]),
    ...(finding.again === undefined ? [] : ['  or', `    ${escapeShellLine(finding.again.run)}`]),
  ].join('\n');
}

/** The inconclusive checks, by reason: an outage is one reason for many checks. */
export function inconclusiveBlock(findings: readonly Finding[], style: TerminalStyle): string {
  return [...Map.groupBy(findings, reasonOf).values()]
    .map((inconclusive) => {
      const title = `${verdictMarks.inconclusive} ${pluralize(inconclusive.length, 'MUST check')} could not be judged`;
      const names = inconclusive.flatMap(({ check }) => wrapLines(check, 4, style.width));
      return [
        painter(style)(verdictPaints.inconclusive, title),
        ...wrapLines(jointReason(inconclusive), 2, style.width),
        ...names,
      ].join('\n');
    })
    .join('\n\n');
}

/** The state of the known failures, and what to do about outdated ones. */
export function knownBlock(findings: readonly Finding[], style: TerminalStyle): string {
  const paint = painter(style);
  return findings
    .filter(isKnownFailure)
    .map(({ check, knownFailure, verdict }) => {
      const outdated = isOutdated({ knownFailure });
      const mark = outdated ? verdictMarks.fail : verdictMarks[verdict.is];
      const title = paint(outdated ? 'red' : 'yellow', `${mark} ${escapeControls(check)}`);
      return [title, ...wrapLines(knownFailureText(knownFailure), 4, style.width)].join('\n');
    })
    .join('\n');
}

/** Where the target differs from its dialect; this affects no verdict. */
export function driftBlock(drift: readonly Drift[], style: TerminalStyle): string {
  const paint = painter(style);
  const rows = drift.flatMap(({ id, clause, says, was, now }) => [
    `  ${escapeControls(id)}  ${paint('dim', escapeControls(clause))}`,
    ...wrapLines(says, 4, style.width),
    ...labelled('was', was, style),
    ...labelled('now', now, style),
  ]);
  return [paint('bold', `${pluralize(drift.length, 'observation')} drifted from the dialect`), ...rows].join('\n');
}

/** The last line of a run: verdict, counts and cost. */
export function lastLine(run: Run, style: TerminalStyle): string {
  const { word, says, ...about } = headlineOf(run);
  const { tone, mark } = headlineStyle(about);
  const counts = (['pass', 'fail', 'inconclusive', 'notApplicable'] as const)
    .filter((each) => run.counts[each] > 0)
    .map((each) => `${run.counts[each]} ${verdictWords[each]}${each === 'fail' ? knownAmong(run.findings) : ''}`);
  const credits = pluralize(run.spend.credits, 'credit');
  const spent = run.spendIsPartial === true ? `at least ${credits} spent, the rest is unknown` : `${credits} spent`;
  const verdict = `${mark} ${word}`;
  const line = [`${verdict}: ${escapeControls(says)}`, ...(counts.length === 0 ? [] : [counts.join(', ')]), spent].join(
    ' · ',
  );
  const [first = '', ...more] = style.wraps === true ? wrapLines(line, 0, style.width - 2) : [line];
  const painted = painter(style)(verdictPaints[tone], verdict);
  return [
    first.startsWith(verdict) ? painted + first.slice(verdict.length) : first,
    ...more.map((each) => `  ${each}`),
  ].join('\n');
}

function knownAmong(findings: readonly Finding[]): string {
  const known = findings.filter((finding) => finding.verdict.is === 'fail' && !isUnexcusedFailure(finding)).length;
  return known === 0 ? '' : ` (${known} of them known)`;
}

function inputLines(finding: Finding, style: TerminalStyle): readonly string[] {
  const says = inputText(finding);
  return says === undefined ? [] : wrapLines(truncate(says, longestSaid), 2, style.width);
}

function reasonLines(finding: Finding, style: TerminalStyle): readonly string[] {
  const because = becauseOf(finding);
  const saidBelow = finding.verdict.is === 'fail' && finding.mismatches.length > 0;
  return because === '' || saidBelow ? [] : labelled('because', because, style);
}

function differsLines(finding: Finding, { comparedOf }: Evidence, style: TerminalStyle): readonly string[] {
  const { differs } = findingViewOf(finding, { compared: comparedOf?.(finding) });
  return differs === undefined
    ? []
    : wrapLines(truncate(`${differs.lead} ${differs.says}`, longestSaid), 2, style.width);
}

function evidenceLines(finding: Finding, { exchanges, keptIn }: Evidence, style: TerminalStyle): readonly string[] {
  const place = keptIn === undefined ? '' : ` in ${escapeControls(keptIn)}`;
  return finding.exchanges.map((id) => {
    const exchange = exchanges?.find((each) => each.id === id);
    const outcome = exchange === undefined ? '' : `${outcomeOf(exchange)}, `;
    return painter(style)('dim', `  exchange  ${outcome}${escapeControls(id)}${shrunkText(id)}${place}`);
  });
}

/** The place of a shrunk case: ` (case 3, shrink step 5)`. */
function shrunkText(id: string): string {
  const [, of, step] = / (\d+) smaller (\d+)#/.exec(id) ?? [];
  return of === undefined || step === undefined ? '' : ` (case ${of}, shrink step ${step})`;
}

function outcomeOf({ request, response }: Exchange): string {
  const came = response.is === 'answer' ? String(response.status) : `no answer (${response.because})`;
  return escapeControls(`${request.method} ${request.url} → ${came}`);
}

function labelled(label: string, text: string, style: TerminalStyle): readonly string[] {
  const indent = 4 + label.length + 2;
  const [first = '', ...more] = wrapLines(truncate(text, 600), indent, style.width);
  return [`    ${painter(style)('dim', label)}  ${first.trimStart()}`, ...more];
}
