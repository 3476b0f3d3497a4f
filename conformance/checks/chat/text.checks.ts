import type { FaultId } from '../../../fixtures/faults/index.ts';
import { requiringProduct } from '../../expectations/statuses/lacks-its-product.ts';
import { chatCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import { isJson } from '../../expectations/bodies/is-json.ts';
import { areNoServerErrors, isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { keepsTheEnd } from '../../expectations/words/keeps-the-end.ts';
import { onCall, whereAccepted } from '../../expectations/judged-as.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { saysAsSent } from '../../expectations/words/says-as-sent.ts';
import type { Probe } from '../../model/probe.ts';
import { marksInBoth } from './marks.ts';
import { onPages, pageInBoth } from './page.ts';
import { withinCombinedChat, withinOpenChat } from './all-in-one.ts';
import { chat, chatEach } from './probes.ts';
import {
  combiningMarks,
  emoji,
  escapedBody,
  longText,
  loneSurrogates,
  nulMessage,
  rightToLeft,
  severalLines,
} from './texts.ts';

const control = 'chat.request/accepts-least';

const long = chat({ message: longText });

/** Text of a question about programs, which contains what firewalls search for in form fields. */
const ofPrograms =
  'Why does "select name from users where id = 1; drop table x" fail in <script>alert(1)</script>, and what do ' +
  "../../etc/passwd, ${jndi:ldap://x}, {{7*7}}, $(ls -l), `cat x` and ' or '1'='1 mean?";
const likeAnAttack: Probe = {
  name: 'a question about programs, as a chat and as a stream',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [({ bot }) => (['chat', 'stream'] as const).map((by) => chatCall(by, bot, { message: ofPrograms }))],
};

const accepts = (message: string, fault: FaultId) =>
  ({
    level: 'MUST',
    control,
    probe: chat({ message }),
    within: withinCombinedChat,
    expect: [isSuccess],
    fault,
  }) as const;

export const text = clause('2.2', 'chat.text', {
  requirement: 'message is the user’s message text (string)',
  also: ['4.2', '8.2'],
  checks: {
    'accepts-several-lines': {
      title: 'Accepts a chat message of several lines',
      ...accepts(severalLines, 'chat-one-line-only'),
    },
    'accepts-right-to-left': {
      title: 'Accepts a chat message in Hebrew and Arabic',
      ...accepts(rightToLeft, 'chat-right-to-left-refused'),
    },
    'accepts-emoji': {
      title: 'Accepts a chat message with emoji',
      ...accepts(emoji, 'chat-emoji-500'),
      alsoFinds: ['chat-cut-within-a-letter-for-the-log'],
    },
    'accepts-combining-marks': {
      title: 'Accepts a chat message with combining marks such as U+0301',
      ...accepts(combiningMarks, 'chat-combining-marks-refused'),
    },
    'quotes-leave-the-reply-json': {
      title: 'A chat message with quotes and backslashes leaves the reply valid JSON',
      level: 'MUST',
      requirement: 'All response bodies are JSON, whatever the bot repeats (RFC 8259 7)',
      control,
      probe: marksInBoth,
      // A content filter may refuse it.
      expect: [onCall(0, whereAccepted(isJson))],
      fault: 'chat-quotes-break-the-reply',
    },
    'marks-are-no-server-error': {
      title: 'Quotes, \\, $, %, #, ; and {} in chat and stream cause no 5xx',
      level: 'MUST',
      requirement: 'message is the user’s message text, whatever its characters; a refusal is not a 5xx',
      control,
      probe: marksInBoth,
      expect: [areNoServerErrors],
      fault: 'message-dollar-500',
    },
    'is-read-as-no-form': {
      title: 'Does not URL-decode %20 and + in a chat message',
      level: 'MUST',
      control,
      probe: marksInBoth,
      expect: [saysAsSent('form')],
      fault: 'message-url-decoded',
    },
    // Not MUST: what a bot makes of signs that look like a formula is open.
    'is-read-as-no-template': {
      title: 'Does not read $$ in a chat message as the $ of a template',
      level: 'SHOULD',
      control,
      probe: marksInBoth,
      expect: [saysAsSent('template')],
      fault: 'message-put-into-a-replacement',
    },
    // Not MUST: a bot may answer in markup or in plain text, and how that is treated is open.
    'is-read-as-no-markup': {
      title: 'Does not strip or decode tags and entities in a chat message',
      level: 'SHOULD',
      control,
      probe: marksInBoth,
      expect: [saysAsSent('markup')],
      fault: 'message-tags-stripped',
      alsoFinds: ['message-entities-decoded'],
    },
    'line-ends-leave-the-reply-json': {
      title: 'A chat message with line breaks leaves the reply valid JSON',
      level: 'MUST',
      requirement: 'All response bodies are JSON, whatever the bot repeats (RFC 8259 7)',
      control,
      probe: chat({ message: severalLines }),
      within: withinCombinedChat,
      expect: [requiringProduct(isJson)],
      fault: 'chat-line-ends-raw-in-the-reply',
      alsoFinds: ['chat-tab-raw-in-the-reply'],
    },
    'accepts-escapes': {
      title: 'Accepts a chat body with JSON escapes such as \\u00e9',
      level: 'MUST',
      requirement: 'Any character of a JSON text may be escaped (RFC 8259 7)',
      control,
      probe: chat({ raw: escapedBody() }),
      within: withinCombinedChat,
      expect: [isSuccess],
      fault: 'json-escapes-refused',
    },
    // Not MUST: a content filter may refuse it.
    'accepts-what-looks-like-an-attack': {
      title: 'Accepts SQL, <script>, ../, ${…} and a shell command in chat and stream',
      level: 'SHOULD',
      control,
      probe: likeAnAttack,
      expect: [areSuccesses],
      fault: 'message-filtered-as-an-attack',
    },
    'long-is-no-server-error': {
      title: 'A chat message of 9,000 characters causes no 5xx',
      level: 'MUST',
      requirement: 'Maximum text or message sizes are not specified; a refusal is not a 5xx',
      control,
      probe: long,
      expect: [isNoServerError],
      fault: 'chat-long-message-500',
      alsoFinds: ['chat-message-past-8k-500'],
    },
    'long-page-is-no-server-error': {
      title: 'A message of about 3,000 characters in chat and stream causes no 5xx',
      level: 'MUST',
      requirement: 'Maximum text or message sizes are not specified; a refusal is not a 5xx',
      control,
      probe: pageInBoth,
      expect: [areNoServerErrors],
      fault: 'chat-page-500-below-its-limit',
    },
    'hears-a-page-to-its-end': {
      title: 'Passes all 3,000 characters of a chat or stream message to the bot',
      level: 'SHOULD',
      requirement: 'Maximum text or message sizes are not specified; a message that is too long is refused, not cut',
      control,
      probe: pageInBoth,
      expect: [onPages(keepsTheEnd)],
      fault: 'chat-message-cut',
      alsoFinds: ['message-cut-before-the-bot'],
    },
    'nul-is-no-server-error': {
      title: 'A NUL character in a chat message causes no 5xx',
      level: 'MUST',
      control,
      probe: chat({ message: nulMessage }),
      within: withinOpenChat,
      expect: [isNoServerError],
      fault: 'chat-nul-500',
    },
    'lone-surrogate-is-no-server-error': {
      title: 'A lone surrogate, high or low, in a chat message causes no 5xx',
      level: 'MUST',
      requirement: 'JSON can escape half of a surrogate pair (RFC 8259 8.2); it causes no server error',
      control: 'accepts-escapes',
      probe: chatEach(loneSurrogates.map((text) => ({ raw: `{"message":"${text}"}` }))),
      within: withinOpenChat,
      expect: [areNoServerErrors],
      fault: 'chat-lone-surrogate-500',
      alsoFinds: ['chat-low-surrogate-500'],
    },
  },
  observations: {
    'of-9000-characters': {
      says: 'The status of a chat message of 9,000 characters: not specified',
      probe: long,
      see: observedStatus,
    },
  },
});
