import { concurrentRepliesAreOwn } from '../../expectations/conversations/replies/replies-at-once.ts';
import { twoTurnsAtOnce } from '../conversation.ts';
import { requiringProduct } from '../../expectations/statuses/lacks-its-product.ts';
import { clause } from '../../model/check.ts';
import { carriesSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isJson, isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { areRefusals, isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { unlessBare404, whereRefused } from '../../expectations/judged-as.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { hearsEveryLine } from '../../expectations/words/hears-every-line.ts';
import { losesNoLetters, misreadsNoLetters } from '../../expectations/words/misreads-no-letters.ts';
import { saysAsSent } from '../../expectations/words/says-as-sent.ts';
import { chatWithAlteredBots } from './altered-bots.ts';
import { manyLetters, wordsInARowTwice } from './repeated.ts';
import { observedFields } from '../../expectations/bodies/observed.ts';
import {
  chat,
  chatWithMalformedBot,
  chatWithMisreadBot,
  chatWithUnknownBot,
  inheritedName,
  oddBotId,
  someLetters,
} from './probes.ts';

const control = 'chat.request/accepts-least';

export const reply = clause('2.3', 'chat.reply', {
  requirement: 'The chat response carries a sessionId',
  also: ['4', '4.2'],
  checks: {
    'is-json': {
      title: 'Sends every chat reply as a JSON body',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('chat'),
      requirement: 'All response bodies are JSON except the stream',
      probe: chat(),
      expect: [isJson],
      fault: 'chat-reply-html',
    },
    'is-utf8': {
      title: 'Sends a chat reply to a message with accented letters as UTF-8 JSON',
      level: 'MUST',
      requirement: 'All response bodies are JSON (in UTF-8, RFC 8259 8.1)',
      probe: someLetters,
      expect: [requiringProduct(isJson)],
      fault: 'chat-reply-latin-1',
    },
    'repeats-letters-as-sent': {
      title: 'Does not garble accented letters of the message in a chat reply',
      level: 'MUST',
      requirement:
        'All request bodies are JSON (in UTF-8, RFC 8259 8.1): what a bot repeats of one keeps its characters',
      probe: someLetters,
      expect: [misreadsNoLetters],
      fault: 'chat-body-read-as-latin-1',
    },
    // Not MUST: what a bot writes of a message, and with which letters, is open.
    'repeats-letters-at-all': {
      title: 'Drops no accented letters of a chat message, and writes no ? for them',
      level: 'SHOULD',
      requirement:
        'message is the user’s message text, in whatever letters: none of them is lost on its way to the bot',
      probe: someLetters,
      expect: [losesNoLetters],
      fault: 'message-letters-left-out',
      alsoFinds: ['message-letters-as-marks'],
    },
    // Not MUST: a bot may answer in plain letters.
    'repeats-accents-and-emoji-as-sent': {
      title: 'Keeps accents and combined emoji of a chat message unchanged',
      level: 'SHOULD',
      requirement: 'message is the user’s message text: what a bot repeats to the letter keeps its letters',
      control,
      probe: manyLetters,
      expect: [saysAsSent('letters')],
      fault: 'message-accents-stripped',
      alsoFinds: ['message-emoji-taken-apart', 'message-emoji-as-marks'],
    },
    // Not MUST: how much of a message a bot repeats is open.
    'hears-every-line': {
      title: 'Passes all lines of a chat message to the bot, not only the first',
      level: 'SHOULD',
      requirement: 'message is the user’s message text, all of its lines',
      ofEvery: everyWholeSuccessOf('chat', 'stream'),
      together: true,
      probe: wordsInARowTwice,
      expect: [hearsEveryLine],
      fault: 'message-first-line-only',
    },
    'says-json': {
      title: 'Labels chat replies as JSON in Content-Type',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('chat'),
      requirement: 'All response bodies are JSON except the stream',
      probe: chat(),
      expect: [isLabelledJson],
      fault: 'chat-reply-content-type-text',
      alsoFinds: ['chat-type-of-a-page-too'],
    },
    'two-at-once-in-a-session-are-its-own': {
      title: 'Answers each of two chats at once in one session with its own reply',
      level: 'MUST',
      requirement: 'A client sends a message to a bot and receives a reply: the one to this message',
      control: 'sessions.continue/given-id-is-accepted',
      probe: twoTurnsAtOnce,
      expect: [concurrentRepliesAreOwn],
      fault: 'replies-of-one-session-swapped',
    },
    'carries-session-id': {
      title: 'Returns a sessionId in every chat reply',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('chat'),
      probe: chat(),
      expect: [carriesSessionId],
      fault: 'chat-reply-without-session',
      alsoFinds: [
        'chat-continued-without-session',
        'chat-cited-without-session',
        'chat-command-without-session',
        'chat-with-two-flags-without-session',
      ],
    },
  },
  observations: {
    fields: { says: 'Other fields of the chat response: not specified', probe: chat(), see: observedFields },
  },
});

export const bot = clause('4.2', 'chat.bot', {
  requirement: 'botId is the bot to talk to',
  also: ['4.3'],
  checks: {
    'unknown-is-refused': {
      title: 'Rejects a chat with an unknown bot ID',
      level: 'MUST',
      control,
      probe: chatWithUnknownBot('chat'),
      expect: [isRefusal, unlessBare404(hasErrorEnvelope)],
      fault: 'chat-unknown-bot-answered',
    },
    'nearly-a-known-one-is-refused': {
      title: 'Rejects a chat whose bot ID only contains a known one, or is cut short',
      level: 'MUST',
      requirement: 'botId is the bot to talk to: an id that holds that of a bot, or a part of it, is that of no bot',
      control,
      probe: chatWithAlteredBots('chat'),
      expect: [areRefusals],
      fault: 'chat-bot-found-by-its-beginning',
      alsoFinds: ['chat-bot-found-by-its-end'],
    },
    // Passes the check of the form of an id: no bot has this id, unless one that is not listed.
    'unknown-of-its-form-is-no-server-error': {
      title: 'A valid-looking bot ID in chat causes no 5xx; a refusal has the error object',
      level: 'MUST',
      requirement: 'An id of the usual form reaches the service, whose error responses carry an object error',
      control,
      probe: chatWithMisreadBot('chat'),
      expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
      fault: 'chat-bot-of-right-form-500',
    },
    'unknown-is-no-server-error': {
      title: 'An unknown bot ID in chat causes no 5xx',
      level: 'MUST',
      control,
      probe: chatWithUnknownBot('chat'),
      expect: [isNoServerError],
      fault: 'chat-unknown-bot-500',
    },
    // Ids go into logs and header fields, which do not accept such characters.
    'unknown-beyond-ascii-is-no-server-error': {
      title: 'An unknown bot ID with a quote, a line break and an emoji causes no 5xx',
      level: 'MUST',
      requirement: 'An unknown bot ID is a mistake of the client, whatever its letters (RFC 9110 15.5)',
      control,
      probe: chatWithUnknownBot('chat', oddBotId),
      expect: [isNoServerError],
      fault: 'chat-bot-id-in-a-header-500',
    },
    // A table of bots that is a plain object has entries that nobody added.
    'inherited-name-is-refused': {
      title: 'Rejects a chat with "constructor" as the bot ID',
      level: 'MUST',
      control,
      probe: chatWithUnknownBot('chat', inheritedName),
      expect: [isRefusal, unlessBare404(hasErrorEnvelope)],
      fault: 'chat-bot-of-inherited-name',
    },
    'malformed-is-no-server-error': {
      title: 'Broken percent-encoding in the chat path causes no 5xx',
      level: 'HTTP',
      requirement:
        'A percent sign without two hexadecimal digits after it (RFC 3986 2.1) is a mistake of the client (RFC 9110 15.5)',
      control,
      probe: chatWithMalformedBot('chat'),
      expect: [isNoServerError],
      fault: 'chat-malformed-bot-500',
    },
  },
});
