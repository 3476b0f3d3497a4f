import type { Finding, Run } from '../../conformance/model/run.ts';
import type { Background } from './background.ts';
import { becauseOf, causesToFix, failuresOf, reproducedCall, unmetHttpOf } from './clauses.ts';
import { ledgerHead, ledgerLines } from './ledger.ts';
import { httpLead } from './levels.ts';
import { type Row, block, code, folded, inHtml, prose, table, withinTable } from '../text/markdown-text.ts';
import { shortened } from '../text/visible.ts';
import { clauseText } from './headline.ts';
import { counted, verdictMarks } from '../text/format.ts';

/** Of a cell that quotes the target. */
export const longestCell = 160;
const toldInFull = 20;

/** A row for each cause, where some of them have several failures. */
export function causes(run: Run): string {
  const all = causesToFix(run);
  if (all.every(({ findings }) => findings.length < 2)) return '';
  const rows = withinTable(
    all.map(({ cause: { title, likely }, findings }) => [
      prose(shortened(title, longestCell)),
      String(findings.length),
      code(findings[0]?.check ?? ''),
      likely.map(({ fault }) => code(fault)).join(', '),
    ]),
  );
  const more = rows.length < all.length ? `\n\n… and ${counted(all.length - rows.length, 'more cause')}.` : '';
  return `### ${counted(all.length, 'cause')}\n\n${table(['what is wrong', 'failures', 'shown best by', 'like'], rows)}${more}`;
}

/** A row for each failure, as far as there is room. */
export function failures(run: Run): string {
  const rows = failureRows(run);
  return rows.length === 0
    ? ''
    : `### Failures\n\n${table(['check', 'level', 'clause', 'expected', 'observed'], rows)}`;
}

/** Those for which the table has no row, by name. */
export function otherFailures(run: Run): string {
  const others = failuresOf(run).slice(failureRows(run).length);
  const names = others.map(({ check }) => code(check)).join(', ');
  return others.length === 0 ? '' : folded(`… and ${counted(others.length, 'more failure')}`, names);
}

/** The HTTP obligations that are not met, and whom that is known of. */
export function unmetHttp(run: Run): string {
  const all = unmetHttpOf(run);
  const rows = withinTable(
    all.map((finding) => [
      code(finding.check),
      prose(clauseText(finding)),
      ...pairOf(finding),
      prose((finding.doneBy ?? []).join('; ')),
    ]),
  );
  const rest = all.slice(rows.length).map(({ check }) => code(check));
  const more = rest.length === 0 ? '' : `\n\n… and ${rest.join(', ')}.`;
  const head = ['check', 'clause', 'expected', 'observed', 'seen in'];
  return rows.length === 0 ? '' : `### HTTP, not met\n\n${prose(httpLead)}\n\n${table(head, rows)}${more}`;
}

function failureRows(run: Run): readonly Row[] {
  return withinTable(
    failuresOf(run).map((finding) => [
      code(finding.check),
      finding.level,
      prose(clauseText(finding)),
      ...pairOf(finding),
    ]),
  );
}

/** What was expected and observed first. */
function pairOf(finding: Finding): readonly [expected: string, observed: string] {
  const [first, ...others] = finding.mismatches;
  if (first === undefined) return ['', code(becauseOf(finding), longestCell)];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [
    `${prose(shortened(first.subject, longestCell))}: ${code(first.expected, longestCell)}`,
    `${code(first.observed, longestCell)}${more}`,
  ];
}

/** Each folded by itself, so that a reader opens the one they fix. */
export function failuresInFull(run: Run, faults: Background['faults']): readonly string[] {
  return failuresOf(run)
    .slice(0, toldInFull)
    .map((finding) =>
      folded(`${verdictMarks.fail} ${inHtml(finding.check)}: ${inHtml(finding.title)}`, failure(finding, faults)),
    );
}

function failure(finding: Finding, faults: Background['faults']): string {
  const mismatches = finding.mismatches.map(
    ({ subject, expected, observed, reference }) =>
      `- ${prose(subject)}${reference === undefined ? '' : ` (${prose(reference)})`}\n  - expected ${code(expected)}\n  - observed ${code(observed)}`,
  );
  const fault = faults.get(finding.check);
  return [
    `${finding.level}, clause ${prose(clauseText(finding))}`,
    `> ${prose(finding.requirement)}`,
    mismatches.length === 0 ? reason(finding) : mismatches.join('\n'),
    ...ledger(finding),
    ...(fault === undefined
      ? []
      : [`Compare with a known mistake: ${prose(fault.mistake)} ${code(`npx assay serve --fault ${fault.id}`)}`]),
    ...(finding.reproduce === '' ? [] : [[...toReproduce(finding), block('sh', finding.reproduce)].join('\n\n')]),
  ].join('\n\n');
}

function ledger(finding: Finding): readonly string[] {
  const rows = ledgerLines(finding).map(({ cells: [step = '', ...cells], parts }) => [
    parts ? `${verdictMarks.fail} ${step}` : step,
    ...cells.map((cell) => prose(cell)),
  ]);
  return rows.length === 0 ? [] : [table(ledgerHead, rows)];
}

function toReproduce(finding: Finding): readonly string[] {
  const call = reproducedCall(finding);
  return call === undefined ? [] : [`Reproduce ${call}:`];
}

/** A reason may quote the target at length. */
function reason(finding: Finding): string {
  return code(becauseOf(finding));
}
