import type { Finding } from '../../conformance/model/run.ts';

/** Matches the number that follows a property's id in the findings of its further defects. */
const further = /(?<=^[^/]*\.generated\/.*)#\d+$/;

/** The check or property of a finding, without the number of a further defect. */
export function checkOf({ check }: Pick<Finding, 'check'>): string {
  return check.replace(further, '');
}

/** True for a finding about a further defect of a property that another finding represents: checks are counted once. */
export function isFurtherDefect({ check }: Pick<Finding, 'check'>): boolean {
  return further.test(check);
}

/** The number of checks that these findings belong to. */
export function checksIn(findings: readonly Pick<Finding, 'check'>[]): number {
  return findings.filter((finding) => !isFurtherDefect(finding)).length;
}
