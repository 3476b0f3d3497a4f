import type { Finding } from '../../conformance/model/run.ts';

/** Behind the id of a property the number of a further defect of it. */
const further = /(?<=^[^/]*\.generated\/.*)#\d+$/;

/** The check or property that a finding is of: of the second defect of a property that property. */
export function checkOf({ check }: Pick<Finding, 'check'>): string {
  return check.replace(further, '');
}

/** True of a finding that tells a further defect of a property that another finding speaks for: checks are counted once. */
export function isFurther({ check }: Pick<Finding, 'check'>): boolean {
  return further.test(check);
}

/** How many checks these findings are of. */
export function checksIn(findings: readonly Pick<Finding, 'check'>[]): number {
  return findings.filter((finding) => !isFurther(finding)).length;
}
