import type { Finding, Run } from '../../conformance/model/run.ts';
import type { ComparedOf } from '../exchange/compared.ts';
import { aboutCause } from './about-cause.ts';
import type { ReportContext } from './background.ts';
import { becauseOf } from './reasons.ts';
import { ledgerHead, ledgerLines } from './ledger.ts';
import { httpIntroduction } from './levels.ts';
import { plainMismatch } from './plain-mismatch.ts';
import { requestBesideCurl, requestsBefore } from './shown-request.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { type FindingView, quotedText, findingViewOf } from './finding-view.ts';
import { failedChecks, failuresTitle, type FailureGroup, failureGroups, httpApart } from './failure-groups.ts';
import { type Row, block, code, folded, inHtml, prose, table, withinTable } from '../text/markdown-text.ts';
import { shortened, shortenedBeforeWhich } from '../text/visible.ts';
import { clauseText } from './headline.ts';
import { counted, verdictMarks } from '../text/format.ts';

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
  const names = rest.slice(0, causesShown).map(({ findings: [lead] }) => code(lead?.check ?? ''));
  const more =
    rest.length === 0
      ? ''
      : `\n\n… and ${counted(rest.length, 'more cause')}: ${names.join(', ')}${rest.length > names.length ? ', …' : ''}`;
  return `### ${failuresTitle(all)}\n\n${table(['clearest check', 'level', 'clause', 'expected', 'observed', 'failed checks'], rows)}${more}`;
}

function causeRow({ findings, similar }: FailureGroup): Row {
  const [lead, ...others] = findings;
  if (lead === undefined) return [];
  const like = similar === undefined ? '' : `, like ${code(similar)}`;
  return [
    code(lead.check),
    lead.level,
    prose(clauseText(lead)),
    ...pairOf(lead),
    `${failedChecks(findings)}${others.length === 0 ? '' : like}`,
  ];
}

/** The unmet HTTP obligations, and the server software that is known for each. */
export function unmetHttp(run: Run): string {
  const all = httpApart(run);
  const rows = firstRows(
    all.map((finding) => [
      code(finding.check),
      prose(clauseText(finding)),
      ...pairOf(finding),
      prose((finding.doneBy ?? []).join('; ')),
    ]),
    httpShown,
  );
  const rest = all.length - rows.length;
  const more = rest === 0 ? '' : `\n\n… and ${counted(rest, 'other obligation')}.`;
  const head = ['check', 'clause', 'expected', 'observed', 'by default in'];
  return rows.length === 0
    ? ''
    : `### HTTP obligations not met\n\n${prose(httpIntroduction)}\n\n${table(head, rows)}${more}`;
}

/** The first rows, fewer where they are long. */
export function firstRows(rows: readonly Row[], most: number): readonly Row[] {
  return withinTable(rows.slice(0, most));
}

/** The expectation and observation of the first mismatch. */
function pairOf(finding: Finding): readonly [expected: string, observed: string] {
  const [first, ...others] = finding.mismatches;
  if (first === undefined) return ['', code(becauseOf(finding), longestCell)];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const { subject, expected, observed, answers } = plainMismatch(first, finding);
  return [
    `${prose(shortened(subject, longestCell))}: ${code(expected, longestCell)}`,
    `${answers?.which === undefined ? code(observed, longestCell) : code(shortenedBeforeWhich(observed, answers.which, longestCell), 2 * longestCell)}${more}`,
  ];
}

/** What the run recorded, and what each failure is to be compared with. */
export type Recorded = { readonly comparedOf?: ComparedOf | undefined; readonly exchangeOf?: ExchangeOf | undefined };

/** The first causes in full, each folded. */
export function failuresInFull(
  run: Run,
  { faults, quotes, earlier, comparedOf, exchangeOf }: Pick<ReportContext, 'faults' | 'quotes' | 'earlier'> & Recorded,
): readonly string[] {
  return failureGroups(run)
    .slice(0, toldInFull)
    .flatMap((each) => {
      const [lead] = each.findings;
      if (lead === undefined) return [];
      const about = aboutCause(each, earlier, exchangeOf);
      const [fault, quoted] = [faults.get(lead.check), quotes?.get(lead.check)];
      const told = findingViewOf(lead, { fault, quoted, compared: comparedOf?.(lead) });
      return folded(
        `${verdictMarks.fail} ${inHtml(lead.check)}: ${inHtml(lead.title)}`,
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
        `- ${prose(subject)}${reference === undefined ? '' : ` (${prose(reference)})`}\n  - expected ${code(expected)}\n  - observed ${code(observed)}`,
    );
  const items = [
    ...before.map((each) => `- before it ${code(each, longestCell)}`),
    ...(request === undefined ? [] : [`- request ${code(request, longestCell)}`]),
    ...pairs,
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
  const rests = quoted === undefined ? '' : `; ${prose(quotedText(quoted))}`;
  return [
    `${finding.level}, clause ${prose(clauses)}: ${prose(requirement)}${rests}`,
    ...(about === '' ? [] : [prose(about)]),
    ...(input === undefined ? [] : [prose(`${shortened(input, longestInput)}.`)]),
    ...(because === undefined ? [] : [code(because)]),
    ...(items.length === 0 ? [] : [items.join('\n')]),
    ...(differs === undefined ? [] : [`${differs.lead} ${code(differs.says)}`]),
    ...ledger(finding),
    ...(fault === undefined
      ? []
      : [`A fault that fails this check: ${prose(fault.mistake)} ${code(`npx assay serve --fault ${fault.id}`)}`]),
    ...(run?.call === undefined ? [] : [`Reproduce ${run.call}:`]),
    ...(run === undefined ? [] : [block('sh', run.line)]),
  ].join('\n\n');
}

function ledger(finding: Finding): readonly string[] {
  const rows = ledgerLines(finding).map(({ cells: [step = '', ...cells], parts }) => [
    parts ? `${verdictMarks.fail} ${step}` : step,
    ...cells.map((cell) => prose(cell)),
  ]);
  return rows.length === 0 ? [] : [table(ledgerHead, firstRows(rows.slice(-ledgerShown), ledgerShown))];
}
