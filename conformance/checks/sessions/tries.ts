import type { Who } from './two-workspaces.ts';

/** How a session begins, and how it is gone on with. */
export type By = 'chat' | 'stream';

/** When somebody goes on with a session that is not his: soon, while its caller hears a stream in it, or long after. */
export type When = 'soon' | 'meanwhile' | 'late';

/** One way to get at the session of somebody else. */
export type Try = {
  readonly of: Who;
  readonly begun: By;
  readonly by: By;
  readonly flag?: 'includeCitations' | 'webSearch' | 'useMcp';
  /** In place of the id as it came. */
  readonly spelled?: (id: unknown) => unknown;
  /** Its message is a long one, which may go another way. */
  readonly isLong?: true;
  readonly when: When;
};

const blanks = (id: unknown): unknown => (typeof id === 'string' || typeof id === 'number' ? ` ${id} ` : id);
const otherCase = (id: unknown): unknown =>
  typeof id === 'string'
    ? [...id].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
    : id;
const inAList = (id: unknown): unknown => [id];

/**
 * Whose session, how it began, how it is gone on with, by which spelling, with which flag, and when: any two of these are
 * tried together somewhere. What is usual in all of them, `foreignSession` tries. And each flag by each operation with the id as
 * it came: what asks for a search or tools may look a session up by code of its own. By each operation one message is long.
 */
export const tries: readonly Try[] = [
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
  { of: 'owner', begun: 'chat', by: 'chat', flag: 'useMcp', isLong: true, when: 'late' },
  { of: 'owner', begun: 'chat', by: 'stream', flag: 'includeCitations', when: 'late' },
];
