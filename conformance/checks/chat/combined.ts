import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { chatCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';

/** Places of the requests among the calls of the probe. */
export const combinedPositions = { nullMessage: 1, absentMessage: 2, absentInStream: 3, number: 4 } as const;

/**
 * A wrong message stays wrong whatever else the request has: these requests have a null, absent or numeric message
 * beside all other members.
 */
export const allMembersCombined: Probe = {
  name: 'chats and a stream of a conversation with all members but a right message',
  needs: ['token', 'bot'],
  costs: { chats: 5, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, { message: 'Hello!' })],
    ({ bot, seen }) => {
      const sessionId = newestSessionId(seen);
      if (sessionId === undefined) return noIdIn(seen);
      const others = { sessionId, includeCitations: true, webSearch: true, useMcp: true };
      return [
        chatCall('chat', bot, { message: null, ...others }),
        chatCall('chat', bot, others),
        chatCall('stream', bot, others),
        chatCall('chat', bot, { message: 42, ...others }),
      ];
    },
  ],
};
