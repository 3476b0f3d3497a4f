import { clause } from '../core/check.ts';
import { botIdsIn } from '../core/bots.ts';
import { chatCall } from '../core/calls.ts';
import type { Probe } from '../core/probe.ts';
import { isSuccessStatus } from '../core/exchange.ts';
import { listBots } from '../core/standard-probes.ts';
import { botsCall } from '../core/calls.ts';
import { leastMessage } from '../chat/probes.ts';
import { botIdsAreStrings } from '../expect/carries-bots.ts';
import { isComplete } from '../expect/is-complete.ts';
import { isJson, saysJson } from '../expect/is-json.ts';
import { areSuccesses, isSuccess } from '../expect/is-success.ts';

/** More bots than this would only repeat the question, at a credit each. */
const mostBotsTried = 3;

const chatWithListedBots: Probe = {
  name: 'chat with each listed bot',
  needs: ['token'],
  costs: { chats: mostBotsTried, speeches: 0 },
  steps: [
    () => [botsCall()],
    ({ seen: [list] }) => {
      const ids = list === undefined ? [] : botIdsIn(list).slice(0, mostBotsTried);
      return ids.length === 0
        ? { stop: 'GET /v1/bots listed no bot' }
        : ids.map((bot) => chatCall('chat', bot, leastMessage));
    },
  ],
};

export const list = clause('4.1', 'bots.list', {
  says: 'GET /v1/bots lists bots so that a client can find a bot ID',
  also: ['1', '2.1'],
  checks: {
    succeeds: { level: 'MUST', probe: listBots(), expect: [isSuccess, isComplete], fault: 'bots-fails-500' },
    'is-json': {
      level: 'MUST',
      says: 'All response bodies are JSON except the stream',
      probe: listBots(),
      expect: [isJson],
      fault: 'bots-body-html',
    },
    'says-json': { level: 'MUST', probe: listBots(), expect: [saysJson], fault: 'bots-content-type-text' },
    'ids-are-strings': {
      level: 'MUST',
      says: 'botId is a string',
      probe: listBots(),
      expect: [botIdsAreStrings],
      fault: 'bot-id-number',
    },
    'ids-can-chat': {
      level: 'MUST',
      says: 'botId appears as the path parameter {botId} in the chat paths',
      probe: chatWithListedBots,
      expect: [areSuccesses],
      fault: 'bot-id-unusable',
    },
  },
  observations: {
    'without-token': {
      says: 'Whether GET /v1/bots requires credentials: not shown',
      probe: listBots('none'),
      see: ([exchange]) =>
        exchange?.response.is !== 'answer'
          ? undefined
          : isSuccessStatus(exchange.response.status)
            ? 'public'
            : `refused with ${exchange.response.status}`,
    },
    count: {
      says: 'Query parameters and the response body: not shown',
      probe: listBots(),
      see: ([exchange]) => (exchange === undefined ? undefined : `${botIdsIn(exchange).length} bots`),
    },
  },
});
