import type { Finding, Run } from '../../conformance/model/run.ts';
import { checkOf } from '../text/defects.ts';
import { pluralize } from '../text/format.ts';
import { separateCauses, failuresOf, unmetHttpOf } from './clauses.ts';
import { becauseOf } from './reasons.ts';
import { isUnexcusedFailure } from './known.ts';
import { countsForExitCode } from './levels.ts';

/** The failures of one cause, the one that shows it best first. */
export type FailureGroup = Pick<
  Run['causes'][number],
  'elsewhere' | 'since' | 'counted' | 'run' | 'common' | 'beside' | 'similar'
> & {
  readonly title: string;
  readonly findings: readonly Finding[];
};

/** `5 failed checks, 2 causes`, as in the headline; without the causes where each check has its own. */
export function failuresTitle(all: readonly FailureGroup[]): string {
  const checks = failedChecks(all.flatMap(({ findings }) => findings));
  const causes = checks === all.length ? '' : `, ${pluralize(all.length, 'cause')}`;
  return `${pluralize(checks, 'failed check')}${causes}`;
}

/** Number of failed checks; several defects that `fuzz` found of one property are one check. */
export function failedChecks(findings: readonly Finding[]): number {
  return new Set(findings.map(checkOf)).size;
}

/** True where one of them fails the run. */
export function failsRun({ findings }: FailureGroup, run: Pick<Run, 'strict'>): boolean {
  return findings.some((finding) => isUnexcusedFailure(finding) && countsForExitCode(finding.level, run));
}

/** `3 more checks fail with it:` before the names of all; `, such as` where only some of them are `named`. */
export function alsoFail(others: number, named = others): string {
  return `${pluralize(others, 'more check')} ${others === 1 ? 'fails' : 'fail'} with it${named < others ? ', such as' : ':'}`;
}

/**
 * Every failure to fix, once: grouped by cause, with the HTTP obligations that the same cause breaks, or by itself where the
 * run names no cause.
 */
export function failureGroups(run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>): readonly FailureGroup[] {
  const told = new Set<Finding>();
  const byCause = separateCauses(run).toFix.flatMap(({ cause, findings }) => {
    const fresh = findings.filter((finding) => !told.has(finding));
    for (const finding of fresh) told.add(finding);
    const { checks: _, likely: __, ...about } = cause;
    return fresh.length === 0 ? [] : [{ ...about, findings: fresh }];
  });
  const others = failuresOf(run).filter((finding) => !told.has(finding));
  return [...byCause, ...others.map((finding) => ({ title: becauseOf(finding), findings: [finding] }))];
}

/** The unmet HTTP obligations that share no cause with a failure. */
export function unrelatedHttpFailures(run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>): readonly Finding[] {
  const told = new Set(failureGroups(run).flatMap(({ findings }) => findings));
  return unmetHttpOf(run).filter((finding) => !told.has(finding));
}
