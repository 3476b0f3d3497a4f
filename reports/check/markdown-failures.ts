import type { Finding, Run } from '../../conformance/core/run/run.ts';
import type { Background } from './background.ts';
import { becauseOf, failuresOf } from './clauses.ts';
import { type Row, block, code, folded, inHtml, prose, table, withinTable } from '../markdown-text.ts';
import { shortened } from '../visible.ts';
import { clauseText, counted, verdictMarks } from '../words.ts';

/** Of a cell that quotes the target. */
export const longestCell = 160;
const toldInFull = 20;

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

function failureRows(run: Run): readonly Row[] {
  return withinTable(
    failuresOf(run).map((finding) => {
      const [first, ...others] = finding.mismatches;
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      return [
        code(finding.check),
        finding.level,
        prose(clauseText(finding)),
        first === undefined
          ? ''
          : `${prose(shortened(first.aspect, longestCell))}: ${code(first.expected, longestCell)}`,
        first === undefined ? code(becauseOf(finding), longestCell) : `${code(first.observed, longestCell)}${more}`,
      ];
    }),
  );
}

/** Each folded by itself, so that a reader opens the one they mend. */
export function failuresInFull(run: Run, faults: Background['faults']): readonly string[] {
  return failuresOf(run)
    .slice(0, toldInFull)
    .map((finding) => folded(`${verdictMarks.fail} ${inHtml(finding.check)}`, failure(finding, faults)));
}

function failure(finding: Finding, faults: Background['faults']): string {
  const mismatches = finding.mismatches.map(
    ({ aspect, expected, observed, per }) =>
      `- ${prose(aspect)}${per === undefined ? '' : ` (${prose(per)})`}\n  - expected ${code(expected)}\n  - observed ${code(observed)}`,
  );
  const fault = faults.get(finding.check);
  return [
    `${finding.level}, clause ${prose(clauseText(finding))}`,
    `> ${prose(finding.says)}`,
    mismatches.length === 0 ? reason(finding) : mismatches.join('\n'),
    ...(fault === undefined
      ? []
      : [`Compare with a known mistake: ${prose(fault.mistake)} ${code(`npx assay serve --fault ${fault.id}`)}`]),
    ...(finding.reproduce === '' ? [] : [block('sh', finding.reproduce)]),
  ].join('\n\n');
}

/** A reason may quote the target at length. */
function reason(finding: Finding): string {
  return code(becauseOf(finding));
}
