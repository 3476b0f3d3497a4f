import type { CorpusEntry, Request, Spelling } from '../../contract/formats/corpus.ts';

/** Inputs are plain data, so that they can be shrunk, stored and replayed. */
export type { Deviation, Escape, Member, Request, Spelling, Value } from '../../contract/formats/corpus.ts';

export type Operation = Request['operation'];

/** The requests of one case, sent one after another. */
export type Input = CorpusEntry['input'];

/** The default output of a JSON serialiser. */
export const plainSpelling: Spelling = { first: 0, isReversed: false, blanks: [], escapes: [] };

/** The plainest request of an operation, to which every valid one shrinks. */
export function plainRequest(operation: Operation): Request {
  const members: Request['members'] =
    operation === 'speech'
      ? [
          ['text', { text: 'a' }],
          ['voice', { text: 'alloy' }],
        ]
      : [['message', { text: 'a' }]];
  return { operation, members, spelling: plainSpelling };
}
