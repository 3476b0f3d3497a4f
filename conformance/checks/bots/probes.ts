import { leastMessage, unknownBot } from '../chat/probes.ts';
import { pathSegment } from '../../contract/path-segment.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall, type CallChange } from '../../model/calls.ts';
import { isLastRefused } from '../../expectations/statuses/listed-bots-chat.ts';
import type { Call, Known, Probe, Step } from '../../model/probe.ts';

/**
 * More bots than the first two and the last, which may be one that was taken out since, would only repeat the question, at
 * a credit each.
 */
const mostBotsTried = 3;
const isTried = (_bot: string, at: number, bots: readonly string[]): boolean => at < 2 || at === bots.length - 1;

/** An id that is another text once it stands in a path (RFC 3986 2.1). */
const needsEscaping = (id: string): boolean => pathSegment(id.toWellFormed()) !== id;

/** Where the last bot alone is refused: what an unknown one gets, which a draft does not. */
function thenAnUnknownOne(operation: 'chat' | 'stream', lists: number, change: CallChange = {}): Step {
  return ({ seen }) =>
    isLastRefused(seen.slice(lists)) ? [chatCall(operation, unknownBot, leastMessage, change)] : [];
}

/** A message to the first listed bots and the last, whose ids stand in the path as they are or escaped. Of an empty list, to none. */
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
          .map((bot) => chatCall(operation, bot, leastMessage)),
      thenAnUnknownOne(operation, 1),
    ],
  };
}

/** The list for nobody and for the other token, and a message to the first bots and the last that this one lists, with it. */
export const chatWithOthersListedBots: Probe = {
  name: 'chat with bots that the other token lists',
  needs: ['otherToken', 'otherWorkspace'],
  costs: { chats: mostBotsTried + 1, speeches: 0 },
  steps: [
    () => [botsCall({ as: 'none' }), botsCall({ as: 'otherToken' })],
    ({ seen: [, list] }) =>
      [...new Set(list === undefined ? [] : botIdsIn(list))]
        .filter(isTried)
        .map((bot) => chatCall('chat', bot, leastMessage, { as: 'otherToken' })),
    thenAnUnknownOne('chat', 2, { as: 'otherToken' }),
  ],
};

/** The list by both tokens, where there are two. */
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

function chatWithFirstOf({ seen: [list] }: Known): readonly Call[] {
  const [bot] = list === undefined ? [] : botIdsIn(list);
  return bot === undefined ? [] : [chatCall('chat', bot, leastMessage)];
}
