import type { Exchange } from './exchange.ts';
import type { Finding } from './run.ts';

/** Of generated cases: their property is about everything that an operation takes. */
export function isGenerated({ check }: Pick<Finding, 'check'>): boolean {
  return check.includes('.generated/');
}

/** The probe that sends so many cases of a property; those that try smaller ones put their own words behind it. */
export function casesName(cases: number, property: string): string {
  return `${cases} cases of ${property}`;
}

/** Whether the request of an exchange was generated. */
export function isGeneratedCase({ probe }: Pick<Exchange, 'probe'>): boolean {
  return /^\d+ cases of /.test(probe);
}
