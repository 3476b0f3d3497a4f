import type { Exchange } from './exchange.ts';
import type { Finding } from './run.ts';

/** Of generated cases: their property is about everything that an operation takes. */
export function isGenerated({ check }: Pick<Finding, 'check'>): boolean {
  return check.includes('.generated/');
}

/** Behind the id of a property the number of a further defect, of which each has a finding of its own. */
const further = /#\d+$/;

/** The id of a finding of `fuzz`: of the first defect that of its property, then `…#2`, `…#3`. */
export function findingId(property: string, number: number): string {
  return number === 1 ? property : `${property}#${number}`;
}

/** The check or property that a finding is of. */
export function checkOf({ check }: Pick<Finding, 'check'>): string {
  return isGenerated({ check }) ? check.replace(further, '') : check;
}

/** Which of the defects of its property it tells, from 1 on. */
export function defectNumber({ check }: Pick<Finding, 'check'>): number {
  return Number(/(?<=#)\d+$/.exec(check)?.[0] ?? 1);
}

/** True of a finding that tells a further defect of a property that another finding speaks for: checks are counted once. */
export function isFurther({ check }: Pick<Finding, 'check'>): boolean {
  return isGenerated({ check }) && further.test(check);
}

/** The probe that sends so many cases of a property; those that try smaller ones put their own words behind it. */
export function casesName(cases: number, property: string): string {
  return `${cases} cases of ${property}`;
}

/** Whether the request of an exchange was generated. */
export function isGeneratedCase({ role }: Pick<Exchange, 'role'>): boolean {
  return role === 'generated';
}
