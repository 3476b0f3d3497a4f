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

/** True where the first attempt of each was dropped, so that none was answered of what was sent at once. */
export function wereAllDropped(group: Seen): boolean {
  return group.length > 1 && group.every(({ firstLost }) => firstLost === 'dropped');
}

/**
 * Of what is sent at once somebody is answered. `roundsOf`: the group, and the same once more where all of the first were
 * dropped, as a service that was just started anew drops them once. Each was answered by itself then, and a limit on
 * connections lets in as many as it allows: that is told from a service that can do but one thing at a time.
 */
export function areAnsweredAtOnce(roundsOf: (seen: Seen) => readonly [first: Seen, again: Seen]): Expectation {
  return (seen) => {
    const [first, again] = roundsOf(seen);
    const [shown] = again;
    if (shown === undefined || !wereAllDropped(first) || !wereAllDropped(again)) return [];
    return [
      shownBy(shown, {
        subject: 'connections',
        expected: `an answer to each of ${again.length} requests that are sent at once, as each gets one by itself`,
        observed: `all ${again.length} were dropped without an answer, twice; sent again one by one, each was answered`,
      }),
    ];
  };
}
