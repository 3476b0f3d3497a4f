import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ControlComparisonOf } from '../exchange/control-comparison.ts';
import { causeContext } from './about-cause.ts';
import type { ReportContext } from './background.ts';
import { becauseOf } from './reasons.ts';
import { ledgerHead, ledgerLines } from './ledger.ts';
import { httpIntroduction } from './levels.ts';
import { plainMismatch } from './plain-mismatch.ts';
import { requestBesideCurl, requestsBefore } from './shown-request.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { type FindingView, quotedText, findingViewOf } from './finding-view.ts';
import {
  failedChecks,
  failuresTitle,
  type FailureGroup,
  failureGroups,
  unrelatedHttpFailures,
} from './failure-groups.ts';
import {
  type Row,
  markdownCodeBlock,
  markdownCode,
  markdownDetails,
  markdownHtmlText,
  markdownText,
  markdownTable,
  rowsThatFit,
} from '../text/markdown-text.ts';
import { truncate, truncateKeepingDefect } from '../text/visible.ts';
import { clauseText } from './headline.ts';
import { pluralize, verdictMarks } from '../text/format.ts';

/** Longest cell with text of the target, in characters. */
export const longestCell = 160;
const causesShown = 10;
const toldInFull = 3;
const mismatchesShown = 2;
const longestInput = 300;
const httpShown = 4;
/** Rows of a ledger, the last ones, which show the mismatch. */
const ledgerShown = 8;

/** A table with a row for each cause, and the number of further ones. */
export function failures(run: Run): string {
  const all = failureGroups(run);
  if (all.length === 0) return '';
  const rows = firstRows(all.map(causeRow), causesShown);
  const rest = all.slice(rows.length);
  const names = rest.slice(0, causesShown).map(({ findings: [lead] }) => markdownCode(lead?.check ?? ''));
  const more =
    rest.length === 0
      ? ''
      : `\n\n… and ${pluralize(rest.length, 'more cause')}: ${names.join(', ')}${rest.length > names.length ? ', …' : ''}`;
  return `### ${failuresTitle(all)}\n\n${markdownTable(['clearest check', 'level', 'clause', 'expected', 'observed', 'failed checks'], rows)}${more}`;
}

function causeRow({ findings, similar }: FailureGroup): Row {
  const [lead, ...others] = findings;
  if (lead === undefined) return [];
  const like = similar === undefined ? '' : `, like ${markdownCode(similar)}`;
  return [
    markdownCode(lead.check),
    lead.level,
    markdownText(clauseText(lead)),
    ...pairOf(lead),
    `${failedChecks(findings)}${others.length === 0 ? '' : like}`,
  ];
}

/** The unmet HTTP obligations, and the server software that is known for each. */
export function unmetHttp(run: Run): string {
  const all = unrelatedHttpFailures(run);
  const rows = firstRows(
    all.map((finding) => [
      markdownCode(finding.check),
      markdownText(clauseText(finding)),
      ...pairOf(finding),
      markdownText((finding.doneBy ?? []).join('; ')),
    ]),
    httpShown,
  );
  const rest = all.length - rows.length;
  const more = rest === 0 ? '' : `\n\n… and ${pluralize(rest, 'other obligation')}.`;
  const head = ['check', 'clause', 'expected', 'observed', 'by default in'];
  return rows.length === 0
    ? ''
    : `### HTTP obligations not met\n\n${markdownText(httpIntroduction)}\n\n${markdownTable(head, rows)}${more}`;
}

/** The first rows, fewer where they are long. */
export function firstRows(rows: readonly Row[], most: number): readonly Row[] {
  return rowsThatFit(rows.slice(0, most));
}

/** The expectation and observation of the first mismatch. */
function pairOf(finding: Finding): readonly [expected: string, observed: string] {
  const [first, ...others] = finding.mismatches;
  if (first === undefined) return ['', markdownCode(becauseOf(finding), longestCell)];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const { subject, expected, observed, answers } = plainMismatch(first, finding);
  return [
    `${markdownText(truncate(subject, longestCell))}: ${markdownCode(expected, longestCell)}`,
    `${answers?.which === undefined ? markdownCode(observed, longestCell) : markdownCode(truncateKeepingDefect(observed, answers.which, longestCell), 2 * longestCell)}${more}`,
  ];
}

