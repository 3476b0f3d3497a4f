import { isRepeatedAlone } from '../../model/probe-names.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import { withExchange } from '../on-answer.ts';

/**
 * True where a later call of the probe did not reach the service at its first attempt: the call before it may have
 * ended the service.
 */
export function wasUnreachedAtFirst(seen: Exchanges): boolean {
  return seen.slice(1).some(({ firstLost }) => firstLost !== undefined);
}

/**
 * Later calls are reached at their first attempt. A service that ends because of a request and restarts answers the
 * second attempt, half a second later, and nobody gets an answer in between. Judged only where nothing else was under
 * way, so when the probe runs for the second time.
 */
export const isReachedAtFirstAttempt: Expectation = (seen) => {
  const lost = seen.slice(1).find(({ firstLost }) => firstLost !== undefined);
  if (lost === undefined) return [];
  if (!isRepeatedAlone(lost))
    return { inconclusive: 'the service was out of reach for a moment, and it could not be tried once more' };
  const how = lost.firstLost === 'refused' ? 'refused' : 'dropped without an answer';
  return [
    withExchange(lost, {
      subject: 'connection',
      expected: 'accepted and answered, as before',
      observed: `${how} behind the request before it, twice, and then with nothing else under way: that request seems to end the service`,
    }),
  ];
};

/** True where the first attempts of all requests that were sent at once were dropped, so that none was answered. */
export function wereAllDropped(group: Exchanges): boolean {
  return group.length > 1 && group.every(({ firstLost }) => firstLost === 'dropped');
}

/**
 * At least one of the requests that are sent at once is answered. `roundsOf`: the group, and the same group again where
 * all of the first were dropped, since a service that was just restarted drops them once. Each request was answered
 * when sent by itself. A limit on connections does not fail, since it answers as many as it allows.
 */
export function areAnsweredConcurrently(
  roundsOf: (seen: Exchanges) => readonly [first: Exchanges, again: Exchanges],
): Expectation {
  return (seen) => {
    const [first, again] = roundsOf(seen);
    const [shown] = again;
    if (shown === undefined || !wereAllDropped(first) || !wereAllDropped(again)) return [];
    return [
      withExchange(shown, {
        subject: 'connections',
        expected: `an answer to each of ${again.length} requests that are sent at once, as each gets one by itself`,
        observed: `all ${again.length} were dropped without an answer, twice; sent again one by one, each was answered`,
      }),
    ];
  };
}
