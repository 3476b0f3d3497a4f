import type { CheckComparison } from '../../contract/formats/compare.ts';
import { mustBeJudged, countsForExitCode } from '../../model/level.ts';
import { driftFrom } from './dialect.ts';
import { isKnownFailure } from './known-failures.ts';
import type { Finding, Run, Verdict } from '../../model/run.ts';

export type { CheckComparison };
/** How one check changed; `changed` is any other change of its verdict. */
export type CheckChange = CheckComparison['changes'][number];
export type ComparedRunSide = CheckComparison['a'];

/** Compares two complete runs of the same command. */
export function compareRuns(a: Run, b: Run): CheckComparison {
  const changes = withLeads(changesBetween(a.findings, b.findings), b.causes);
  const fails = changes.some((change) => countsForExitCode(change.level, b.strict) && failsNow(change));
  const isUnspecified = changes.some((change) => mustBeJudged(change.level, b.strict) && isNoLongerJudged(change));
  const before = Object.fromEntries(a.observations.map(({ id, value }) => [id, value]));
  return {
    schema: 'assay.compare/1',
    is: 'check',
    command: b.command,
    a: sideOf(a),
    b: sideOf(b),
    told: toldOf(a, b),
    changes,
    unchanged: b.findings.length - changes.filter(({ is }) => is !== 'vanished').length,
    observations: driftFrom(before, b.observations),
    exitCode: fails ? 1 : isUnspecified ? 2 : 0,
  };
}

/** In the order of B, which is the document's; vanished checks come last. */
function changesBetween(a: readonly Finding[], b: readonly Finding[]): readonly CheckChange[] {
  const before = new Map(a.map((finding) => [finding.check, finding]));
  const now = new Set(b.map(({ check }) => check));
  return [
    ...b.flatMap((finding) => {
      const was = before.get(finding.check);
      return was?.verdict.is === finding.verdict.is ? [] : [changeOf(finding, was, finding)];
    }),
    ...a.filter(({ check }) => !now.has(check)).map((finding) => changeOf(finding, finding, undefined)),
  ];
}

/**
 * Among new failures with one cause, the others name the one that shows it best (`failsWith`). A known failure is
 * reported separately.
 */
function withLeads(changes: readonly CheckChange[], causes: Run['causes']): readonly CheckChange[] {
  const failing = new Set(changes.filter(failsNow).map(({ check }) => check));
  const leads = new Map<string, string>();
  for (const { checks } of causes) {
    const [lead, ...others] = checks.filter((id) => failing.has(id) && !leads.has(id));
    if (lead !== undefined) for (const id of others) leads.set(id, lead);
  }
  return changes.map((change) => {
    const lead = leads.get(change.check);
    return lead === undefined ? change : { ...change, failsWith: lead };
  });
}

function changeOf(finding: Finding, was: Finding | undefined, now: Finding | undefined): CheckChange {
  const { check, clause, level, title, requirement } = finding;
  const [a, b] = [was?.verdict, now?.verdict];
  const [shownByA, shownByB] = [shownBy(was), shownBy(now)];
  const known = b?.is === 'fail' && isKnownFailure(finding);
  return {
    is: kindOf(a, b),
    check,
    clause,
    level,
    title,
    requirement,
    ...(a && { a }),
    ...(b && { b }),
    ...(shownByA && { shownByA }),
    ...(shownByB && { shownByB }),
    ...(known && { known }),
  };
}

function shownBy(finding: Finding | undefined): CheckChange['shownByA'] {
  const first = finding?.mismatches[0];
  if (finding === undefined || first === undefined) return undefined;
  const { subject, expected, observed, exchange, answers } = first;
  const calls = [...new Set(finding.exchanges)];
  return {
    subject,
    expected,
    observed,
    ...(exchange !== undefined && { exchange }),
    ...(answers === undefined && calls.length > 1 && { exchanges: calls }),
    reproduce: finding.reproduce,
  };
}

function kindOf(a: Verdict | undefined, b: Verdict | undefined): CheckChange['is'] {
  if (b === undefined) return 'vanished';
  if (b.is === 'fail') return 'newFailure';
  if (a === undefined) return 'new';
  return a.is === 'fail' && b.is === 'pass' ? 'fixed' : 'changed';
}

/** Whether the check fails in B and did not in A; a check that A did not have counts too. */
function failsNow({ is, known }: CheckChange): boolean {
  return is === 'newFailure' && known === undefined;
}

/** Whether the check was settled in A, and is not in B. */
function isNoLongerJudged({ a, b }: CheckChange): boolean {
  const isSettled = (verdict: Verdict | undefined): boolean => verdict?.is === 'pass' || verdict?.is === 'fail';
  return isSettled(a) && !isSettled(b);
}

function sideOf({ target, seed, startedAt, tool, document, counts }: Run): ComparedRunSide {
  return { target, seed, startedAt, version: tool.version, document, counts };
}

function toldOf(a: Run, b: Run): CheckComparison['told'] {
  const pairs: readonly (readonly [what: string, a: string, b: string])[] = [
    ['target', a.target, b.target],
    ['document', documentText(a), documentText(b)],
    ['version of assay', a.tool.version, b.tool.version],
    ['seed', String(a.seed), String(b.seed)],
    ['strict', String(a.strict), String(b.strict)],
  ];
  return pairs.flatMap(([what, one, other]) => (one === other ? [] : [{ what, a: one, b: other }]));
}

function documentText({ document: { title, sha256 } }: Run): string {
  return `${title} (${sha256.slice(0, 12)})`;
}
