import type { Operation } from '../../../model/exchange.ts';

/** What each operation is asked for, in the plural. */
export const operationPlurals: Readonly<Record<Operation, string>> = {
  bots: 'lists of bots',
  chat: 'chats',
  stream: 'streams',
  voices: 'lists of voices',
  speech: 'speeches',
  other: 'other things',
};
