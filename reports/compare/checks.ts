import type { CheckChange, CheckComparison, ComparedRunSide } from '../../conformance/engine/run/compare-runs.ts';
import type { Verdict } from '../../conformance/model/run.ts';
import { type ComparisonReport, setupTable } from './tables.ts';
import type { LoadTable } from '../load/load-table.ts';
import { plainReason } from './plain-change.ts';
import { alsoFail } from '../check/failure-groups.ts';
import { pluralize, timeText, verdictMarks, verdictWords, type Headline } from '../text/format.ts';
import { truncate } from '../text/visible.ts';

export function checkComparisonReport(comparison: CheckComparison): ComparisonReport {
  const { a, b, told } = comparison;
  const of = (is: CheckChange['is']): LoadTable => changeTable(is, comparison.changes);
  return {
    headline: headlineOf(comparison),
    facts: [
      ['A', ...sideParts(a)],
      ['B', ...sideParts(b)],
    ],
    tables: [
      of('newFailure'),
      of('fixed'),
      of('changed'),
      of('new'),
      isRerun(comparison) ? rerunTable(comparison) : of('vanished'),
      observationTable(comparison),
      setupTable(told),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function headlineOf({ changes, exitCode, unchanged }: CheckComparison): Headline {
  const many = (is: CheckChange['is']): number => changes.filter((change) => change.is === is).length;
  const parts = [
    [many('newFailure'), 'new failure'],
    [many('fixed'), 'fixed'],
    [many('changed'), 'changed otherwise'],
    [many('new'), 'not in A'],
    [many('vanished'), 'not in B'],
  ] as const;
  const leads = changes.filter(({ is, failsWith }) => is === 'newFailure' && failsWith === undefined).length;
  const causesText = leads === many('newFailure') ? '' : ` (${pluralize(leads, 'cause')})`;
  const says = [
    ...parts.flatMap(([count, what]) =>
      count === 0 ? [] : [what === 'new failure' ? `${pluralize(count, what)}${causesText}` : `${count} ${what}`],
    ),
    `${unchanged} unchanged`,
  ].join(', ');
  if (exitCode === 1) return { is: 'fail', word: 'Worse', says };
  if (exitCode === 2) return { is: 'inconclusive', word: 'Inconclusive', says };
  return { is: 'pass', word: many('fixed') > 0 ? 'Better' : 'No worse', says };
}

const titles: Readonly<Record<CheckChange['is'], readonly [title: string, lead: string]>> = {
  newFailure: ['New failures', 'They fail in B, and did not in A.'],
  fixed: ['Fixed', 'They failed in A, and pass in B.'],
  changed: ['Changed verdicts', 'These were judged in A and not in B, so nothing is known about them now.'],
  new: ['Checks not in run A', 'Only B has them.'],
  vanished: ['Checks not in run B', 'Only A has them.'],
};

/**
 * True where B judged as many checks as were not settled in A and left out only settled ones: a rerun of A's failures.
 */
function isRerun({ a, b, changes }: CheckComparison): boolean {
  const vanished = changes.filter(({ is }) => is === 'vanished');
  const isSettled = vanished.every((each) => each.a?.is === 'pass' || each.a?.is === 'notApplicable');
  const judged = b.counts.pass + b.counts.fail + b.counts.inconclusive + b.counts.notApplicable;
  return vanished.length > 0 && isSettled && judged === a.counts.fail + a.counts.inconclusive;
}

/** The checks that a rerun leaves out, in one line. */
function rerunTable({ changes }: CheckComparison): LoadTable {
  const many = pluralize(changes.filter(({ is }) => is === 'vanished').length, 'check');
  const [title] = titles.vanished;
  const lead = 'B judged anew what failed or was inconclusive in A, and nothing else.';
  return {
    title,
    lead,
    head: ['checks', 'A', 'B'],
    rows: [[many, 'passed, or not applicable', 'no part of the rerun']],
  };
}

function changeTable(is: CheckChange['is'], changes: readonly CheckChange[]): LoadTable {
  const [title, lead] = titles[is];
  return {
    title,
    lead,
    head: ['check', 'level', 'A', 'B', 'requirement', 'because'],
    rows: changes
      .filter((change) => change.is === is && change.failsWith === undefined)
      .map(({ check, level, a, b, shownByB, requirement, known }) => [
        check,
        level,
        verdictText(a, 'A'),
        `${verdictText(b, 'B')}${known === true ? ' (a known failure)' : ''}`,
        requirement,
        [truncate(plainReason(b, shownByB), longestReason), alsoText(check, changes)]
          .filter((text) => text !== '')
          .join('; '),
      ]),
  };
}

/** The other new failures of the same cause. */
export function otherFailuresOfCause(check: string, changes: readonly CheckChange[]): readonly string[] {
  return changes.filter(({ failsWith }) => failsWith === check).map((each) => each.check);
}

const mostNamed = 3;

/** Longest reason: many answers of one check may be wrong, and the report of the run has them all. */
const longestReason = 500;

/** `3 more checks fail with it, such as a, b`. */
function alsoText(check: string, changes: readonly CheckChange[]): string {
  const also = otherFailuresOfCause(check, changes);
  return also.length === 0 ? '' : `${alsoFail(also.length, mostNamed)} ${also.slice(0, mostNamed).join(', ')}`;
}

function verdictText(verdict: Verdict | undefined, run: 'A' | 'B'): string {
  return verdict === undefined ? `not in run ${run}` : `${verdictMarks[verdict.is]} ${verdictWords[verdict.is]}`;
}

function observationTable({ observations }: CheckComparison): LoadTable {
  return {
    title: 'Changed observations',
    lead: 'Where the document leaves it open: a change is no failure.',
    head: ['observation', 'clause', 'A', 'B'],
    rows: observations.map(({ id, clause, was, now }) => [id, clause, was, now]),
  };
}

function sideParts({ target, startedAt, version, document, counts }: ComparedRunSide): readonly string[] {
  const { pass, fail, inconclusive, notApplicable } = counts;
  return [
    target,
    `${pass} passed, ${fail} failed, ${inconclusive} inconclusive, ${notApplicable} not applicable`,
    timeText(startedAt),
    `assay ${version}, document ${document.sha256.slice(0, 12)}`,
  ];
}
