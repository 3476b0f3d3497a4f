import type { Expectation } from '../../model/check.ts';
import { reportsFailure } from '../words/stream-readings.ts';

/**
 * No stream that began with a success status says in its events that it failed: such an event is not the reply to what
 * was asked (4.3). How a stream says so is not shown (6.1).
 */
export const sayNoFailure: Expectation = (seen) =>
  seen
    .filter((exchange) => exchange.operation === 'stream' && reportsFailure(exchange))
    .map(({ id }) => ({
      subject: `events of ${id}`,
      kind: { subject: 'events' },
      expected: 'the streamed reply',
      observed: 'an event that says that it failed',
      exchange: id,
    }));
