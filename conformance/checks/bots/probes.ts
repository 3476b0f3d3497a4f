import { minimalMessage, unknownBotId } from '../chat/probes.ts';
import { pathSegment } from '../../contract/path-segment.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall, type CallChange } from '../../model/calls.ts';
import { isOnlyLastRefused } from '../../expectations/statuses/listed-bots-chat.ts';
import type { Call, StepInputs, Probe, Step } from '../../model/probe.ts';

/**
 * Number of listed bots that are tried: the first two and the last, which may have been removed since. More of them
 * would only repeat the question, at a credit each.
 */
const mostBotsTried = 3;
const isTried = (_bot: string, at: number, bots: readonly string[]): boolean => at < 2 || at === bots.length - 1;

/** True for an id that must be percent-encoded in a path (RFC 3986 2.1). */
const needsEscaping = (id: string): boolean => pathSegment(id.toWellFormed()) !== id;

/** Where only the last bot is refused, asks an unknown bot too: a bot that is a draft is refused differently. */
function thenAnUnknownOne(operation: 'chat' | 'stream', lists: number, change: CallChange = {}): Step {
  return ({ seen }) =>
    isOnlyLastRefused(seen.slice(lists)) ? [chatCall(operation, unknownBotId, minimalMessage, change)] : [];
}

/**
 * A chat with the first two listed bots and the last, whose ids stand in the path as they are or escaped; none where
 * the list is empty.
 */
export function chatWithListedBots(operation: 'chat' | 'stream', ids: 'plain' | 'escaped'): Probe {
  return {
    name: `${operation} with each listed bot of ${ids} id`,
    needs: ['token'],
    costs: { chats: mostBotsTried + 1, speeches: 0 },
    steps: [
      () => [botsCall()],
      ({ seen: [list] }) =>
        [...new Set(list === undefined ? [] : botIdsIn(list))]
          .filter((id) => needsEscaping(id) === (ids === 'escaped'))
          .filter(isTried)
          .map((bot) => chatCall(operation, bot, minimalMessage)),
      thenAnUnknownOne(operation, 1),
    ],
  };
}

/**
 * The bot lists without a token and with the other token, and a chat with the first two bots and the last of the second
 * list, by the other token.
 */
export const chatWithOthersListedBots: Probe = {
  name: 'chat with bots that the other token lists',
  needs: ['otherToken', 'otherWorkspace'],
  costs: { chats: mostBotsTried + 1, speeches: 0 },
  steps: [
    () => [botsCall({ as: 'none' }), botsCall({ as: 'otherToken' })],
    ({ seen: [, list] }) =>
      [...new Set(list === undefined ? [] : botIdsIn(list))]
        .filter(isTried)
        .map((bot) => chatCall('chat', bot, minimalMessage, { as: 'otherToken' })),
    thenAnUnknownOne('chat', 2, { as: 'otherToken' }),
  ],
};

/** The bot list by the token, and by the other token where there is one. */
export const listBotsByTwo: Probe = {
  name: 'list bots by two tokens',
  needs: ['token'],
  costs: noCost,
  steps: [
    ({ credentials }) => [botsCall(), ...(credentials.includes('otherToken') ? [botsCall({ as: 'otherToken' })] : [])],
  ],
};

/** The list, before and behind a chat with the first bot on it, and another chat with that. */
export const listBotsAroundAChat: Probe = {
  name: 'list bots before and behind a chat',
  needs: ['token'],
  costs: { chats: 2, speeches: 0 },
  steps: [() => [botsCall()], chatWithFirstOf, () => [botsCall()], chatWithFirstOf],
};

function chatWithFirstOf({ seen: [list] }: StepInputs): readonly Call[] {
  const [bot] = list === undefined ? [] : botIdsIn(list);
  return bot === undefined ? [] : [chatCall('chat', bot, minimalMessage)];
}
