import type { CallerRole } from './two-workspaces.ts';

/** How a session begins, and how it is continued. */
export type ChatOperation = 'chat' | 'stream';

/** When a caller continues a session of somebody else: soon, while the owner receives a stream in it, or long after. */
export type TryTime = 'soon' | 'meanwhile' | 'late';

/** A way to get at the session of somebody else. */
export type SessionTry = {
  readonly of: CallerRole;
  readonly begun: ChatOperation;
  readonly by: ChatOperation;
  readonly flag?: 'includeCitations' | 'webSearch' | 'useMcp';
  /** Changes the id that was given out. */
  readonly spelled?: (id: unknown) => unknown;
  /** Its message is long: other code may handle it. */
  readonly isLong?: true;
  readonly when: TryTime;
};

const blanks = (id: unknown): unknown => (typeof id === 'string' || typeof id === 'number' ? ` ${id} ` : id);
const otherCase = (id: unknown): unknown =>
  typeof id === 'string'
    ? [...id].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
    : id;
/** Longer than the columns and keys that ids are kept in: what is cut to their length may be the id again. */
const longer = (id: unknown): unknown =>
  typeof id === 'string' || typeof id === 'number' ? `${id}${'a'.repeat(300)}` : id;
const inAList = (id: unknown): unknown => [id];

/**
 * Whose session, how it began, how it is continued, with which spelling and flag, and when: every pair of these values
 * occurs together in some try. `foreignSession` tries the usual value of all of them. Each flag also occurs with each
 * operation and the unchanged id: code for searches or tools may look up a session in its own way. One message of each
 * operation is long.
 */
export const tries: readonly SessionTry[] = [
  { of: 'owner', begun: 'stream', by: 'chat', flag: 'includeCitations', when: 'soon' },
  { of: 'intruder', begun: 'chat', by: 'chat', spelled: inAList, when: 'soon' },
  { of: 'intruder', begun: 'stream', by: 'stream', flag: 'includeCitations', spelled: otherCase, when: 'soon' },
  { of: 'owner', begun: 'chat', by: 'stream', flag: 'useMcp', when: 'meanwhile' },
  { of: 'intruder', begun: 'stream', by: 'chat', spelled: blanks, when: 'meanwhile' },
  { of: 'owner', begun: 'stream', by: 'stream', spelled: blanks, when: 'late' },
  { of: 'owner', begun: 'chat', by: 'chat', flag: 'webSearch', spelled: otherCase, when: 'late' },
  { of: 'intruder', begun: 'chat', by: 'stream', flag: 'useMcp', isLong: true, when: 'late' },
  { of: 'owner', begun: 'chat', by: 'chat', flag: 'webSearch', when: 'soon' },
  { of: 'owner', begun: 'chat', by: 'stream', flag: 'webSearch', when: 'soon' },
  { of: 'owner', begun: 'chat', by: 'chat', spelled: longer, when: 'soon' },
  { of: 'owner', begun: 'chat', by: 'chat', flag: 'useMcp', isLong: true, when: 'late' },
  { of: 'owner', begun: 'chat', by: 'stream', flag: 'includeCitations', when: 'late' },
];
