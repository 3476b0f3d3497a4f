import type { uncoveredChatStatus } from '../contract/limits.ts';
import type { Mismatch } from './check.ts';

/** What is wrong, where failures are told apart by it. */
export type WrongPart = NonNullable<NonNullable<Mismatch['kind']>['is']>;

/** What a use had to get that nothing covers. */
export const uncoveredIsDue: `${typeof uncoveredChatStatus}` = '402';

/** The mismatch with what it is of, such as an answer or a turn, in its subject; its kind is the same whatever it is of. */
export function ofOne(mismatch: Mismatch, which: string): Mismatch {
  const { subject, kind } = mismatch;
  return { ...mismatch, subject: `${subject} of ${which}`, kind: { subject, ...kind } };
}

/** What was looked at, whichever of several it was. */
export function kindOfSubject({ subject, kind }: Mismatch): string {
  return kind?.subject ?? subject;
}

/** Whether the status is what is wrong: of which answer, and behind what, stands beside it. */
export function isOfStatus(mismatch: Mismatch): boolean {
  const { kind } = mismatch;
  return kind?.is === 'status' || kind?.due === 'success' || kind?.due === uncoveredIsDue;
}
