import { clause } from '../core/check.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { isSuccess } from '../expect/is-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { chat } from './probes.ts';

const refused = [isRefusal, hasErrorEnvelope];

export const request = clause('2.2', 'chat.request', {
  says: 'message is required: the user’s message text (string)',
  also: ['4.2'],
  checks: {
    'accepts-least': { level: 'MUST', probe: chat(), expect: [isSuccess], fault: 'chat-needs-session' },
    'refuses-absent-message': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({}),
      expect: refused,
      fault: 'chat-message-optional',
    },
    'refuses-number': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({ message: 42 }),
      expect: refused,
      fault: 'chat-message-coerced',
    },
    'refuses-null': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({ message: null }),
      expect: refused,
      fault: 'chat-null-message-accepted',
    },
    'refuses-array-body': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat([{ message: 'Hello!' }]),
      expect: refused,
      fault: 'chat-array-body-accepted',
    },
    'refuses-truncated-json': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({ raw: '{"message":"Hello!"' }),
      expect: [isRefusal],
      fault: 'chat-lenient-json',
    },
    'truncated-json-is-an-error-of-the-client': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({ raw: '{"message":"Hel' }),
      expect: refused,
      fault: 'chat-bad-json-500',
    },
    'refuses-empty-body': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: chat({ raw: '' }),
      expect: refused,
      fault: 'chat-empty-body-accepted',
    },
  },
  observations: {
    'success-status': { says: 'Success status codes for all endpoints: not shown', probe: chat(), see: statusSeen },
    'empty-message': {
      says: 'maximum text or message sizes: not shown',
      probe: chat({ message: '' }),
      see: statusSeen,
    },
  },
});
