import { chatCall, nameOf, type Body } from '../../model/calls.ts';
import type { Expectation } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';

/** Each of these bodies as a chat that begins a conversation; the first that is answered with an id goes on, without flags. */
export function begunWithFlags(bodies: readonly Body[]): Probe {
  return {
    name: nameOf('chat with each of, and the next in the session of the first', bodies),
    needs: ['token', 'bot'],
    costs: { chats: bodies.length + 1, speeches: 0 },
    steps: [
      ({ bot }) => bodies.map((body) => chatCall('chat', bot, body)),
      ({ bot, seen }) => {
        const sessionId = seen.map(sessionIdIn).find((id) => id !== undefined);
        return sessionId === undefined ? [] : [chatCall('chat', bot, { message: 'Hello again!', sessionId })];
      },
    ],
  };
}

/** The last of them is accepted. Whether one with flags is answered at all is left open (2.2). */
export const acceptsIdOfFlagged: Expectation = (seen) =>
  seen.some((exchange) => sessionIdIn(exchange) !== undefined)
    ? isSuccess(seen)
    : { inconclusive: 'no chat with option flags was answered with a sessionId', isUnspecified: true };
