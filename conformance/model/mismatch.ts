import type { uncoveredChatStatus } from '../contract/limits.ts';
import type { Mismatch } from './check.ts';
import type { Finding } from './run.ts';

/** What kind of thing is wrong, where failures are told apart by it. */
export type WrongPart = NonNullable<NonNullable<Mismatch['kind']>['is']>;

/** The status that is due for a use that nothing covers. */
export const uncoveredChatStatusText: `${typeof uncoveredChatStatus}` = '402';

/** The mismatch with what it belongs to, such as an answer or a turn, in its subject; its kind stays the same. */
export function attributeTo(mismatch: Mismatch, which: string): Mismatch {
  const { subject, kind } = mismatch;
  return { ...mismatch, subject: `${subject} of ${which}`, kind: { subject, ...kind } };
}

/** The exchange that shows it; undefined where it is about the whole probe, or about its only exchange. */
export function exchangeIdOf({ exchange, range }: Mismatch): string | undefined {
  return exchange ?? range?.exchange;
}

/** The members of a finding that say what shows it. */
export type ShownFinding = Pick<Finding, 'mismatches'> & Partial<Pick<Finding, 'reproduces' | 'exchanges'>>;

/** The exchange that shows a finding first, or else the one that is sent again for it; empty where it has none. */
export function leadExchangeId({ mismatches: [first], reproduces, exchanges = [] }: ShownFinding): string {
  return first?.exchange ?? reproduces ?? exchanges[0] ?? '';
}

/** Whether its first mismatch was absent when the same request was sent at another time. */
export function isIntermittent({ mismatches: [first] }: Pick<Finding, 'mismatches'>): boolean {
  return first?.answers?.comesAndGoes === true;
}

/** The ids of all exchanges that a mismatch refers to: the one that shows it, and those that it rests on. */
export function referencesOf(mismatch: Mismatch): readonly string[] {
  return [exchangeIdOf(mismatch) ?? [], mismatch.restsOn ?? []].flat();
}

/** The ids of all exchanges that sentences of a finding may name. */
export function exchangeIdsOf({ exchanges, mismatches }: Pick<Finding, 'exchanges' | 'mismatches'>): readonly string[] {
  return [...new Set([...exchanges, ...mismatches.flatMap(referencesOf)])];
}

/** The subject, the same whichever of several answers or turns the mismatch is of. */
export function subjectKind({ subject, kind }: Mismatch): string {
  return kind?.subject ?? subject;
}

/** Whether the status is what is wrong; which answer it belongs to stands beside it. */
export function isStatusMismatch(mismatch: Mismatch): boolean {
  const { kind } = mismatch;
  return kind?.is === 'status' || kind?.due === 'success' || kind?.due === uncoveredChatStatusText;
}
