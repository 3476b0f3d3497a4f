import type { Operation } from '../../model/exchange.ts';

/** What the ids of checks begin with, such as `speech` of `speech.speed/rejects-text`. */
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

/** Whether it is about this operation: a family bears the name of each. */
export function isAboutOperation(check: string, operation: Operation): boolean {
  return operation !== 'other' && isOfFamily(check, operation);
}

/** Of checks that ask the same of several operations the names differ in these words alone. */
const operations = /\b(?:chat|stream|speech|speeche|voice|bot)s?\b/g;

/** The name of a check behind its topic, without the operation in it: the same for all that ask the same of another one. */
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
