import { endpoints } from '../../contract/limits.ts';
import { voicesCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import {
  allowsItsMethods,
  headGivesLengthOfGet,
  headGivesTypeOfGet,
  isNoErrorForMethod,
} from '../../expectations/wire/answer-fields.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { hasNoTrailingBytes } from '../../expectations/wire/message-length.ts';
import { bareCall, freeProbe, readToEnd } from './probes.ts';

const control = 'voices.list/needs-no-token';
const deleteVoices = freeProbe('DELETE of voices, read byte by byte', readToEnd(voicesCall({ method: 'DELETE' })));
const getSpeech = freeProbe('GET on the path of speech', bareCall('GET', endpoints.speech.path));
const optionsVoices = freeProbe('OPTIONS of voices, read byte by byte', readToEnd(voicesCall({ method: 'OPTIONS' })));
const headVoices = freeProbe('HEAD of voices, read byte by byte', readToEnd(voicesCall({ method: 'HEAD' })));
/** Two GET requests: only a length that does not change between them can be compared with HEAD. */
const headBetweenGets = freeProbe(
  'GET, HEAD and GET of voices',
  voicesCall(),
  voicesCall({ method: 'HEAD' }),
  voicesCall(),
);

export const methods = clause('4', 'transport.methods', {
  requirement: 'Each path has its methods, and HTTP defines the answers to the others (RFC 9110 9)',
  also: ['9'],
  checks: {
    '405-lists-the-methods': {
      title: 'Sends Allow with the methods of the path in every 405',
      level: 'HTTP',
      requirement: 'A 405 lists the methods of its path in Allow (RFC 9110 15.5.6)',
      ofEvery: everyAnswer,
      probe: deleteVoices,
      expect: [allowsItsMethods],
      fault: 'method-405-without-allow',
      alsoFinds: ['method-405-allow-for-all', 'method-405-of-chat-without-allow', 'preflight-405-without-allow'],
      doneBy: ['Undertow 2.3.17: a 405 without Allow', 'Tornado 6.6.1: a 405 without Allow'],
    },
    'wrong-method-is-no-server-error': {
      title: 'GET on the speech path causes no 5xx except 501',
      level: 'HTTP',
      control,
      probe: getSpeech,
      expect: [isNoErrorForMethod],
      fault: 'wrong-method-500',
    },
    'options-is-no-server-error': {
      title: 'OPTIONS on the voice list causes no 5xx except 501',
      level: 'HTTP',
      control,
      probe: optionsVoices,
      expect: [isNoErrorForMethod],
      fault: 'options-500',
    },
    'head-is-no-server-error': {
      title: 'HEAD on the voice list causes no 5xx except 501',
      level: 'HTTP',
      control,
      probe: headBetweenGets,
      expect: [onCall(1, isNoErrorForMethod)],
      fault: 'head-with-500',
    },
    'head-has-no-body': {
      title: 'Sends no body in answer to HEAD on the voice list',
      level: 'MUST',
      requirement: 'The answer to HEAD has no content (RFC 9110 9.3.2)',
      control,
      probe: headVoices,
      expect: [hasNoTrailingBytes],
      fault: 'head-with-body',
    },
    'head-tells-the-length-of-get': {
      title: 'Sends the Content-Length of GET, or none, in answer to HEAD',
      level: 'HTTP',
      requirement: 'A Content-Length in the answer to HEAD is that of GET (RFC 9110 8.6)',
      control,
      probe: headBetweenGets,
      expect: [headGivesLengthOfGet],
      fault: 'head-length-zero',
      doneBy: [
        'Javalin 6.3 on Jetty 11.0.23: Content-Length: 0',
        'Bun 1.4.5: Content-Length: 0',
        'Deno 2.9.6: Content-Length: 0',
      ],
    },
    'head-tells-the-type-of-get': {
      title: 'Sends the Content-Type of GET in answer to HEAD',
      level: 'SHOULD',
      requirement: 'HEAD is answered with the fields of GET (RFC 9110 9.3.2)',
      control,
      probe: headBetweenGets,
      expect: [headGivesTypeOfGet],
      fault: 'head-of-another-type',
    },
  },
  observations: {
    'wrong-method-status': {
      says: 'The status of DELETE on the voice list: not specified',
      probe: deleteVoices,
      see: observedStatus,
    },
    // General-purpose servers support HEAD (RFC 9110 9.1), but 405 is the answer for a resource that does not (15.5.6).
    'head-status': {
      says: 'The status of HEAD on the voice list: not specified',
      probe: headVoices,
      see: observedStatus,
    },
    'options-status': {
      says: 'The status of OPTIONS on the voice list: not specified',
      probe: optionsVoices,
      see: observedStatus,
    },
  },
});
