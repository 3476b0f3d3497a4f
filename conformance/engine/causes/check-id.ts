import type { Operation } from '../../model/exchange.ts';

/** The first parts of the ids of checks, such as `speech` of `speech.speed/rejects-text`. */
export const families = [
  'auth',
  'bots',
  'chat',
  'errors',
  'metering',
  'sessions',
  'speech',
  'stream',
  'transport',
  'voices',
] as const;
type Family = (typeof families)[number];

export function isOfFamily(check: string, family: Family): boolean {
  return check.startsWith(`${family}.`);
}

/** Whether a check is about this operation: each operation has a family of the same name. */
export function isAboutOperation(check: string, operation: Operation): boolean {
  return operation !== 'other' && isOfFamily(check, operation);
}

/** The only words in which the names of checks differ that ask the same of several operations. */
const operations = /\b(?:chat|stream|speech|speeche|voice|bot)s?\b/g;

/**
 * The name of a check after its topic, without the operation: equal for checks that ask the same of other operations.
 */
export function nameOfAnyOperation(check: string): string {
  return check.slice(check.indexOf('/')).replaceAll(operations, '…');
}

/** How the ids of checks begin that fail where one caller gets what is another's. */
const leaks = [
  'sessions.isolation/',
  'sessions.foreign/',
  'sessions.foreign-ids/',
  'sessions.callers/open-nothing-of-others',
];

export function isAboutLeaks(check: string): boolean {
  return leaks.some((beginning) => check.startsWith(beginning));
}