/** What the run recorded, and what each failure is to be compared with. */
export type RecordedEvidence = {
  readonly comparedOf?: ControlComparisonOf | undefined;
  readonly exchangeOf?: ExchangeOf | undefined;
};

/** The first causes in full, each folded. */
export function failuresInFull(
  run: Run,
  {
    faults,
    quotes,
    earlier,
    comparedOf,
    exchangeOf,
  }: Pick<ReportContext, 'faults' | 'quotes' | 'earlier'> & RecordedEvidence,
): readonly string[] {
  return failureGroups(run)
    .slice(0, toldInFull)
    .flatMap((each) => {
      const [lead] = each.findings;
      if (lead === undefined) return [];
      const about = causeContext(each, earlier, exchangeOf);
      const [fault, quoted] = [faults.get(lead.check), quotes?.get(lead.check)];
      const told = findingViewOf(lead, { fault, quoted, compared: comparedOf?.(lead) });
      return markdownDetails(
        `${verdictMarks.fail} ${markdownHtmlText(lead.check)}: ${markdownHtmlText(lead.title)}`,
        failure(lead, told, about, {
          before: requestsBefore(lead, exchangeOf),
          request: requestBesideCurl(lead, exchangeOf),
        }),
      );
    });
}

function failure(
  finding: Finding,
  { clauses, requirement, quoted, input, mismatches, because, differs, fault, run }: FindingView,
  about: string,
  { before, request }: { readonly before: readonly string[]; readonly request: string | undefined },
): string {
  const left = mismatches.length - mismatchesShown;
  const pairs = mismatches
    .slice(0, mismatchesShown)
    .map((mismatch) => plainMismatch(mismatch, finding))
    .map(
      ({ subject, expected, observed, reference }) =>
        `- ${markdownText(subject)}${reference === undefined ? '' : ` (${markdownText(reference)})`}\n  - expected ${markdownCode(expected)}\n  - observed ${markdownCode(observed)}`,
    );
  const items = [
    ...before.map((each) => `- before it ${markdownCode(each, longestCell)}`),
    ...(request === undefined ? [] : [`- request ${markdownCode(request, longestCell)}`]),
    ...pairs,
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
  const rests = quoted === undefined ? '' : `; ${markdownText(quotedText(quoted))}`;
  return [
    `${finding.level}, clause ${markdownText(clauses)}: ${markdownText(requirement)}${rests}`,
    ...(about === '' ? [] : [markdownText(about)]),
    ...(input === undefined ? [] : [markdownText(`${truncate(input, longestInput)}.`)]),
    ...(because === undefined ? [] : [markdownCode(because)]),
    ...(items.length === 0 ? [] : [items.join('\n')]),
    ...(differs === undefined ? [] : [`${differs.lead} ${markdownCode(differs.says)}`]),
    ...ledger(finding),
    ...(fault === undefined
      ? []
      : [
          `A fault that fails this check: ${markdownText(fault.mistake)} ${markdownCode(`npx assay serve --fault ${fault.id}`)}`,
        ]),
    ...(run?.call === undefined ? [] : [`Reproduce ${run.call}:`]),
    ...(run === undefined ? [] : [markdownCodeBlock('sh', run.line)]),
  ].join('\n\n');
}

function ledger(finding: Finding): readonly string[] {
  const rows = ledgerLines(finding).map(({ cells: [step = '', ...cells], parts }) => [
    parts ? `${verdictMarks.fail} ${step}` : step,
    ...cells.map((cell) => markdownText(cell)),
  ]);
  return rows.length === 0 ? [] : [markdownTable(ledgerHead, firstRows(rows.slice(-ledgerShown), ledgerShown))];
}
