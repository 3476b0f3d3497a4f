import { isByItself } from '../../model/probe-names.ts';
import type { Expectation, Seen } from '../../model/check.ts';
import { shownBy } from '../on-answer.ts';

/** Whether something of ours behind another call of the same probe was not reached: that one may have ended the service. */
export function wasNotReached(seen: Seen): boolean {
  return seen.slice(1).some(({ firstLost }) => firstLost !== undefined);
}

/**
 * What follows is reached at its first attempt. A service that ends by a request and starts anew answers the second one,
 * half a second later: others had no answer in between. Judged where nothing else was under way, and so for the second time.
 */
export const isReachedAtOnce: Expectation = (seen) => {
  const lost = seen.slice(1).find(({ firstLost }) => firstLost !== undefined);
  if (lost === undefined) return [];
  if (!isByItself(lost))
    return { inconclusive: 'the service was out of reach for a moment, and it could not be tried once more' };
  const how = lost.firstLost === 'refused' ? 'refused' : 'dropped without an answer';
  return [
    shownBy(lost, {
      subject: 'connection',
      expected: 'accepted and answered, as before',
      observed: `${how} behind the request before it, twice, and then with nothing else under way: that request seems to end the service`,
    }),
  ];
};
