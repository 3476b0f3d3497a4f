import type { Expectation } from '../../model/check.ts';
import { isSuccessStatus, type Operation } from '../../model/exchange.ts';
import { shown } from '../shown-answer.ts';

/**
 * The stream takes the same request as the chat (4.3): of two exchanges with one body, a chat and a stream, both succeed
 * or both refuse, whichever of the two it is. The exchanges come in such pairs.
 */
export const treatsAlike: Expectation = (seen) => {
  const of = (wanted: Operation) => seen.filter(({ operation }) => operation === wanted);
  const streams = of('stream');
  return of('chat').flatMap((chat, at) => {
    const stream = streams[at];
    if (chat.response.is !== 'answer' || stream?.response.is !== 'answer') return [];
    if (isSuccessStatus(chat.response.status) === isSuccessStatus(stream.response.status)) return [];
    return [
      {
        subject: `the stream of ${Buffer.from(chat.request.body).toString('utf8').slice(0, 60)}`,
        kind: { subject: 'the stream' },
        expected: `as for the chat, ${shown(chat.response)}`,
        observed: shown(stream.response),
        exchange: stream.id,
      },
    ];
  });
};
