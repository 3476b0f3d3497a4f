import { gzipSync } from 'node:zlib';
import { chat, minimalMessage, someLetters } from '../chat/probes.ts';
import { endpoints } from '../../contract/limits.ts';
import { noCost } from '../../model/costs.ts';
import { clause } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { isNoErrorForMethod } from '../../expectations/wire/answer-fields.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { hasNoByteOrderMark, namesNoOtherCharset } from '../../expectations/bodies/is-json.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { everyAnswer, everyJson } from '../../expectations/kinds.ts';
import { onCall, whereRefused } from '../../expectations/judged-as.ts';
import { bareCall, readToEnd } from './probes.ts';

const control = 'chat.request/accepts-least';

/** OPTIONS as a browser sends it before it lets a page of another origin post. */
const preflights: Probe = {
  name: 'OPTIONS on the paths of chat, stream and speech, read byte by byte',
  needs: ['bot'],
  costs: noCost,
  steps: [
    ({ bot }) =>
      [endpoints.chat.path, endpoints.stream.path, endpoints.speech.path].map((path) =>
        readToEnd(
          bareCall(
            'OPTIONS',
            path.replace('{botId}', () => encodeURIComponent(bot.toWellFormed())),
          ),
        ),
      ),
  ],
};

const compressed = chat({ raw: gzipSync(JSON.stringify(minimalMessage)) }, { extra: [['content-encoding', 'gzip']] });

export const bodies = clause('4', 'transport.bodies', {
  requirement: 'Bodies are JSON text (RFC 8259) in HTTP messages (RFC 9110)',
  also: ['4.2', '4.4'],
  checks: {
    'have-no-byte-order-mark': {
      title: 'Sends JSON without a byte order mark',
      level: 'MUST',
      requirement: 'JSON is sent without a byte order mark (RFC 8259 8.1)',
      ofEvery: everyJson,
      probe: listVoices(),
      expect: [hasNoByteOrderMark],
      fault: 'voices-byte-order-mark',
      alsoFinds: ['json-byte-order-mark', 'refusal-with-a-mark'],
    },
    'json-names-no-other-charset': {
      title: 'Names no charset but UTF-8 for JSON beyond ASCII',
      level: 'MUST',
      requirement: 'JSON is encoded in UTF-8 (RFC 8259 8.1), and no header says otherwise',
      ofEvery: everyAnswer,
      probe: someLetters,
      expect: [namesNoOtherCharset],
      fault: 'chat-charset-latin-1',
      alsoFinds: ['chat-charset-twice'],
    },
    'compressed-request-is-no-server-error': {
      title: 'A gzip chat body causes no 5xx; a refusal has the error object',
      level: 'HTTP',
      requirement: 'A coding that is not known is the client’s mistake, 415 (RFC 9110 8.4, 15.5.16)',
      control,
      probe: compressed,
      expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
      fault: 'compressed-request-500',
    },
    'preflights-are-no-server-errors': {
      title: 'OPTIONS on the chat, stream and speech paths causes no 5xx except 501',
      level: 'HTTP',
      requirement: 'A method that a path does not have causes no server error (RFC 9110 9.1, 15.6)',
      control,
      probe: preflights,
      expect: [0, 1, 2].map((at) => onCall(at, isNoErrorForMethod)),
      fault: 'preflight-500',
    },
  },
});
