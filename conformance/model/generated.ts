import type { Exchange } from './exchange.ts';
import type { Finding } from './run.ts';

/** True for a finding over generated cases: its property is about everything that an operation takes. */
export function isGenerated({ check }: Pick<Finding, 'check'>): boolean {
  return check.includes('.generated/');
}

/** The number of a further defect, behind the id of its property: each defect has a finding of its own. */
const further = /#\d+$/;

/** The id of a finding of `fuzz`: that of the property for its first defect, then `…#2`, `…#3`. */
export function findingId(property: string, number: number): string {
  return number === 1 ? property : `${property}#${number}`;
}

/** The check or property that a finding belongs to. */
export function checkIdOf({ check }: Pick<Finding, 'check'>): string {
  return isGenerated({ check }) ? check.replace(further, '') : check;
}

/** The number of the defect among those of its property, from 1 on. */
export function defectNumber({ check }: Pick<Finding, 'check'>): number {
  return Number(/(?<=#)\d+$/.exec(check)?.[0] ?? 1);
}

/** True for a finding of a further defect of a property that has another finding already: checks are counted once. */
export function isFurtherDefect({ check }: Pick<Finding, 'check'>): boolean {
  return isGenerated({ check }) && further.test(check);
}

/**
 * The name of the probe that sends this many cases of a property; probes of smaller cases append words of their own.
 */
export function casesProbeName(cases: number, property: string): string {
  return `${cases} cases of ${property}`;
}

/** Whether the request of an exchange was generated. */
export function isGeneratedCase({ role }: Pick<Exchange, 'role'>): boolean {
  return role === 'generated';
}
