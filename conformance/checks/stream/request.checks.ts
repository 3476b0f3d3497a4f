import type { FaultId } from '../../../fixtures/faults/index.ts';
import {
  chatEach,
  chatWithMalformedBot,
  chatWithMisreadBot,
  chatWithUnknownBot,
  inheritedName,
  stream,
} from '../chat/probes.ts';
import { chatWithAlteredBots } from '../chat/altered-bots.ts';
import { withinOpenStream } from '../chat/all-in-one.ts';
import { loneSurrogates, nulMessage } from '../chat/texts.ts';
import { clause } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { hasEventWithData } from '../../expectations/streams/is-event-stream.ts';
import { areNoServerErrors, areRefusals, isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { onEachCall, unlessBare404, whereAccepted, whereRefused } from '../../expectations/judged-as.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { treatsChatAndStreamAlike } from '../../expectations/statuses/treats-alike.ts';
import { coercingFrameworks } from '../coercing.ts';
import { noServerErrors } from '../no-server-error.ts';
import { openQuestionsInBoth, longStream, severalLines } from './probes.ts';

const control = 'stream.response/succeeds';

/**
 * Refused with an HTTP status before any event: what a client of event streams makes of an error event is not shown
 * (6.1).
 */
const refuses = (probe: Probe, fault: FaultId) =>
  ({ level: 'MUST', control, probe, expect: [isRefusal, hasErrorEnvelope], fault }) as const;
const refusesBot = (probe: Probe, fault: FaultId) =>
  ({ level: 'MUST', control, probe, expect: [isRefusal, unlessBare404(hasErrorEnvelope)], fault }) as const;
const endures = noServerErrors(control);

const number = stream({ message: 42 });
/** Texts that look like JSON values, JSON in an unusual spelling, and letters of several scripts. */
const anyText = chatEach(
  [
    { message: '0' },
    { message: 'null' },
    { raw: String.raw`{"m\u0065ssage":"H\u00e9llo \ud83d\udc4b\/\u0021"}` },
    { message: 'שלום، मैं 👩‍👩‍👧 Cafe\u0301' },
  ],
  'stream',
);
const streamsOfLoneSurrogates = chatEach(
  loneSurrogates.map((text) => ({ raw: `{"message":"${text}"}` })),
  'stream',
);
const textPlain = stream(undefined, { contentType: 'text/plain' });

export const refusals = clause('4.3', 'stream.request', {
  requirement: 'Same path parameter, headers and request body as 4.2',
  also: ['2.2', '7.1'],
  checks: {
    'accepts-several-lines': {
      title: 'Accepts a stream message of several lines',
      level: 'MUST',
      control,
      probe: severalLines,
      expect: [isSuccess],
      fault: 'stream-several-lines-500',
    },
    // One check for the texts that chat has several checks for.
    'accepts-any-text': {
      title: 'Accepts "0", "null", JSON escapes and any script as the message of a stream',
      level: 'MUST',
      requirement: 'Same request body as 4.2: message is the user’s message text (string), whatever it looks like',
      control,
      probe: anyText,
      expect: [areSuccesses],
      fault: 'stream-zero-taken-for-none',
      alsoFinds: ['stream-json-escapes-refused', 'stream-right-to-left-refused'],
    },
    'rejects-absent-message': {
      title: 'Rejects a stream request without a message with a 4xx status',
      ...refuses(stream({}), 'stream-error-as-event'),
    },
    // Common frameworks read a number as its text.
    'rejects-number': {
      title: 'Rejects a number as the message of a stream',
      ...refuses(number, 'stream-message-coerced'),
      level: 'SHOULD',
      doneBy: [coercingFrameworks.ajv, coercingFrameworks.jackson],
    },
    'number-is-no-server-error': {
      title: 'A number as the message of a stream causes no 5xx',
      ...endures(number, 'stream-number-message-500'),
    },
    'rejects-null': {
      title: 'Rejects null as the message of a stream',
      ...refuses(stream({ message: null }), 'stream-null-message-accepted'),
    },
    'rejects-array': {
      title: 'Rejects an array as the message of a stream',
      ...refuses(stream({ message: ['Hello!', 'Hello again!'] }), 'stream-array-message-joined'),
    },
    'rejects-array-body': {
      title: 'Rejects a stream request whose body is a JSON array',
      ...refuses(stream([{ message: 'Hello!' }]), 'stream-array-body-accepted'),
    },
    'rejects-truncated-json': {
      title: 'Rejects a stream request with truncated JSON',
      ...refuses(stream({ raw: '{"message":"Hello!"' }), 'stream-bad-json-500'),
    },
    'rejects-empty-body': {
      title: 'Rejects a stream request with an empty body',
      ...refuses(stream({ raw: '' }), 'stream-empty-body-accepted'),
    },
    'rejects-unknown-bot': {
      title: 'Rejects a stream with an unknown bot ID',
      ...refusesBot(chatWithUnknownBot('stream'), 'stream-unknown-bot-answered'),
    },
    'rejects-nearly-a-known-bot': {
      title: 'Rejects a stream whose bot ID only contains a known one, or is cut short',
      ...refusesBot(chatWithAlteredBots('stream'), 'stream-bot-found-by-its-beginning'),
      requirement: 'Same path parameter as 4.2: an id that holds that of a bot, or a part of it, is that of no bot',
      expect: [areRefusals],
    },
    'rejects-inherited-name': {
      title: 'Rejects a stream with "constructor" as the bot ID',
      ...refusesBot(chatWithUnknownBot('stream', inheritedName), 'stream-unknown-bot-closes-silently'),
    },
    'unknown-bot-of-its-form-is-no-server-error': {
      title: 'A valid-looking bot ID in a stream causes no 5xx; a refusal has the error object',
      ...endures(chatWithMisreadBot('stream'), 'stream-bot-of-right-form-page'),
      requirement: 'An id of the usual form reaches the service, whose error responses carry an object error',
      expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
    },
    'malformed-bot-is-no-server-error': {
      title: 'Broken percent-encoding in the stream path causes no 5xx',
      ...endures(chatWithMalformedBot('stream'), 'stream-malformed-bot-500'),
      level: 'HTTP',
      requirement:
        'A percent sign without two hexadecimal digits after it (RFC 3986 2.1) is a mistake of the client (RFC 9110 15.5)',
    },
    'other-content-type-is-no-server-error': {
      title: 'A stream request labelled text/plain causes no 5xx',
      ...endures(textPlain, 'stream-text-plain-500'),
    },
    'long-message-is-no-server-error': {
      title: 'A stream message of 9,000 characters causes no 5xx',
      ...endures(longStream, 'stream-long-message-500'),
      within: withinOpenStream,
      alsoFinds: ['stream-message-past-8k-500'],
    },
    'nul-is-no-server-error': {
      title: 'A NUL character in a stream message causes no 5xx',
      ...endures(stream({ message: nulMessage }), 'stream-nul-500'),
      within: withinOpenStream,
    },
    // Where the header is sent before the text is encoded, the error comes too late for a status.
    'lone-surrogate-is-no-server-error': {
      title: 'A lone surrogate in a stream message causes no 5xx or broken stream',
      ...endures(streamsOfLoneSurrogates, 'stream-lone-surrogate-breaks-off'),
      within: withinOpenStream,
      expect: [isNoServerError, isComplete, whereAccepted(hasEventWithData)].map(onEachCall),
    },
    'open-questions-are-no-server-error': {
      title: 'Empty message, unknown sessionId or unknown field: no 5xx in chat or stream',
      level: 'MUST',
      requirement: 'Same request body as 4.2: an empty message, an unknown sessionId and an unknown field cause no 5xx',
      control,
      probe: openQuestionsInBoth,
      expect: [areNoServerErrors],
      fault: 'session-beyond-ascii-500',
      alsoFinds: ['stream-session-beyond-ascii-500'],
    },
    'treats-requests-as-chat-does': {
      title: 'Accepts or refuses the same request bodies in a stream as in a chat',
      level: 'SHOULD',
      control,
      probe: openQuestionsInBoth,
      expect: [treatsChatAndStreamAlike],
      fault: 'stream-empty-message-accepted',
    },
  },
  observations: {
    'text-plain': {
      says: 'The status of a stream request labelled text/plain: not specified',
      probe: textPlain,
      see: observedStatus,
    },
  },
});
