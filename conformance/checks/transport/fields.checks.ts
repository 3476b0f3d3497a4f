import { clause } from '../../model/check.ts';
import { voicesCall } from '../../model/calls.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { fieldsHaveTheirForm, hasSingleFieldsOnce, noContentHasNoLength } from '../../expectations/wire/field-forms.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { freeProbe, readToEnd } from './probes.ts';

const optionsVoices = freeProbe('OPTIONS of voices, read byte by byte', readToEnd(voicesCall({ method: 'OPTIONS' })));

/** HTTP only: common clients ignore such mistakes, but caches, gateways and strict parsers do not. */
export const fields = clause('4', 'transport.fields', {
  requirement: 'The header fields of an answer have the form that their definitions give (RFC 9110 5)',
  also: ['9'],
  checks: {
    'have-their-form': {
      title: 'Sends header values in the form HTTP defines, such as a quoted ETag',
      level: 'HTTP',
      ofEvery: everyAnswer,
      probe: listVoices(),
      expect: [fieldsHaveTheirForm],
      fault: 'voices-etag-without-quotes',
      alsoFinds: ['connection-of-bots-in-words', 'retry-after-in-words', 'speech-type-with-a-bare-charset'],
    },
    'come-once': {
      title: 'Sends single-value headers such as Content-Type only once',
      level: 'HTTP',
      requirement: 'A field that is not a list is sent on one line (RFC 9110 5.3)',
      ofEvery: everyAnswer,
      probe: listVoices(),
      expect: [hasSingleFieldsOnce],
      fault: 'type-of-voices-twice',
      alsoFinds: ['type-of-a-wrong-format-twice'],
    },
    'tell-no-length-with-204': {
      title: 'Sends no Content-Length or Transfer-Encoding with a 204',
      level: 'HTTP',
      requirement: 'A 204 has neither Content-Length nor Transfer-Encoding (RFC 9110 8.6, RFC 9112 6.1)',
      ofEvery: everyAnswer,
      probe: optionsVoices,
      expect: [noContentHasNoLength],
      fault: 'options-204-with-length',
      alsoFinds: ['preflight-204-with-length'],
    },
  },
});
