import { clause } from '../core/check.ts';
import { carriesSessionId } from '../expect/carries-session-id.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isJson, saysJson } from '../expect/is-json.ts';
import { isNoServerError, isRefusal } from '../expect/is-refusal.ts';
import { fieldsSeen } from '../expect/observed.ts';
import { chat, chatWithUnknownBot } from './probes.ts';

export const reply = clause('2.3', 'chat.reply', {
  says: 'The chat response carries a sessionId',
  also: ['4', '4.2'],
  checks: {
    'is-json': {
      level: 'MUST',
      says: 'All response bodies are JSON except the stream',
      probe: chat(),
      expect: [isJson],
      fault: 'chat-reply-html',
    },
    'says-json': { level: 'MUST', probe: chat(), expect: [saysJson], fault: 'chat-reply-content-type-text' },
    'carries-session-id': {
      level: 'MUST',
      probe: chat(),
      expect: [carriesSessionId],
      fault: 'chat-reply-without-session',
    },
  },
  observations: {
    fields: { says: 'Other fields of the chat response: not shown', probe: chat(), see: fieldsSeen },
  },
});

export const bot = clause('4.2', 'chat.bot', {
  says: 'botId is the bot to talk to',
  also: ['4.3'],
  checks: {
    'unknown-is-refused': {
      level: 'MUST',
      twin: 'chat.request/accepts-least',
      probe: chatWithUnknownBot('chat'),
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'chat-unknown-bot-answered',
    },
    'unknown-is-no-server-error': {
      level: 'MUST',
      twin: 'chat.request/accepts-least',
      probe: chatWithUnknownBot('chat'),
      expect: [isNoServerError],
      fault: 'chat-unknown-bot-500',
    },
  },
});
