import { clause } from '../../model/check.ts';
import { chat } from '../chat/probes.ts';
import { firstQuestion } from '../../model/probes/first-question.ts';
import { errorFieldIsNotBlank, hasDetails, hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isJson, isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { everyAnswerTo } from '../../expectations/kinds.ts';
import { observedFields } from '../../expectations/bodies/observed.ts';
import { everyError, everyRefusal, everyGatewayError } from '../../expectations/statuses/refusals.ts';
import { tellsNoInternals } from '../../expectations/bodies/tells-no-internals.ts';
import { ownToken } from '../sessions/own-token.ts';
import { secondToken } from '../sessions/second-token.ts';
import { speak } from '../speech/probes.ts';
import { getUnknown } from '../transport/probes.ts';

/** A plain mistake; every other refusal of the run has to meet the same expectations. */
const badChat = chat({});
const badSpeech = speak({ text: undefined });
const control = 'speech.request/accepts-least';

export const errors = clause('7.1', 'errors.envelope', {
  requirement: 'Error responses carry an object error with code (string), message (string) and details (any)',
  also: ['2.7', '4.5', '7.2'],
  checks: {
    'says-json': {
      title: 'Labels error responses as JSON in Content-Type',
      level: 'MUST',
      requirement: 'All response bodies are JSON except the stream, and are labelled so',
      ofEvery: everyRefusal,
      probe: badChat,
      expect: [isLabelledJson],
      fault: 'error-content-type-text',
      alsoFinds: [
        'error-of-stream-labelled-stream',
        'error-of-speech-labelled-audio',
        'error-of-auth-labelled-text',
        'refusal-of-a-session-labelled-text',
        'refusal-of-a-bot-with-an-empty-type',
        'type-of-a-wrong-format-twice',
        'long-instructions-page',
      ],
    },
    'has-error-object': {
      title: 'Sends an error object with code and message when it refuses',
      level: 'MUST',
      ofEvery: everyRefusal,
      probe: badSpeech,
      expect: [hasErrorEnvelope],
      fault: 'error-flat',
      alsoFinds: [
        'error-html-page',
        'error-code-number',
        'error-message-missing',
        'error-message-null',
        'bots-anonymous-refused-in-text',
        'refusal-of-an-empty-text-unwrapped',
        'unknown-session-page',
      ],
    },
    // Routers and gateways refuse unknown paths and unreadable bodies in a format of their own.
    'has-error-object-in-front-too': {
      title: 'Sends the error object for unknown paths, wrong methods, 429 and other errors',
      level: 'SHOULD',
      requirement:
        'Error responses carry an object error, also where a router, a rate limit or a server in front refuses',
      ofEvery: everyGatewayError,
      probe: getUnknown,
      expect: [hasErrorEnvelope],
      fault: 'unknown-path-html',
      doneBy: [
        'Express 5.3.0: a page',
        'Go net/http 1.26.8: a line of text',
        'cheroot 11.1.2: a line of text',
        'Bun 1.4.5: an empty 413',
      ],
      alsoFinds: [
        'error-wrong-method-html',
        'huge-body-html',
        'chat-unknown-bot-page',
        'stream-unknown-bot-page',
        'rate-limit-page',
      ],
    },
    'has-details': {
      title: 'Includes details in the error object',
      level: 'SHOULD',
      ofEvery: everyRefusal,
      probe: badSpeech,
      expect: [hasDetails],
      fault: 'error-without-details',
      alsoFinds: ['refusal-of-a-session-without-details'],
    },
    'code-says-something': {
      title: 'Sends no empty error.code',
      level: 'SHOULD',
      requirement: 'error.code is a machine-readable error code',
      ofEvery: everyError,
      probe: badSpeech,
      expect: [errorFieldIsNotBlank('code')],
      fault: 'error-code-empty',
      alsoFinds: ['refusal-of-a-type-without-a-code'],
    },
    'message-says-something': {
      title: 'Sends no empty error.message',
      level: 'SHOULD',
      requirement: 'error.message is a human-readable message',
      ofEvery: everyError,
      probe: badChat,
      expect: [errorFieldIsNotBlank('message')],
      fault: 'error-message-empty',
      alsoFinds: ['refusal-of-a-session-without-a-message'],
    },
    'status-says-error': {
      title: 'Answers a speech without text with a 4xx status',
      level: 'MUST',
      control,
      probe: badSpeech,
      expect: [isRefusal],
      fault: 'error-as-200',
    },
    // The very first request may be the one that fails: the requests sent before the checks are judged too.
    'first-requests-are-no-server-error': {
      title: 'A chat to an unknown bot or without a message, or a list, causes no 5xx',
      level: 'MUST',
      requirement:
        'The first requests, a list and chats that lack a message or a known bot, cause no server error (RFC 9110 15.6)',
      ofEvery: everyAnswerTo(firstQuestion, ownToken, secondToken, badChat),
      probe: badChat,
      expect: [isNoServerError],
      fault: 'chat-without-a-message-500',
    },
    // A message that is built by joining texts breaks at the value that it repeats.
    'repeated-values-leave-it-json': {
      title: 'Sends valid JSON in an error about a voice with quotes and backslashes',
      level: 'MUST',
      requirement: 'All response bodies are JSON, whatever an error repeats of its request (RFC 8259 7)',
      control,
      probe: speak({ voice: String.raw`no "such" \voice` }),
      expect: [isRefusal, isJson, hasErrorEnvelope],
      fault: 'error-value-unescaped',
    },
    'tells-no-internals': {
      title: 'Shows no stack trace in error responses',
      level: 'SHOULD',
      requirement:
        'error.message is a human-readable message; a stack trace is none, and tells what nobody needs to know',
      ofEvery: everyError,
      probe: badSpeech,
      expect: [tellsNoInternals],
      fault: 'error-stack-echoed',
      alsoFinds: ['malformed-json-trace', 'refusal-of-instructions-with-a-trace'],
    },
  },
  observations: {
    fields: {
      says: 'Status codes other than 402, and which condition yields which: not specified',
      probe: badChat,
      see: observedFields,
    },
  },
});
