import type { CorpusEntry, Request, Spelling } from '../../contract/formats/corpus.ts';

/** What the inputs of properties are made of: plain data, so that they can be shrunk, kept in a file and tried again. */
export type { Deviation, Escape, Member, Request, Spelling, Value } from '../../contract/formats/corpus.ts';

export type Operation = Request['operation'];

/** What one case of a property sends, one request after the other. */
export type Input = CorpusEntry['input'];

/** As a serialiser without options of its own would write it. */
export const plain: Spelling = { first: 0, isReversed: false, blanks: [], escapes: [] };

/** The plainest request of an operation: all that is valid shrinks to it. */
export function plainRequest(operation: Operation): Request {
  const members: Request['members'] =
    operation === 'speech'
      ? [
          ['text', { text: 'a' }],
          ['voice', { text: 'alloy' }],
        ]
      : [['message', { text: 'a' }]];
  return { operation, members, spelling: plain };
}
