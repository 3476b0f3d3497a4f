import { unknownBot } from '../chat/probes.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall, speechCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import type { Operation } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';

/** Whether the caller's own token is let in anywhere, asked for nothing: a list, and bodies that say nothing. */
export const ownToken: Probe = {
  name: 'whether the token is let in',
  needs: ['token'],
  costs: noCost,
  steps: [() => [botsCall(), chatCall('chat', unknownBot, {}), chatCall('stream', unknownBot, {}), speechCall({})]],
};

/** What is called with the token (5.3); the list may be open to anybody (5.5). */
const calledWithIt: readonly Operation[] = ['chat', 'stream', 'speech'];

/**
 * Why nothing can be learnt by the token: all that needs it refuses it. A 403 may be for what is asked for, unless the
 * list is refused as well. One that is let in anywhere is a good one, and what refuses it elsewhere is judged.
 */
export function flawOfOwnToken(seen: Seen): string | undefined {
  const statusOf = (wanted: Operation): number => {
    const response = seen.find(({ operation }) => operation === wanted)?.response;
    return response?.is === 'answer' ? response.status : 0;
  };
  const statuses = calledWithIt.map(statusOf);
  const isShutOut = [...statuses, statusOf('bots')].every((status) => status === 401 || status === 403);
  if (!isShutOut && !statuses.every((status) => status === 401)) return undefined;
  const told = [...new Set(statuses)].join(' or ');
  return `--token is refused (status ${told} to chat, stream and speech): is it the token of this system, and not expired?`;
}
