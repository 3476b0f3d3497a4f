import { clause } from '../../model/check.ts';
import { areNoServerErrors } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { chatEach } from './probes.ts';

/** Texts that a service that guesses types takes for something else: false, absent, a JSON value, a command. */
const lookAlikes = ['0', 'null', 'true', '[]', '42', '/help'].map((message) => ({ message }));

export const chatLookalikes = clause('2.2', 'chat.lookalikes', {
  requirement: 'message is the user’s message text (string), whatever it looks like',
  also: ['4.2'],
  checks: {
    'accepts-what-looks-like-a-value': {
      title: 'Accepts "0", "null", "true", "[]", "42" and "/help" as chat messages',
      level: 'MUST',
      control: 'chat.request/accepts-least',
      probe: chatEach(lookAlikes),
      expect: [areSuccesses],
      fault: 'chat-zero-taken-for-none',
    },
    'marks-alone-are-no-server-error': {
      title: 'A chat message of punctuation only (?!) causes no 5xx',
      level: 'MUST',
      control: 'chat.request/accepts-least',
      probe: chatEach([{ message: '?!' }]),
      expect: [areNoServerErrors],
      fault: 'chat-marks-alone-500',
    },
  },
});
