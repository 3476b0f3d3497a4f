import { minimalMessage } from '../chat/probes.ts';
import { clause } from '../../model/check.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { hasDate, saysItsType, writesDatesAsHttpDoes } from '../../expectations/wire/answer-fields.ts';
import { isCompleteWhileUp } from '../../expectations/wire/complete-while-up.ts';
import { isJson } from '../../expectations/bodies/is-json.ts';
import { isMessage } from '../../expectations/wire/is-message.ts';
import {
  everyAnswer,
  everyAnswerInFull,
  everyLastOnItsConnection,
  everyMessage,
  everyUsualAnswer,
} from '../../expectations/kinds.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { isBeyondAscii, hasNoTrailingBytes, hasSingleFraming } from '../../expectations/wire/message-length.ts';
import { bareCall, chatInForm, freeProbe, getUnknown, readToEnd, unknownPath, voicesReadToEnd } from './probes.ts';

const control = 'voices.list/needs-no-token';
const wholeUnknown = freeProbe('an unknown path, read byte by byte', readToEnd(bareCall('GET', unknownPath)));
/** Letters of one to four bytes, which a bot may well repeat. */
const wholeChat = chatInForm('of many alphabets, read byte by byte', readToEnd, {
  ...minimalMessage,
  message: 'Please repeat: “é ü ñ – 漢字 – שלום – 👩‍👩‍👧”',
});

export const http = clause('4', 'transport.http', {
  requirement: 'Answers are HTTP messages (RFC 9110, RFC 9112)',
  also: ['9'],
  checks: {
    'bodies-are-whole': {
      title: 'Sends complete bodies, with the length that their framing states',
      level: 'MUST',
      requirement: 'A body is as long as its framing says (RFC 9112 6.3)',
      ofEvery: everyAnswerInFull,
      probe: listVoices(),
      expect: [isCompleteWhileUp],
      fault: 'content-length-too-long',
      alsoFinds: ['refusal-of-a-type-cut-short'],
    },
    // A malformed response fails every check that it answers, unless a second attempt succeeds.
    'answers-are-messages': {
      title: 'Sends well-formed HTTP responses with a status from 200 to 599',
      level: 'MUST',
      requirement:
        'A response is a status line, fields, an empty line and a body, its lines ended by CR LF (RFC 9112 2.1)',
      ofEvery: everyMessage,
      probe: listVoices(),
      expect: [isMessage],
      fault: 'header-lines-end-in-lf',
      alsoFinds: ['kept-connection-in-lf', 'status-of-three-digits'],
    },
    'bodies-are-not-cut-short': {
      title: 'Sends no bytes beyond Content-Length, and no body with a 204',
      level: 'MUST',
      requirement: 'Content-Length is the length of the body (RFC 9110 8.6), and a 204 has none (RFC 9112 6.3)',
      ofEvery: everyLastOnItsConnection,
      probe: voicesReadToEnd,
      expect: [hasNoTrailingBytes],
      fault: 'content-length-too-short',
      alsoFinds: ['options-204-with-body', 'preflight-204-with-body', 'line-end-behind-chats'],
    },
    'length-is-in-bytes': {
      title: 'Counts bytes, not characters, in the Content-Length of a chat reply',
      level: 'MUST',
      requirement: 'Content-Length is the length of the body in octets (RFC 9110 8.6)',
      probe: wholeChat,
      expect: [isJson, hasNoTrailingBytes, hasSingleFraming, isBeyondAscii],
      fault: 'content-length-in-characters',
    },
    'refusals-are-framed-one-way': {
      title: 'Never sends both Content-Length and Transfer-Encoding',
      level: 'MUST',
      requirement: 'A message never has both Content-Length and Transfer-Encoding (RFC 9112 6.2)',
      ofEvery: everyAnswer,
      probe: wholeUnknown,
      expect: [hasSingleFraming],
      fault: 'length-and-chunks',
    },
    'has-a-date': {
      title: 'Sends a Date header in its answers',
      level: 'SHOULD',
      requirement: 'An origin server with a clock sends Date (RFC 9110 6.6.1)',
      ofEvery: everyUsualAnswer,
      probe: listVoices(),
      expect: [hasDate],
      fault: 'date-missing',
      doneBy: [
        'Sanic 25.12.1: none',
        'Daphne 4.2.3: none',
        'Puma 5.6.5: none',
        'Bun 1.4.5: none in a 413 of its own',
        'Go net/http 1.26.8: none in a 400 of its own',
      ],
      alsoFinds: ['date-missing-of-speech'],
    },
    'writes-dates-as-http-does': {
      title: 'Writes Date and Last-Modified in the HTTP date format',
      level: 'HTTP',
      requirement: 'Dates are written as IMF-fixdate (RFC 9110 5.6.7)',
      ofEvery: everyAnswer,
      probe: listVoices(),
      expect: [writesDatesAsHttpDoes],
      fault: 'date-iso',
      alsoFinds: ['date-iso-of-a-wrong-token'],
    },
    'says-what-it-sends': {
      title: 'Sends Content-Type with every body',
      level: 'SHOULD',
      requirement: 'A message with content has Content-Type (RFC 9110 8.3)',
      ofEvery: everyUsualAnswer,
      probe: listVoices(),
      expect: [saysItsType],
      fault: 'voices-unlabelled',
      alsoFinds: ['refusal-of-a-type-unlabelled'],
    },
    'unknown-path-is-refused': {
      title: 'Answers an unknown path with a 4xx',
      level: 'SHOULD',
      requirement: 'An unknown path is answered with a 4xx (RFC 9110 15.5)',
      control,
      probe: getUnknown,
      expect: [isRefusal],
      fault: 'unknown-path-as-200',
    },
  },
});
