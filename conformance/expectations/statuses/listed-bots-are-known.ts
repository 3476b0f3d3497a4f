import { botIdsIn, botsIn } from '../../bodies/bots.ts';
import { jsonOf } from '../../bodies/content.ts';
import type { Expectation } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { describeAnswer } from '../describe-answer.ts';
import { botIdOfChat } from './bot-of-chat.ts';

/** Status for something that does not exist: a bot with this status should not be listed. */
const notFound = 404;

/**
 * A listed bot exists (1: a client finds a bot ID with the list). A bot that cannot be talked to yet may be refused
 * with any status (7.5), so a 404 does not fail where the list gives that bot another state than the bots that answer.
 * `seen` is that of `listedBotsCanChat`.
 */
export const listedBotsAreKnown: Expectation = ([list, ...asked]) => {
  if (list === undefined) return [];
  const listed = new Set(botIdsIn(list));
  const chats = asked.filter((chat) => listed.has(botIdOfChat(chat)));
  const answering = chats.filter(isAccepted).map(botIdOfChat);
  if (answering.length === 0) return { inconclusive: 'no listed bot of this kind answers a chat', isUnspecified: true };
  return chats.flatMap((chat) => {
    const { response } = chat;
    const bot = botIdOfChat(chat);
    if (response.is !== 'answer' || response.status !== notFound || isMarked(bot, answering, list)) return [];
    return [
      {
        subject: `status of a chat with the listed bot ${shownValue(bot)}`,
        expected: `any but ${notFound}, as the bot ${shownValue(answering[0])} gets with the same token`,
        observed: describeAnswer(response),
        exchange: chat.id,
        kind: { is: 'status', subject: 'status of a chat with a listed bot' } as const,
      },
    ];
  });
};

/** Names of members that say in which state a bot is. */
const ofState =
  /status|state|draft|publish|enabled|active|archived|deleted|available|disabled|paused|visib|public|live/i;

/** True where the state of the bot differs from the state of every bot that answers. */
function isMarked(bot: string, answering: readonly string[], list: Exchange): boolean {
  const own = stateOf(bot, list);
  return answering.every((other) => stateOf(other, list) !== own);
}

function stateOf(id: string, { response }: Exchange): string {
  if (response.is !== 'answer') return '';
  const json = jsonOf(response);
  const bot = json.is === 'json' ? botsIn(json.value).find(({ botId }) => String(botId) === id) : undefined;
  return JSON.stringify(Object.entries(bot ?? {}).filter(([name]) => ofState.test(name)));
}
