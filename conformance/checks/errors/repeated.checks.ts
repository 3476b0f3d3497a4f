import { clause } from '../../model/check.ts';
import { chatWithUnknownBot, oddBotId } from '../chat/probes.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { isJson } from '../../expectations/bodies/is-json.ts';
import { everyErrorSaidToBeJson } from '../../expectations/statuses/refusals.ts';
import { onError } from '../../expectations/judged-as.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { unknownVoice } from '../speech/combined.ts';
import { speak } from '../speech/probes.ts';

/** Everything that JSON has to escape, and a letter of two bytes. */
const probe = speak({ voice: 'no "such" \\voice,\nn\u00e9' });
const control = 'speech.request/accepts-least';

export const repeated = clause('7.1', 'errors.repeated', {
  requirement: 'All response bodies are JSON, whatever an error repeats of its request (RFC 8259 7)',
  also: ['2.7', '4'],
  checks: {
    'line-ends-leave-it-json': {
      title: 'Sends valid JSON in an error about a voice with a line break',
      level: 'MUST',
      control,
      probe,
      expect: [isRefusal, isJson, hasErrorEnvelope],
      fault: 'error-line-end-unescaped',
    },
    'letters-leave-it-whole': {
      title: 'Sends an error about a non-ASCII voice complete and as valid JSON',
      level: 'MUST',
      requirement: 'Content-Length is the length of the body in octets (RFC 9110 8.6)',
      control,
      probe,
      expect: [onError(isComplete), onError(isJson)],
      fault: 'error-length-in-characters',
    },
    'cutting-leaves-it-whole': {
      title: 'Sends valid JSON in an error about a long voice name of emoji',
      level: 'MUST',
      requirement: 'JSON is UTF-8, also where an error repeats no more than the beginning of a value (RFC 8259 8.1)',
      control,
      probe: unknownVoice,
      expect: [isComplete, isJson, hasErrorEnvelope],
      fault: 'error-cut-by-the-byte',
    },
    // Whichever server refuses, in front of the service too: a client that trusts the label fails to parse the body.
    'said-to-be-json-is-json': {
      title: 'Sends valid JSON in every error labelled as JSON',
      level: 'MUST',
      ofEvery: everyErrorSaidToBeJson,
      probe: chatWithUnknownBot('chat', oddBotId),
      expect: [isJson],
      fault: 'chat-unknown-bot-unescaped',
      alsoFinds: ['error-value-unescaped', 'error-line-end-unescaped', 'error-cut-by-the-byte'],
    },
  },
});
