import { clause } from '../core/check.ts';
import { chat, stream } from '../chat/probes.ts';
import { errorSays, hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { hasNoByteOrderMark, isJson, saysJson } from '../expect/is-json.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { fieldsSeen } from '../expect/observed.ts';
import { tellsNoInternals } from '../expect/tells-no-internals.ts';
import { speak } from '../speech/probes.ts';

/** One plain mistake on each metered endpoint; every other refusal that a check provokes is held to the envelope too. */
const badChat = chat({});
const badSpeech = speak({ text: undefined });
const badStream = stream({});
const wrongToken = speak({}, { authorization: 'Bearer not-a-token-of-anybody' });
const twin = {
  chat: 'chat.request/accepts-least',
  stream: 'stream.response/succeeds',
  speech: 'speech.request/accepts-least',
};

export const errors = clause('7.1', 'errors.envelope', {
  says: 'Error responses carry an object error with code (string), message (string) and details (any)',
  also: ['2.7', '4.5', '7.2'],
  checks: {
    'is-json': {
      level: 'MUST',
      twin: twin.chat,
      probe: badChat,
      expect: [isJson, hasNoByteOrderMark],
      fault: 'error-html-page',
    },
    'says-json': {
      level: 'MUST',
      twin: twin.chat,
      probe: badChat,
      expect: [saysJson],
      fault: 'error-content-type-text',
    },
    'says-json-in-place-of-a-stream': {
      level: 'MUST',
      twin: twin.stream,
      probe: badStream,
      expect: [isJson, saysJson],
      fault: 'error-of-stream-labelled-stream',
    },
    'says-json-in-place-of-audio': {
      level: 'MUST',
      twin: twin.speech,
      probe: badSpeech,
      expect: [isJson, saysJson],
      fault: 'error-of-speech-labelled-audio',
    },
    'says-json-to-a-wrong-token': {
      level: 'MUST',
      twin: twin.speech,
      probe: wrongToken,
      expect: [isJson, saysJson],
      fault: 'error-of-auth-labelled-text',
    },
    'has-error-object': {
      level: 'MUST',
      twin: twin.speech,
      probe: badSpeech,
      expect: [hasErrorEnvelope],
      fault: 'error-flat',
    },
    'code-is-a-string': {
      level: 'MUST',
      twin: twin.speech,
      probe: badSpeech,
      expect: [hasErrorEnvelope],
      fault: 'error-code-number',
    },
    'message-is-a-string': {
      level: 'MUST',
      twin: twin.speech,
      probe: badSpeech,
      expect: [hasErrorEnvelope],
      fault: 'error-message-missing',
    },
    'message-is-not-null': {
      level: 'MUST',
      twin: twin.chat,
      probe: badChat,
      expect: [hasErrorEnvelope],
      fault: 'error-message-null',
    },
    'code-says-something': {
      level: 'SHOULD',
      says: 'error.code is a machine-readable error code',
      twin: twin.speech,
      probe: badSpeech,
      expect: [errorSays('code')],
      fault: 'error-code-empty',
    },
    'message-says-something': {
      level: 'SHOULD',
      says: 'error.message is a human-readable message',
      twin: twin.chat,
      probe: badChat,
      expect: [errorSays('message')],
      fault: 'error-message-empty',
    },
    'status-says-error': {
      level: 'MUST',
      twin: twin.speech,
      probe: badSpeech,
      expect: [isRefusal],
      fault: 'error-as-200',
    },
    // A message put together as text breaks at what it repeats.
    'repeated-values-leave-it-json': {
      level: 'MUST',
      says: 'All response bodies are JSON, whatever an error repeats of its request (RFC 8259 7)',
      twin: twin.speech,
      probe: speak({ voice: String.raw`no "such" \voice` }),
      expect: [isRefusal, isJson, hasErrorEnvelope],
      fault: 'error-value-unescaped',
    },
    'tells-no-internals': {
      level: 'SHOULD',
      says: 'error.message is a human-readable message',
      twin: twin.speech,
      probe: badSpeech,
      expect: [tellsNoInternals],
      fault: 'error-stack-echoed',
    },
  },
  observations: {
    fields: {
      says: 'Status codes other than 402, and which condition yields which: not shown',
      probe: badChat,
      see: fieldsSeen,
    },
  },
});
