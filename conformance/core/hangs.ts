import type { Exchange, Operation } from './exchange.ts';
import { isStillSending } from './weather.ts';

/** Operations that gave no whole answer twice to the same call: they are not tried again in this run. */
export type Hangs = {
  readonly note: (exchange: Exchange) => void;
  readonly reasonToSkip: (operation: Operation) => string | undefined;
};

export function createHangs(): Hangs {
  const hung = new Map<Operation, string>();
  return {
    note: ({ operation, attempt, id, response, request }) => {
      // That bytes which no client would send got no answer says nothing of the operation.
      if (request.raw !== undefined) return;
      const late = response.is === 'noAnswer' ? response.because === 'timeout' : response.ending === 'timeout';
      if (late && attempt > 1 && operation !== 'other') hung.set(operation, wordsOf(operation, id, response));
    },
    reasonToSkip: (operation) => hung.get(operation),
  };
}

function wordsOf(operation: Operation, id: string, response: Exchange['response']): string {
  return response.is === 'answer' && isStillSending(response)
    ? `not sent: ${operation} was still sending when --timeout ended it, twice before, at ${id}`
    : `not sent: ${operation} hung twice before, at ${id}`;
}
