import { clause } from '../../model/check.ts';
import { endpoints } from '../../contract/limits.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { isSuccessStatus } from '../../model/exchange.ts';
import { listBots } from '../../model/probes/standard-probes.ts';
import { botIdsAreStrings, eachBotHasAnId, listsEachBotOnce } from '../../expectations/bodies/carries-bots.ts';
import { keepsListingBots } from '../../expectations/bodies/goes-on-listing.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { isJson, isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { unlessUnauthorized } from '../../expectations/judged-as.ts';
import { listedBotsAreKnown } from '../../expectations/statuses/listed-bots-are-known.ts';
import { listedBotsCanChat, othersListedBotsCanChat } from '../../expectations/statuses/listed-bots-chat.ts';
import { isNotCacheableForOthers } from '../../expectations/wire/cached-for-others.ts';
import { chatWithListedBots, chatWithOthersListedBots, listBotsAroundAChat, listBotsByTwo } from './probes.ts';

export const list = clause('4.1', 'bots.list', {
  requirement: 'GET /v1/bots lists bots so that a client can find a bot ID',
  also: ['1', '2.1'],
  checks: {
    succeeds: {
      title: 'Answers GET /v1/bots with success and a complete body',
      level: 'MUST',
      probe: listBots(),
      expect: [unlessUnauthorized(isSuccess), unlessUnauthorized(isComplete)],
      fault: 'bots-fails-500',
    },
    'is-json': {
      title: 'Sends the bot list as a JSON body',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('bots'),
      requirement: 'All response bodies are JSON except the stream',
      probe: listBots(),
      expect: [isJson],
      fault: 'bots-body-html',
    },
    'unknown-query-is-no-server-error': {
      title: 'Unknown query parameters on the bot list cause no 5xx',
      level: 'MUST',
      requirement: 'Query parameters are not specified; a refusal is not a 5xx',
      control: 'bots.list/succeeds',
      probe: listBots('token', { path: `${endpoints.bots.path}?from=assay&limit=none` }),
      expect: [isNoServerError],
      fault: 'bots-query-500',
    },
    'says-json': {
      title: 'Labels the bot list as JSON in Content-Type',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('bots'),
      requirement: 'All response bodies are JSON except the stream',
      probe: listBots(),
      expect: [isLabelledJson],
      fault: 'bots-content-type-text',
    },
    'each-bot-has-an-id': {
      title: 'Lists every bot with a botId',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('bots'),
      requirement: 'A bot has a botId',
      probe: listBots(),
      expect: [eachBotHasAnId],
      fault: 'bot-without-id',
    },
    'ids-are-strings': {
      title: 'Lists every botId as a non-empty string',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('bots'),
      requirement: 'botId is a string',
      probe: listBots(),
      expect: [botIdsAreStrings],
      fault: 'bot-id-number',
      alsoFinds: ['bot-id-number-with-a-query'],
    },
    'ids-are-unique': {
      title: 'Lists each botId only once',
      level: 'SHOULD',
      ofEvery: everyWholeSuccessOf('bots'),
      probe: listBots(),
      expect: [listsEachBotOnce],
      fault: 'bots-listed-twice',
    },
    'goes-on-naming-bots': {
      title: 'Lists no caller an empty list while a bot listed before answers',
      level: 'MUST',
      requirement: 'A client finds a bot ID with GET /v1/bots, at any time: also behind earlier requests of its own',
      ofEvery: everyWholeSuccessOf('bots', 'chat'),
      together: true,
      probe: listBotsAroundAChat,
      expect: [keepsListingBots],
      fault: 'bots-unlisted-behind-a-chat',
    },
    'ids-can-chat': {
      title: 'A botId from the bot list works in the chat path',
      level: 'MUST',
      requirement: 'botId appears as the path parameter {botId} in the chat paths',
      control: 'succeeds',
      probe: chatWithListedBots('chat', 'plain'),
      expect: [listedBotsCanChat],
      fault: 'bot-id-unusable',
      alsoFinds: ['deleted-bot-listed'],
    },
    'ids-can-stream': {
      title: 'A botId from the bot list works in the stream path',
      level: 'MUST',
      requirement: 'botId appears as the path parameter {botId} in the chat paths, that of the stream too',
      control: 'stream.response/succeeds',
      probe: chatWithListedBots('stream', 'plain'),
      expect: [listedBotsCanChat],
      fault: 'second-bot-cannot-stream',
    },
    'ids-are-known-in-chats': {
      title: 'Answers no 404 to a chat with a bot that its list shows like those that answer',
      level: 'SHOULD',
      requirement: 'A client finds a bot ID with GET /v1/bots',
      control: 'ids-can-chat',
      probe: chatWithListedBots('chat', 'plain'),
      expect: [listedBotsAreKnown],
      fault: 'bot-id-with-a-dot-at-no-path',
    },
    'ids-of-another-workspace-can-chat': {
      title: 'A botId listed for a second token works in a chat with that token',
      level: 'MUST',
      requirement:
        'botId appears as the path parameter {botId} in the chat paths, also for a second token, whose list may differ',
      control: 'chat.request/accepts-least',
      probe: chatWithOthersListedBots,
      expect: [othersListedBotsCanChat],
      fault: 'bots-of-others-listed',
    },
    'kept-for-nobody-else': {
      title: 'Lets no shared cache (public, s-maxage) keep a bot list that differs by token',
      level: 'MUST',
      requirement:
        'A shared cache may serve a response with public or s-maxage to other callers (RFC 9111 3.5): a list that differs by token has neither',
      ofEvery: everyWholeSuccessOf('bots'),
      probe: listBotsByTwo,
      expect: [isNotCacheableForOthers],
      fault: 'bots-of-each-workspace-kept-for-all',
    },
    'escaped-ids-can-chat': {
      title: 'A listed botId that needs percent-encoding works in the chat path',
      level: 'MUST',
      requirement:
        'botId is a string, and appears in the chat paths (percent-encoded where a path needs it, RFC 3986 2.1)',
      control: 'succeeds',
      probe: chatWithListedBots('chat', 'escaped'),
      expect: [listedBotsCanChat],
      fault: 'bot-id-not-decoded',
    },
    'escaped-ids-can-stream': {
      title: 'A listed botId that needs percent-encoding works in the stream path',
      level: 'MUST',
      requirement:
        'botId is a string, and appears in the chat paths (percent-encoded where a path needs it, RFC 3986 2.1)',
      control: 'stream.response/succeeds',
      probe: chatWithListedBots('stream', 'escaped'),
      expect: [listedBotsCanChat],
      fault: 'bot-id-decoded-twice',
    },
  },
  observations: {
    'without-token': {
      says: 'Whether GET /v1/bots requires credentials: not specified',
      probe: listBots('none'),
      see: ([exchange]) =>
        exchange?.response.is !== 'answer'
          ? undefined
          : isSuccessStatus(exchange.response.status)
            ? 'public'
            : `refused with ${exchange.response.status}`,
    },
    count: {
      says: 'How many bots the list has: not specified',
      probe: listBots(),
      see: ([exchange]) => (exchange === undefined ? undefined : `${botIdsIn(exchange).length} bots`),
    },
  },
});
